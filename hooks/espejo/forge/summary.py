"""Pull request summary: what it changes, as Markdown for the forge or as plain text for a terminal.

Titles, ids and file names may contain anything, so all of them are escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple
from urllib.parse import quote

from espejo.forge.changes import Changes, Edit, Edited, Subject
from espejo.forge.markdown import escape_markdown
from espejo.ledger.same_meaning import EXAMPLE
from espejo.model.bank import Bank
from espejo.model.problems import Notice, Place, Problem, printable
from espejo.passages.fragments import plain

_MAX_TITLE = 80
MAX_LISTED = 200
MAX_BYTES = 150_000
"""Limits of each list: the forge shows no summary over a megabyte. Lists are longer only if much changes."""


class Links(NamedTuple):
    """Base addresses of the site's pages and of the forge's files: each ends with a slash or is empty."""

    pages: str
    files: str


class Summary:
    """Writes a summary: Markdown with `links`, plain text without."""

    def __init__(self, bank: Bank, links: Links | None) -> None:
        self.bank = bank
        self.links = links

    def lines(
        self, changes: Changes, problems: Sequence[Problem], follow_ups: Sequence[Notice] = ()
    ) -> Iterator[str]:
        yield self._heading("What this changes", 2)
        yield f"{_tally(changes)} {_count(problems, 'problem')}."
        yield from self._section("Problems", [self._problem(problem) for problem in sorted(set(problems))])
        yield from self._section("Added", [self._subject(subject) for subject in changes.added])
        removed = [self._subject(subject, page=True) for subject in changes.removed]
        yield from self._section("Removed", removed)
        yield from self._section("Edited", [self._edited(edited) for edited in changes.edited])
        stale = [self._stale(subject, edit) for subject, edit in changes.stale()]
        yield from self._section("Edited in only one language: does the other still say the same?", stale)
        if stale:
            example = EXAMPLE.format(id=next(changes.stale())[0].id)
            yield ""
            yield f"If it does, write a line such as this in the pull request: {self._escape(example)}"
        recorded = [self._follow_up(one) for one in follow_ups]
        yield from self._section("What follows after the merge, without anybody's help", recorded)

    def _section(self, heading: str, entries: list[str]) -> Iterator[str]:
        sizes = accumulate(len(entry.encode()) for entry in entries)
        listed = entries[: min(MAX_LISTED, sum(size <= MAX_BYTES for size in sizes))]
        if entries:
            yield ""
            yield self._heading(f"{heading} ({len(entries)})", 3)
            yield from (f"- {entry}" for entry in listed)
        if len(entries) > len(listed):
            yield f"- and {len(entries) - len(listed)} more"

    def _problem(self, problem: Problem) -> str:
        owner = f"{problem.owner}: " if problem.owner else ""
        return f"{self._place(problem.place, problem.place.line)}: {self._escape(owner + problem.fact)}"

    def _follow_up(self, follow_up: Notice) -> str:
        subject = follow_up.owner or f"{follow_up.place.file}:{follow_up.place.line}"
        return self._escape(f"{subject}: {follow_up.fact}")

    def _subject(self, subject: Subject, *, page: bool = False) -> str:
        title = plain(subject.title.show(self.bank.root).markdown)
        short = title if len(title) <= _MAX_TITLE else f"{title[:_MAX_TITLE]}…"
        place = f" ({self._place(subject.place, subject.last_line)})" if not page else ""
        return f"{subject.noun} {self._id(subject, page)}: {self._escape(short)}{place}"

    def _edited(self, edited: Edited) -> str:
        subject = edited.subject
        edits = "; ".join(f"{self._escape(edit.name)} ({self._names(edit.locales)})" for edit in edited.edits)
        place = self._place(subject.place, subject.last_line)
        return f"{subject.noun} {self._id(subject, page=True)} ({place}): {edits}"

    def _stale(self, subject: Subject, edit: Edit) -> str:
        edited, stale = self._names(edit.locales), self._names(edit.stale)
        name = self._escape(edit.name)
        return f"{subject.noun} {self._id(subject, page=True)}, {name}: edited in {edited}, not in {stale}"

    def _names(self, locales: Iterable[str]) -> str:
        return self._escape(" and ".join(self.bank.locales[locale].name for locale in locales))

    def _id(self, subject: Subject, page: bool) -> str:
        """The id of a subject, as a link to its page if it is already on the site."""
        if not (self.links and self.links.pages and page):
            return self._escape(subject.id)
        address = f"{quote(subject.path)}/" if subject.path else ""
        anchor = f"#{quote(subject.anchor)}" if subject.anchor else ""
        return f"[{self._escape(subject.id)}]({self.links.pages}{address}{anchor})"

    def _place(self, place: Place, last: int) -> str:
        lines = f"L{place.line}-L{last}" if last > place.line else f"L{place.line}"
        if not (self.links and self.links.files):
            return self._escape(f"{place.file}:{place.line}")
        address = f"{self.links.files}{quote(place.file, errors='surrogateescape')}#{lines}"
        return f"[{self._escape(f'{place.file}:{place.line}')}]({address})"

    def _heading(self, text: str, level: int) -> str:
        return f"{'#' * level} {text}\n" if self.links else text

    def _escape(self, text: str) -> str:
        return escape_markdown(text) if self.links else printable(text)


def _tally(changes: Changes) -> str:
    if not changes:
        return "Nothing in the bank changed."
    counts = {"added": changes.added, "removed": changes.removed, "edited": changes.edited}
    totals = ", ".join(f"{len(subjects)} {word}" for word, subjects in counts.items())
    stale = len(list(changes.stale()))
    passages = "1 passage" if stale == 1 else f"{stale} passages"
    return f"{totals}; {passages} edited in only one language."


def _count(problems: Sequence[Problem], noun: str) -> str:
    number = len(set(problems))
    return f"{number or 'No'} {noun}{'' if number == 1 else 's'}"
