"""The bank and its ledger enter; leaves how the two have drifted apart: what changed, and what is stale.

A passage is stale when its mirror was edited after the two were accepted together. That is known from
fingerprints alone: the pair of now is not an accepted one, but one half of it is a half of an accepted one.
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
        halves = [_old_half(row, agreed) for row in reading.rows]
        settled = all(row in agreed or half for row, half in zip(reading.rows, halves, strict=True))
        yield Drift(one, reading, before, moved, tuple(_stale(one, halves, locales)), settled)


def keep_stale(drift: Drift, locales: tuple[str, ...]) -> list[Row]:
    """The rows to remember when one language alone is accepted: of what is stale, those of old."""
    agreed = drift.before.rows(locales) if drift.before else []
    return [_old_row(row, agreed) or row for row in drift.reading.rows]


def _stale(one: Remembered, halves: list[Sequence[int]], locales: tuple[str, ...]) -> Iterator[Stale]:
    for text, half in zip(one.record.texts(), halves, strict=True):
        for column in half:
            since = next(locale for at, locale in enumerate(locales) if at not in half)
            yield Stale(one.record.id, text, locales[column], since)


def _old_half(row: Row, agreed: Sequence[Row]) -> Sequence[int]:
    """The columns that are as they were while another one moved on; none if all moved, or none did."""
    old = _old_row(row, agreed)
    if not old:
        return ()
    return [at for at, print_ in enumerate(row) if print_ == old[at] != MISSING]


def _old_row(row: Row, agreed: Sequence[Row]) -> Row | None:
    """The accepted row of which this one has kept a half. A first translation leaves nothing stale."""
    if row in agreed:
        return None
    for old in agreed:
        pairs = list(zip(row, old, strict=True))
        same = any(new == was != MISSING for new, was in pairs)
        changed = any(new != was and MISSING not in (new, was) for new, was in pairs)
        if same and changed:
            return old
    return None
