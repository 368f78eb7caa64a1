"""Summary of a pull request: what it changes, in Markdown for the forge or plain for a terminal.

Titles, ids and file names are whatever somebody typed: in Markdown every sign of theirs is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote

from espejo.forge.changes import Changes, Edit, Edited, Subject
from espejo.model.bank import Bank
from espejo.model.problems import Place, Problem, printable
from espejo.passages.fragments import plain

_SIGNS = re.compile(r"[\\`*_{}\[\]()<>#!|~&$:.@^]")  # a colon and a period make addresses into links
_TITLE = 80
MAX_LISTED = 200
"""The forge shows a megabyte of summary at most; more than this is a change of the whole bank."""


class Links(NamedTuple):
    """Where the pages and the files are: addresses that end with a slash, or nothing."""

    pages: str
    files: str


class Summary:
    """Writes one; `links` are left out on a terminal."""

    def __init__(self, bank: Bank, links: Links | None) -> None:
        self.bank = bank
        self.links = links

    def lines(self, changes: Changes, problems: Sequence[Problem]) -> Iterator[str]:
        yield self._heading("What this changes", 2)
        yield f"{_tally(changes)} {_count(problems, 'problem')}."
        yield from self._section("Problems", [self._problem(one) for one in sorted(set(problems))])
        yield from self._section("Added", [self._subject(one) for one in changes.added])
        yield from self._section("Removed", [self._subject(one, page=True) for one in changes.removed])
        yield from self._section("Edited", [self._edited(one) for one in changes.edited])
        stale = [self._stale(subject, edit) for subject, edit in changes.stale()]
        yield from self._section("One language alone: does the other still say the same?", stale)

    def _section(self, heading: str, entries: list[str]) -> Iterator[str]:
        if entries:
            yield ""
            yield self._heading(f"{heading} ({len(entries)})", 3)
            yield from (f"- {entry}" for entry in entries[:MAX_LISTED])
        if len(entries) > MAX_LISTED:
            yield f"- and {len(entries) - MAX_LISTED} more"

    def _problem(self, one: Problem) -> str:
        owner = f"{one.owner}: " if one.owner else ""
        return f"{self._place(one.place, one.place.line)}: {self._say(owner + one.fact)}"

    def _subject(self, one: Subject, *, page: bool = False) -> str:
        title = plain(one.title.show(self.bank.root).markdown)
        short = title if len(title) <= _TITLE else f"{title[:_TITLE]}…"
        where = f" ({self._place(one.place, one.last_line)})" if not page else ""
        return f"{one.noun} {self._id(one, page)}: {self._say(short)}{where}"

    def _edited(self, one: Edited) -> str:
        edits = "; ".join(f"{self._say(edit.name)} ({self._names(edit.locales)})" for edit in one.edits)
        where = self._place(one.subject.place, one.subject.last_line)
        return f"{one.subject.noun} {self._id(one.subject, page=True)} ({where}): {edits}"

    def _stale(self, one: Subject, edit: Edit) -> str:
        edited, left = self._names(edit.locales), self._names(edit.left)
        name = self._say(edit.name)
        return f"{one.noun} {self._id(one, page=True)}, {name}: edited in {edited}, not in {left}"

    def _names(self, locales: Iterable[str]) -> str:
        return self._say(" and ".join(self.bank.locales[locale].name for locale in locales))

    def _id(self, one: Subject, page: bool) -> str:
        """Its id; as a link to its page on the site if it has one there already."""
        if not (self.links and self.links.pages and page):
            return self._say(one.id)
        address = f"{quote(one.path)}/" if one.path else ""
        anchor = f"#{quote(one.anchor)}" if one.anchor else ""
        return f"[{self._say(one.id)}]({self.links.pages}{address}{anchor})"

    def _place(self, place: Place, last: int) -> str:
        lines = f"L{place.line}-L{last}" if last > place.line else f"L{place.line}"
        if not (self.links and self.links.files):
            return self._say(f"{place.file}:{place.line}")
        return f"[{self._say(f'{place.file}:{place.line}')}]({self.links.files}{quote(place.file)}#{lines})"

    def _heading(self, text: str, level: int) -> str:
        return f"{'#' * level} {text}\n" if self.links else text

    def _say(self, text: str) -> str:
        return escape_markdown(text) if self.links else printable(text)


def escape_markdown(text: str) -> str:
    """Plain words in one line of Markdown: every sign that could mean something means itself."""
    return _SIGNS.sub(r"\\\g<0>", printable(" ".join(text.split())))


def _tally(changes: Changes) -> str:
    if not changes:
        return "Nothing in the bank changed."
    counts = {"added": changes.added, "removed": changes.removed, "edited": changes.edited}
    said = ", ".join(f"{len(many)} {word}" for word, many in counts.items())
    stale = len(list(changes.stale()))
    passages = "1 passage" if stale == 1 else f"{stale} passages"
    return f"{said}; {passages} edited in one language alone."


def _count(problems: Sequence[Problem], noun: str) -> str:
    number = len(set(problems))
    return f"{number or 'No'} {noun}{'' if number == 1 else 's'}"
