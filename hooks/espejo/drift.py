"""The bank and its ledger enter; leaves how the two have drifted apart: what changed, and what is stale.

A passage is stale when its mirror was edited after the two were accepted together. That is known from
fingerprints alone: the pair of now is not an accepted one, but one half of it is a half of an accepted one.
With three languages an edit made while another is still stale may go unnoticed; with two it cannot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from espejo.fingerprints import Reading, Remembered, Row, list_remembered, read_record
from espejo.ledger import MISSING, Entry
from espejo.model import Bank
from espejo.text import Stale


class Drift(NamedTuple):
    """One record that is not as the ledger remembers it."""

    subject: Remembered
    reading: Reading
    before: Entry | None
    moved: tuple[str, ...]  # the languages in which what a learner sees changed
    stale: tuple[Stale, ...]
    settled: bool  # whether all that is not stale has been accepted

    @property
    def id(self) -> str:
        return self.subject.record.id


def find_drifts(bank: Bank) -> Iterator[Drift]:
    """Compares each record with what was last accepted."""
    locales = tuple(bank.locales)
    for one in list_remembered(bank):
        before = bank.ledger.by_id.get(one.record.id)
        reading = read_record(one, locales)
        if before is None:
            yield Drift(one, reading, None, locales, (), False)
            continue
        moved = tuple(locale for locale in locales if before.digest(locale) != reading.seen[locale])
        agreed = before.rows(locales)
        if not moved and all(row in agreed for row in reading.rows):
            continue
        olds = match_rows(reading.rows, agreed)
        settled = all(row in agreed or old for row, old in zip(reading.rows, olds, strict=True))
        yield Drift(one, reading, before, moved, tuple(_stale(one, reading.rows, olds, locales)), settled)


def keep_stale(drift: Drift, locales: tuple[str, ...]) -> list[Row]:
    """The rows to remember when one language alone is accepted: of what is stale, those of old."""
    agreed = drift.before.rows(locales) if drift.before else []
    rows = drift.reading.rows
    return [old or row for row, old in zip(rows, match_rows(rows, agreed), strict=True)]


def _stale(
    one: Remembered, rows: Sequence[Row], olds: Sequence[Row | None], locales: tuple[str, ...]
) -> Iterator[Stale]:
    for text, row, old in zip(one.record.texts(), rows, olds, strict=True):
        if old:
            moved = next(at for at, new in enumerate(row) if new not in (old[at], MISSING))
            for column, new in enumerate(row):
                if new == old[column] != MISSING:
                    yield Stale(one.record.id, text, locales[column], locales[moved])


def match_rows(rows: Sequence[Row], agreed: Sequence[Row]) -> list[Row | None]:
    """For each row that is not an accepted one, that of which it has kept a half, if there is one.

    An accepted row answers for one text at most; the one that stood in the same place is asked first.
    """
    free = [old for old in agreed if old not in rows]
    olds: list[Row | None] = []
    for at, row in enumerate(rows):
        near = [old for old in agreed[at : at + 1] if old in free]
        old = None if row in agreed else next((one for one in (*near, *free) if _is_half(row, one)), None)
        if old:
            free.remove(old)
        olds.append(old)
    return olds


def _is_half(row: Row, old: Row) -> bool:
    """Whether one language moved on and another did not. A first translation leaves nothing stale."""
    pairs = list(zip(row, old, strict=True))
    same = any(new == was != MISSING for new, was in pairs)
    return same and any(new != was and MISSING not in (new, was) for new, was in pairs)
