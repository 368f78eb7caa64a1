"""Pull request summary: what it changes, as Markdown for the forge or as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from itertools import islice

from espejo.check.edits.answer_keys import ChangedKey, list_right
from espejo.check.edits.changelog import CHANGELOG, write_line
from espejo.forge.changes import Changes, Edit, Edited, Renamed
from espejo.forge.previews import preview_item
from espejo.forge.subjects import Subject, item_subject
from espejo.forge.writer import Links, Writer
from espejo.ledger.same_meaning import EXAMPLE, find_declared
from espejo.model.bank import Bank
from espejo.model.collection import Placed
from espejo.model.problems import Notice, Problem

MAX_LISTED = 200
MAX_BYTES = 150_000
MAX_SUMMARY_BYTES = 900_000
"""Limits of each list and of them all: the forge shows no summary over a megabyte."""


class Summary:
    """Writes a summary: Markdown with `links`, plain text without."""

    def __init__(self, bank: Bank, links: Links | None) -> None:
        self.bank = bank
        self.write = Writer(bank, links)
        self._left = MAX_SUMMARY_BYTES

    def lines(
        self, changes: Changes, problems: Sequence[Problem], follow_ups: Sequence[Notice] = ()
    ) -> Iterator[str]:
        if changes.changed_keys:
            keys = [self._changed_key(changed) for changed in changes.changed_keys]
            yield from [*self._section("The right answer changed", keys, level=2), ""][1:]
        yield self.write.heading("What this changes", 2)
        yield f"{_tally(changes)} {_count(problems, 'problem')}."
        yield from self._section("Problems", [self._problem(problem) for problem in sorted(set(problems))])
        yield from self._section("Changed ids", [self._changed_id(one) for one in changes.changed_ids])
        yield from self._section("Renamed", [self._renamed(one) for one in changes.renamed])
        yield from self._section("Moved", [self._moved(one) for one in changes.moved])
        yield from self._section("Added", [self._added(subject) for subject in changes.added])
        yield from self._section("Removed", [self._removed(subject) for subject in changes.removed])
        yield from self._section("Edited", [self._edited(edited) for edited in changes.edited])
        stale = [self._stale(subject, edit) for subject, edit in changes.stale()]
        yield from self._section("Edited in only one language: does the other still say the same?", stale)
        if example := _find_example(changes):
            yield ""
            yield f"If it does, write a line such as this in the pull request: {self.write.escape(example)}"
        recorded = [self._follow_up(one) for one in follow_ups]
        yield from self._section("What follows after the merge, without anybody's help", recorded)
        if self.write.links:  # a terminal cannot fold them
            yield from self._list_previews(changes)
        yield from self._list_changelog_lines(changes.changed_keys)

    def _section(self, heading: str, entries: Sequence[str], *, level: int = 3) -> Iterator[str]:
        if entries:
            yield ""
            yield self.write.heading(f"{heading} ({len(entries)})", level)
            yield from self._fit((f"- {entry}" for entry in entries), len(entries))

    def _fit(self, entries: Iterable[str], count: int) -> Iterator[str]:
        """The entries of a list that fit, of the first ones; the others are counted."""
        listed, limit = 0, min(MAX_BYTES, self._left)
        for entry in islice(entries, MAX_LISTED):
            size = len(entry.encode(errors="replace")) + 1
            if size <= limit:
                limit, self._left, listed = limit - size, self._left - size, listed + 1
                yield entry
        if count > listed:
            yield f"- and {count - listed} more"

    def _changed_key(self, changed: ChangedKey) -> str:
        """What was right and what is right now, in every language."""
        page = item_subject(changed.before.path, changed.before.item)
        item = changed.after.item
        title = self.write.passage(item.heading.show(self.bank.root).markdown)
        place = self.write.place(item.place, item.last_line)
        lines = [f"question {self.write.id(page)} ({place}): {title}"]
        for locale in self.bank.locales:
            name = self.write.names([locale])
            lines += [f"  - {name}, before: {self._right(changed.before, locale)}"]
            lines += [f"  - {name}, now: {self._right(changed.after, locale)}"]
        return "\n".join(lines)

    def _right(self, placed: Placed, locale: str) -> str:
        right = list_right(placed, locale, self.bank.locales[locale])
        shown = ((one.label, self.write.passage(one.markdown)) for one in right)
        return "; ".join(": ".join(filter(None, one)) for one in shown) or "an open answer"

    def _list_previews(self, changes: Changes) -> Iterator[str]:
        """The questions and cards that were added or edited."""
        subjects = [*(edited.subject for edited in changes.edited), *changes.added]
        titles = {one.id: self.write.title(one) for one in subjects if one.noun in ("question", "card")}
        items = [placed for placed in self.bank.items() if placed.item.id in titles]
        if items:
            yield ""
            yield self.write.heading(f"As readers will see it ({len(items)})", 3)
            previews = (preview_item(placed, titles[placed.item.id], self.bank) for placed in items)
            yield from self._fit(previews, len(items))

    def _list_changelog_lines(self, changed: Sequence[ChangedKey]) -> Iterator[str]:
        """The lines that tell learners about changed keys, to paste into the changelog."""
        if changed:
            yield ""
            yield self.write.heading(f"For {CHANGELOG}, so that learners are told", 3)
            lines = (write_line(one, self.bank) for one in changed)
            yield self.write.listing(self._fit(lines, len(changed)))

    def _follow_up(self, follow_up: Notice) -> str:
        subject = follow_up.owner or f"{follow_up.place.file}:{follow_up.place.line}"
        return self.write.escape(f"{subject}: {follow_up.fact}")

    def _problem(self, problem: Problem) -> str:
        owner = f"{problem.owner}: " if problem.owner else ""
        place = self.write.place(problem.place, problem.place.line)
        return f"{place}: {self.write.escape(owner + problem.fact)}"

    def _changed_id(self, renamed: Renamed) -> str:
        old, new = self.write.escape(renamed.old), self.write.id(renamed.subject, page=False)
        place = self.write.place(renamed.subject.place, renamed.subject.last_line)
        return f"the id {old} became {new} ({place}). Ids are permanent: restore it"

    def _renamed(self, renamed: Renamed) -> str:
        return f"{self.write.subject(renamed.subject, page=False)}, was {self.write.escape(renamed.old)}"

    def _moved(self, moved: Renamed) -> str:
        old, new = self.write.escape(moved.old), self.write.escape(moved.subject.path)
        return f"{self.write.subject(moved.subject, page=False)}: from {old} to {new}"

    def _added(self, subject: Subject) -> str:
        title, place = self.write.title(subject), self.write.place(subject.place, subject.last_line)
        return f"{subject.noun} {self.write.escape(subject.id)}: {self.write.escape(title)} ({place})"

    def _removed(self, subject: Subject) -> str:
        return f"{subject.noun} {self.write.id(subject)}: {self.write.escape(self.write.title(subject))}"

    def _edited(self, edited: Edited) -> str:
        names, escape = self.write.names, self.write.escape
        edits = "; ".join(f"{escape(edit.name)} ({names(edit.locales)})" for edit in edited.edits)
        return f"{self.write.subject(edited.subject)}: {edits}"

    def _stale(self, subject: Subject, edit: Edit) -> str:
        edited, stale = self.write.names(edit.locales), self.write.names(edit.stale)
        name = self.write.escape(edit.name)
        return f"{subject.noun} {self.write.id(subject)}, {name}: edited in {edited}, not in {stale}"


def _find_example(changes: Changes) -> str:
    """A line that says that the languages agree, for a record that has an id: others are not asked about."""
    lines = (EXAMPLE.format(id=subject.id) for subject, _ in changes.stale())
    return next((line for line in lines if any(find_declared(line))), "")


def _tally(changes: Changes) -> str:
    if not changes:
        return "Nothing in the bank changed."
    counts: dict[str, Sized] = {"added": changes.added, "removed": changes.removed, "edited": changes.edited}
    other = {"renamed": changes.renamed, "moved": changes.moved, "with another id": changes.changed_ids}
    counts |= {word: subjects for word, subjects in other.items() if subjects}
    totals = ", ".join(f"{len(subjects)} {word}" for word, subjects in counts.items())
    stale = len(list(changes.stale()))
    passages = "1 passage" if stale == 1 else f"{stale} passages"
    return f"{totals}; {passages} edited in only one language."


def _count(problems: Sequence[Problem], noun: str) -> str:
    number = len(set(problems))
    return f"{number or 'No'} {noun}{'' if number == 1 else 's'}"
