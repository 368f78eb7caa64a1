"""Rules about the ledger: retired ids, times, and columns that match."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.authoring.draft import FreeIds
from espejo.model.bank import Bank
from espejo.model.ledger import read_time
from espejo.model.problems import Problem


def check_ledger(bank: Bank) -> Iterator[Problem]:
    """A retired id is never used again; entries and decks are listed once, times exist, columns match."""
    retired, free = frozenset(bank.ledger.retired), FreeIds(bank)
    for record in bank.provable():
        if record.id in retired:
            next_id = free.take(record.id[: record.id.rindex("-") + 1])
            todo = f"Use the next free one: {next_id}" if next_id else "Use another one."
            yield Problem(record.place, record.id, f"the id is retired. {todo}")
    decks: dict[str, int] = {}
    for deck in bank.ledger.decks:
        if deck.path and decks.setdefault(deck.path, deck.place.line) != deck.place.line:
            fact = f"'{deck.path}' is listed twice, also on line {decks[deck.path]}. Keep the earlier one."
            yield Problem(deck.place, "", fact)
    first: dict[str, int] = {}
    for entry in bank.ledger.entries:
        if first.setdefault(entry.id, entry.place.line) != entry.place.line:
            fact = f"listed twice, also on line {first[entry.id]}. Keep the later one."
            yield Problem(entry.place, entry.id, fact)
        for locale, seen in (entry.seen or {}).items():
            if not read_time(seen):
                time = seen.partition(" ")[0]
                fact = (
                    f"there is no such time: {time} ('{locale}'). Restore the line, or accept the id again."
                )
                yield Problem(entry.place, entry.id, fact)
        if len({len(column.split()) for column in (entry.agreed or {}).values()}) > 1:
            fact = "the number of accepted passages differs between languages."
            fact += " Delete 'agreed' and accept the id again."
            yield Problem(entry.place, entry.id, fact)
