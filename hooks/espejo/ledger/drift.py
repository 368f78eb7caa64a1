"""Drift: how the bank differs from its ledger. Which records have changed, and which passages are stale.

A passage is stale when its mirror was edited after the two were accepted together. Fingerprints alone tell:
today's pair is not an accepted one, but one half of it is a half of an accepted one. With three languages, an
edit made while another language is still stale may go unnoticed; with two it cannot.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from espejo.ledger.fingerprints import Fingerprints, Remembered, Row, list_remembered, take_fingerprints
from espejo.model.bank import Bank
from espejo.model.ledger import MISSING, Entry
from espejo.model.text import Text


class Stale(NamedTuple):
    """A passage whose mirror was edited after the two were accepted together."""

    id: str
    text: Text
    locale: str
    since: str  # the locale that was edited


class Drift(NamedTuple):
    """One record that differs from what the ledger remembers."""

    subject: Remembered
    now: Fingerprints
    before: Entry | None
    moved: tuple[str, ...]  # the locales in which what a learner sees has changed
    stale: tuple[Stale, ...]
    settled: bool  # whether everything that is not stale has been accepted

    @property
    def id(self) -> str:
        return self.subject.record.id

    @property
    def left(self) -> str:
        """The page that a question or card has left; empty if it is where it was."""
        at = self.before.at if self.before else ""
        return "" if self.is_placed else at

    @property
    def edited(self) -> tuple[str, ...]:
        """The locales in which something has changed besides the page."""
        if not (self.before and self.left):
            return self.moved
        there = take_fingerprints(self.subject.at(self.left), self.moved).seen
        return tuple(locale for locale in self.moved if self.before.digest(locale) != there[locale])

    @property
    def is_placed(self) -> bool:
        """Whether the ledger knows where it stands."""
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
    """The rows to remember when one language alone is accepted: the old ones of whatever is stale."""
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
    """For each row that is not accepted, the accepted row that shares a half with it, if there is one.

    An accepted row is matched with one text at most; the row at the same position is tried first.
    """
    accepted, free = frozenset(agreed), _FreeRows(rows, agreed)
    return [None if row in accepted else free.take(row, at) for at, row in enumerate(rows)]


class _FreeRows:
    """The accepted rows that no text has any more, indexed by each of their fingerprints."""

    def __init__(self, rows: Sequence[Row], agreed: Sequence[Row]) -> None:
        present = frozenset(rows)
        self._rows = {at: old for at, old in enumerate(agreed) if old not in present}
        self._by_half: dict[tuple[int, str], deque[int]] = {}
        for at, old in self._rows.items():
            for half in enumerate(old):
                self._by_half.setdefault(half, deque()).append(at)

    def take(self, row: Row, at: int) -> Row | None:
        """Take the row at this position, or else the first that shares a half with `row`."""
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
    """Whether one language was edited and another was not. A first translation leaves nothing stale."""
    pairs = list(zip(row, old, strict=True))
    same = any(new == was != MISSING for new, was in pairs)
    return same and any(new != was and MISSING not in (new, was) for new, was in pairs)
