"""Ledger rules: retired ids, duplicate entries, valid times, and matching columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from espejo.ledger.free_ids import FreeIds
from espejo.messages.message import message, sentences
from espejo.model.bank import Bank
from espejo.model.ledger import Entry, TermEntry, read_time
from espejo.model.problems import Problem


def check_ledger(bank: Bank) -> Iterator[Problem]:
    """Retired ids are never reused, entries and decks are unique, times are valid, and columns match."""
    retired, free = frozenset(bank.ledger.retired), FreeIds(bank)
    for record in bank.provable():
        if record.id in retired:
            next_id = free.take(record.id[: record.id.rindex("-") + 1])
            advice = (
                message("Use the next free one: {id}", id=next_id) if next_id else message("Use another one.")
            )
            yield Problem(record.place, record.id, sentences(message("the id is retired."), advice))
    decks: dict[str, int] = {}
    for deck in bank.ledger.decks:
        if deck.path and decks.setdefault(deck.path, deck.place.line) != deck.place.line:
            fact = message(
                "'{path}' is listed twice, also on line {line}. Keep the earlier one.",
                path=deck.path,
                line=str(decks[deck.path]),
            )
            yield Problem(deck.place, "", fact)
    yield from _check_listed(bank.ledger.entries)
    yield from _check_listed(bank.ledger.terms)
    for entry in bank.ledger.entries:
        if len({len(column.split()) for column in (entry.agreed or {}).values()}) > 1:
            fact = message(
                "the number of accepted passages differs between languages. "
                "Delete 'agreed' and accept the id again."
            )
            yield Problem(entry.place, entry.id, fact)


def _check_listed(entries: Iterable[Entry | TermEntry]) -> Iterator[Problem]:
    """Check that each id is listed once and has valid times."""
    first: dict[str, int] = {}
    for entry in entries:
        if first.setdefault(entry.id, entry.place.line) != entry.place.line:
            fact = message(
                "listed twice, also on line {line}. Keep the later one.", line=str(first[entry.id])
            )
            yield Problem(entry.place, entry.id, fact)
        for locale, seen in (entry.seen or {}).items():
            if not read_time(seen):
                fact = message(
                    "there is no such time: {time} ('{locale}'). Restore the line, or accept the id again.",
                    time=seen.partition(" ")[0],
                    locale=locale,
                )
                yield Problem(entry.place, entry.id, fact)
