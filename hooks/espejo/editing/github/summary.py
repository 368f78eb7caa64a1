"""Pull request summary: lists the changes as Markdown for GitHub or plain text for a terminal.

On GitHub, where the reader's language is unknown, headings are in every language of the tools, and the
English summary is repeated in the others in collapsed sections.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from espejo.check.answer_keys import ChangedKey, list_right
from espejo.check.edits import CHANGELOG, write_line
from espejo.editing.github.bank_diff import NOUNS, Changes, Edit, Edited, Renamed, Subject, item_subject
from espejo.editing.github.github_markdown import Links, Writer
from espejo.editing.github.previews import preview_item
from espejo.ledger.drift import find_declared, write_declaration
from espejo.messages.message import Message, Speak, comma_separated, message, plural, sentences
from espejo.model.bank import Bank
from espejo.model.collection import Placed
from espejo.model.problems import Notice, Problem

MAX_LISTED = 200
MAX_BYTES = 150_000
MAX_SUMMARY_BYTES = 900_000
"""Limits of each list and of the whole summary: GitHub shows no summary over 1 MB."""


class Summary:
    """Writes a summary in the language of `speak`: Markdown with `links`, plain text without.

    Headings are also in the languages of `others`, in which the whole summary is then repeated.
    """

    def __init__(
        self,
        bank: Bank,
        links: Links | None,
        speak: Speak = str,
        others: Sequence[Speak] = (),
        *,
        limit: int = MAX_SUMMARY_BYTES,
    ) -> None:
        self.bank = bank
        self.speak = speak
        self.others = others
        self.write = Writer(bank, links, speak, others)
        self._share = limit // (1 + len(others))  # per language
        self._left = self._share

    def lines(
        self, changes: Changes, problems: Sequence[Problem], follow_ups: Sequence[Notice] = ()
    ) -> Iterator[str]:
        """Write the summary, with previews and lines to paste into the changelog."""
        yield from self._outline(changes, problems, follow_ups)
        for other in self.others:
            again = Summary(self.bank, self.write.links, other, limit=self._share)
            name = other(message("In this language"))
            yield from ["", f"<details><summary>{name}</summary>\n"]
            yield from [*again._outline(changes, problems, follow_ups), "\n</details>"]
        if self.write.links:  # a terminal can't collapse them
            yield from self._list_previews(changes)
        yield from self._list_changelog_lines(changes.changed_keys)

    def _outline(
        self, changes: Changes, problems: Sequence[Problem], follow_ups: Sequence[Notice] = ()
    ) -> Iterator[str]:
        """Write what changed, the problems, and the follow-ups."""
        if changes.changed_keys:
            keys = [self._changed_key(changed) for changed in changes.changed_keys]
            yield from [*self._section(message("The right answer changed"), keys, level=2), ""][1:]
        yield self.write.heading(message("What this changes"), 2)
        yield self.speak(sentences(_tally(changes), _count_problems(problems)))
        if changes.kept:
            ids = comma_separated(changes.kept)
            fact = message(
                "In one language only spelling, punctuation, or spaces changed, "
                "so the other counts as up to date: {ids}",
                ids=ids,
            )
            yield from ["", self.speak(fact)]
        yield from self._section(message("Problems"), map(self._problem, sorted(set(problems))))
        yield from self._section(message("Changed ids"), map(self._changed_id, changes.changed_ids))
        yield from self._section(message("Renamed"), map(self._renamed, changes.renamed))
        yield from self._section(message("Moved"), map(self._moved, changes.moved))
        yield from self._section(message("Added"), map(self._added, changes.added))
        yield from self._section(message("Removed"), map(self._removed, changes.removed))
        yield from self._section(message("Edited"), map(self._edited, changes.edited))
        yield from self._list_stale(changes)
        heading = message("What follows after the merge, without anybody's help")
        yield from self._section(heading, map(self._follow_up, follow_ups))

    def _section(self, heading: Message, entries: Iterable[str], *, level: int = 3) -> Iterator[str]:
        listed = list(entries)
        if listed:
            yield ""
            yield self.write.heading(heading, level, len(listed))
            yield from self._fit((f"- {self.speak(entry)}" for entry in listed), len(listed))

    def _fit(self, entries: Iterable[str], count: int) -> Iterator[str]:
        """Yield the first entries that fit the limits, and count the rest."""
        listed, limit = 0, min(MAX_BYTES, self._left)
        for entry in islice(entries, MAX_LISTED):
            size = len(entry.encode(errors="replace")) + 1
            if size <= limit:
                limit, self._left, listed = limit - size, self._left - size, listed + 1
                yield entry
        if count > listed:
            yield self.speak(message("- and {count} more", count=count - listed))

    def _changed_key(self, changed: ChangedKey) -> str:
        """Write the old and new right answer in every language."""
        item = changed.after.item
        heading = message(
            "question {id} ({place}): {title}",
            id=self.write.id(item_subject(changed.before.path, changed.before.item)),
            place=self.write.place(item.place, item.last_line),
            title=self.write.passage(item.heading.show(self.bank.root).markdown),
        )
        lines = [self.speak(heading)]
        for locale in self.bank.locales:
            language = self.write.names([locale])
            before, now = (self._right(one, locale) for one in (changed.before, changed.after))
            lines += [
                self.speak(message("  - {language}, before: {answer}", language=language, answer=before)),
                self.speak(message("  - {language}, now: {answer}", language=language, answer=now)),
            ]
        return "\n".join(lines)

    def _right(self, placed: Placed, locale: str) -> str:
        right = list_right(placed, locale, self.bank.locales[locale])
        shown = ((one.label, self.write.passage(one.markdown)) for one in right)
        return "; ".join(": ".join(filter(None, one)) for one in shown) or message("an open answer")

    def _list_stale(self, changes: Changes) -> Iterator[str]:
        stale = list(changes.stale())
        heading = message("Edited in only one language: does the other still say the same?")
        yield from self._section(heading, [self._stale(subject, edit) for subject, edit in stale])
        if line := _find_example(changes):
            advice = message(
                "If it does, write a line such as this in the pull request: {line}",
                line=self.write.escape(self.speak(line)),
            )
            yield from ["", self.speak(advice)]

    def _list_previews(self, changes: Changes) -> Iterator[str]:
        """Preview the questions and cards that were added or edited."""
        subjects = [*(edited.subject for edited in changes.edited), *changes.added]
        titles = {one.id: self.write.title(one) for one in subjects if one.noun in ("question", "card")}
        items = [placed for placed in self.bank.items() if placed.item.id in titles]
        if items:
            yield ""
            yield self.write.heading(message("As readers will see it"), 3, len(items))
            previews = (preview_item(placed, titles[placed.item.id], self.bank) for placed in items)
            yield from self._fit(previews, len(items))

    def _list_changelog_lines(self, changed: Sequence[ChangedKey]) -> Iterator[str]:
        """Write lines that announce changed keys to learners, to paste into the changelog."""
        if changed:
            yield ""
            yield self.write.heading(message("For {file}, so that learners are told", file=CHANGELOG), 3)
            lines = (write_line(one, self.bank) for one in changed)
            yield self.write.listing(self._fit(lines, len(changed)))

    def _follow_up(self, follow_up: Notice) -> str:
        subject = follow_up.owner or f"{follow_up.place.file}:{follow_up.place.line}"
        return self.write.escape(f"{subject}: {self.speak(follow_up.fact)}")

    def _problem(self, problem: Problem) -> str:
        owner = f"{problem.owner}: " if problem.owner else ""
        place = self.write.place(problem.place, problem.place.line)
        return f"{place}: {self.write.escape(owner + self.speak(problem.fact))}"

    def _changed_id(self, renamed: Renamed) -> Message:
        return message(
            "the id {old} became {new} ({place}). Ids are permanent: restore it",
            old=self.write.escape(renamed.old),
            new=self.write.id(renamed.subject, page=False),
            place=self.write.place(renamed.subject.place, renamed.subject.last_line),
        )

    def _renamed(self, renamed: Renamed) -> Message:
        subject = self.write.subject(renamed.subject, page=False)
        return message("{subject}, was {old}", subject=subject, old=self.write.escape(renamed.old))

    def _moved(self, moved: Renamed) -> Message:
        return message(
            "{subject}: from {old} to {new}",
            subject=self.write.subject(moved.subject, page=False),
            old=self.write.escape(moved.old),
            new=self.write.escape(moved.subject.path),
        )

    def _added(self, subject: Subject) -> Message:
        return message(
            "{noun} {id}: {title} ({place})",
            noun=NOUNS[subject.noun],
            id=self.write.escape(subject.id),
            title=self.write.escape(self.write.title(subject)),
            place=self.write.place(subject.place, subject.last_line),
        )

    def _removed(self, subject: Subject) -> Message:
        title = self.write.escape(self.write.title(subject))
        id_ = self.write.id(subject)
        return message("{noun} {id}: {title}", noun=NOUNS[subject.noun], id=id_, title=title)

    def _edited(self, edited: Edited) -> Message:
        names, escape = self.write.names, self.write.escape
        edits = "; ".join(f"{escape(edit.name)} ({names(edit.locales)})" for edit in edited.edits)
        return message("{subject}: {edits}", subject=self.write.subject(edited.subject), edits=edits)

    def _stale(self, subject: Subject, edit: Edit) -> Message:
        return message(
            "{subject}, {name}: edited in {edited}, not in {stale}",
            subject=message("{noun} {id}", noun=NOUNS[subject.noun], id=self.write.id(subject)),
            name=self.write.escape(edit.name),
            edited=self.write.names(edit.locales),
            stale=self.write.names(edit.stale),
        )


def _find_example(changes: Changes) -> Message | None:
    """An example line declaring that the languages agree, for the first stale record that accepts one."""
    lines = (write_declaration(subject.id) for subject, _ in changes.stale())
    return next((line for line in lines if any(find_declared(line))), None)


def _tally(changes: Changes) -> Message:
    if not changes:
        if changes.has_unread:
            return message("Some files cannot be read yet, so what changes in them is not listed.")
        return message("Nothing in the bank changed.")
    counts = [
        plural("{count} added", "{count} added", len(changes.added)),
        plural("{count} removed", "{count} removed", len(changes.removed)),
        plural("{count} edited", "{count} edited", len(changes.edited)),
    ]
    if changes.renamed:
        counts.append(plural("{count} renamed", "{count} renamed", len(changes.renamed)))
    if changes.moved:
        counts.append(plural("{count} moved", "{count} moved", len(changes.moved)))
    if changes.changed_ids:
        counts.append(plural("{count} with another id", "{count} with another id", len(changes.changed_ids)))
    return plural(
        "{totals}; {count} passage edited in only one language.",
        "{totals}; {count} passages edited in only one language.",
        len(list(changes.stale())),
        totals=comma_separated(counts),
    )


def _count_problems(problems: Sequence[Problem]) -> Message:
    number = len(set(problems))
    return plural("{count} problem.", "{count} problems.", number) if number else message("No problems.")
