"""Rules about the ledger: retired ids, times, and columns that match."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.model.bank import Bank
from espejo.model.ledger import read_time
from espejo.model.problems import Problem


def check_ledger(bank: Bank) -> Iterator[Problem]:
    """A retired id is never used again; an entry is listed once, has times, and its columns match."""
    retired = frozenset(bank.ledger.retired)
    for record in bank.provable():
        if record.id in retired:
            fact = "the id has retired. Give this one the next free id."
            yield Problem(record.place, record.id, fact)
    first: dict[str, int] = {}
    for entry in bank.ledger.entries:
        if first.setdefault(entry.id, entry.place.line) != entry.place.line:
            fact = f"listed twice, also on line {first[entry.id]}. Keep the later one."
            yield Problem(entry.place, entry.id, fact)
        for locale, seen in (entry.seen or {}).items():
            if not read_time(seen):
                fact = f"no time for '{locale}'. Expected such as: 2026-11-16T05:00:00Z 3fa9c1d2"
                yield Problem(entry.place, entry.id, fact)
        if len({len(column.split()) for column in (entry.agreed or {}).values()}) > 1:
            fact = "its languages do not have the same number of accepted passages."
            fact += " Delete its 'agreed' and accept it."
            yield Problem(entry.place, entry.id, fact)
