"""Drift between bank and ledger: finds changed records and stale translations.

A passage is stale when its translation was edited after both were accepted together. Fingerprints alone show
it: the current pair wasn't accepted, but one half of it belongs to an accepted pair. With three languages, an
edit made while another language is still stale may go unnoticed; with two it can't.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from espejo.ledger.fingerprints import Fingerprints, Remembered, Row, list_remembered, take_fingerprints
from espejo.messages.message import Message, message
from espejo.model.bank import Bank
from espejo.model.ledger import ID, MISSING, Entry
from espejo.model.text import Text


class Stale(NamedTuple):
    """A passage whose translation was edited after both were accepted together."""

    id: str
    text: Text
    locale: str
    since: str  # the locale that was edited


class Drift(NamedTuple):
    """A record that differs from its ledger entry."""

    subject: Remembered
    now: Fingerprints
    before: Entry | None
    moved: tuple[str, ...]  # locales with changes visible to learners
    stale: tuple[Stale, ...]
    settled: bool  # whether everything not stale has been accepted

    @property
    def id(self) -> str:
        return self.subject.record.id

    @property
    def left(self) -> str:
        """The page a question or card moved away from; empty if it didn't move."""
        at = self.before.at if self.before else ""
        return "" if self.is_placed else at

    @property
    def edited(self) -> tuple[str, ...]:
        """Locales in which more than the page has changed."""
        if not (self.before and self.left):
            return self.moved
        there = take_fingerprints(self.subject.at(self.left), self.moved).seen
        return tuple(locale for locale in self.moved if self.before.digest(locale) != there[locale])

    @property
    def is_placed(self) -> bool:
        """Whether the ledger has its current page."""
        return self.before is not None and self.before.at == self.subject.path


def find_drifts(bank: Bank) -> Iterator[Drift]:
    """Compare each record with what was last accepted."""
    locales = tuple(bank.locales)
    for one in list_remembered(bank):
        before = bank.ledger.by_id.get(one.record.id)
        now = take_fingerprints(one, locales)
        if before is None:
            yield Drift(one, now, None, locales, (), False)
            continue
        moved = tuple(locale for locale in locales if before.digest(locale) != now.seen[locale])
        agreed = before.rows(locales)
        accepted = frozenset(agreed)
        if not moved and before.at == one.path and accepted.issuperset(now.rows):
            continue
        olds = match_rows(now.rows, agreed)
        settled = all(row in accepted or old for row, old in zip(now.rows, olds, strict=True))
        yield Drift(one, now, before, moved, tuple(_find_stale(one, now.rows, olds, locales)), settled)


def list_stale(drifts: Iterable[Drift]) -> list[Stale]:
    return [one for drift in drifts for one in drift.stale]


def keep_stale(drift: Drift, locales: tuple[str, ...]) -> list[Row]:
    """The rows to record when only one language is accepted: old ones for stale texts, otherwise new ones."""
    agreed = drift.before.rows(locales) if drift.before else []
    rows = drift.now.rows
    return [old or row for row, old in zip(rows, match_rows(rows, agreed), strict=True)]


def _find_stale(
    one: Remembered, rows: Sequence[Row], olds: Sequence[Row | None], locales: tuple[str, ...]
) -> Iterator[Stale]:
    for text, row, old in zip(one.texts, rows, olds, strict=True):
        if old:
            moved = next(at for at, new in enumerate(row) if new not in (old[at], MISSING))
            for column, new in enumerate(row):
                if new == old[column] != MISSING:
                    yield Stale(one.record.id, text, locales[column], locales[moved])


def match_rows(rows: Sequence[Row], agreed: Sequence[Row]) -> list[Row | None]:
    """For each unaccepted row, find an accepted row that shares a half with it, if any.

    Each accepted row matches at most one text; the row at the same position is tried first.
    """
    accepted, free = frozenset(agreed), _FreeRows(rows, agreed)
    return [None if row in accepted else free.take(row, at) for at, row in enumerate(rows)]


class _FreeRows:
    """Accepted rows that no text has any longer, indexed by each of their fingerprints."""

    def __init__(self, rows: Sequence[Row], agreed: Sequence[Row]) -> None:
        present = frozenset(rows)
        self._rows = {at: old for at, old in enumerate(agreed) if old not in present}
        self._by_half: dict[tuple[int, str], deque[int]] = {}
        for at, old in self._rows.items():
            for half in enumerate(old):
                self._by_half.setdefault(half, deque()).append(at)

    def take(self, row: Row, at: int) -> Row | None:
        """Take the row at this position if it shares a half with `row`, otherwise the first that does."""
        if not self._fits(row, at):
            found = (self._find(row, half) for half in enumerate(row) if half[1] != MISSING)
            at = min((one for one in found if one is not None), default=-1)
        return self._rows.pop(at, None)

    def _find(self, row: Row, half: tuple[int, str]) -> int | None:
        queue = self._by_half.get(half, deque())
        while queue and queue[0] not in self._rows:
            queue.popleft()
        return next((at for at in queue if self._fits(row, at)), None)

    def _fits(self, row: Row, at: int) -> bool:
        return at in self._rows and _is_half(row, self._rows[at])


def _is_half(row: Row, old: Row) -> bool:
    """Whether one language was edited and another wasn't. A first translation leaves nothing stale."""
    pairs = list(zip(row, old, strict=True))
    same = any(new == was != MISSING for new, was in pairs)
    return same and any(new != was and MISSING not in (new, was) for new, was in pairs)


_LINE = re.compile(r"^[ \t>*-]*+(?:same meaning|mismo significado)[ \t]*+:(.*)$", re.I | re.M)
_ID = re.compile(rf"(?<![\w-])(?:{ID.pattern.pattern})(?![\w-])")


def write_declaration(id_: str) -> Message:
    """Write such a line to copy; we parse it in every language."""
    return message("Same meaning: {id}", id=id_)


def find_declared(messages: str) -> Iterator[str]:
    """Find the ids in such lines."""
    for line in _LINE.finditer(messages):
        yield from (found[0] for found in _ID.finditer(line[1]))
