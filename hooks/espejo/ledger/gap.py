"""Ledger gap: what the ledger has not recorded yet, and the ledger brought up to date."""

from __future__ import annotations

from collections.abc import Collection as Container
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from espejo.ledger.deck_names import suggest_names
from espejo.ledger.drift import Drift, keep_stale
from espejo.ledger.fingerprints import Row
from espejo.ledger.write import next_time, write_entry, write_ledger, write_name, write_retired
from espejo.model.bank import Bank
from espejo.model.ledger import Entry
from espejo.model.problems import Problem


@dataclass(frozen=True, slots=True)
class LedgerGap:
    """What the ledger has not recorded: the problems, and the entries and names that it should have.

    The entries in `entries` leave stale what was edited in one language alone. Those in `agreed` are for
    whoever declares that the languages agree; they also cover what is already known to be stale.
    """

    problems: list[Problem]
    entries: Mapping[str, Entry]
    agreed: Mapping[str, Entry]
    names: Mapping[str, Mapping[str, str]]
    retired: Sequence[str]

    def lines(self) -> Iterator[str]:
        """The lines to paste into the ledger."""
        yield from _section("entries:", map(write_entry, self.entries.values()))
        yield from _section("decks:", (write_name(path, name) for path, name in self.names.items()))
        yield from _section("retired:", map(write_retired, self.retired))

    def agreed_lines(self) -> Iterator[str]:
        """The lines to paste instead if the unedited language still says the same."""
        instead = [
            one for id_, one in self.agreed.items() if id_ in self.entries and one != self.entries[id_]
        ]
        yield from _section("entries:", map(write_entry, instead))


def _section(name: str, parts: Iterable[Iterable[str]]) -> Iterator[str]:
    lines = [line for part in parts for line in part]
    yield from (name, *lines) if lines else ()


def find_gap(bank: Bank, drifts: Iterable[Drift], now: datetime) -> LedgerGap:
    """What the drifts of a bank ask for, and what is new or gone altogether."""
    problems: list[Problem] = []
    locales = tuple(bank.locales)
    drifts = list(drifts)
    open_ = [drift for drift in drifts if drift.moved or not drift.settled]
    problems += [Problem(drift.subject.record.place, drift.id, _describe(drift, bank)) for drift in open_]
    return LedgerGap(
        problems,
        {drift.id: _entry(drift, now, locales, keep_stale(drift, locales)) for drift in open_},
        {drift.id: _entry(drift, now, locales, drift.now.rows) for drift in drifts},
        dict(_find_unnamed(bank, problems)),
        list(_find_gone(bank, problems)),
    )


def _describe(drift: Drift, bank: Bank) -> str:
    if not (drift.before and drift.before.seen):
        return "not accepted yet."
    names = " and ".join(bank.locales[locale].name for locale in drift.moved)
    left = dict.fromkeys(one.locale for one in drift.stale if one.locale not in drift.moved)
    if left:
        others = " and ".join(bank.locales[locale].name for locale in left)
        return f"changed in {names} since it was last accepted, but not in {others}."
    return f"changed in {names} since it was last accepted." if names else "not accepted together yet."


def _entry(drift: Drift, now: datetime, locales: tuple[str, ...], rows: Iterable[Row]) -> Entry:
    known = drift.before or Entry(id=drift.id, place=drift.subject.record.place)
    seen = known.seen or {}
    moved = {
        locale: f"{next_time(seen.get(locale, ''), now)} {drift.now.seen[locale]}" for locale in drift.moved
    }
    columns = zip(*rows, strict=True)
    agreed = {locale: " ".join(column) for locale, column in zip(locales, columns, strict=False)}
    return replace(known, seen={**seen, **moved}, agreed=agreed)


def _find_unnamed(bank: Bank, problems: list[Problem]) -> Iterator[tuple[str, dict[str, str]]]:
    for path, name in suggest_names(bank):
        known = bank.ledger.names.get(path, {})
        if not name.keys() <= known.keys():
            problems.append(Problem(bank.ledger.place, "", f"'{path}' has no Anki deck name yet."))
            yield path, {**name, **known}


def _find_gone(bank: Bank, problems: list[Problem]) -> Iterator[str]:
    present = {record.id for record in bank.provable()}
    for entry in bank.ledger.entries:
        if entry.id not in present:
            fact = "no longer in the data. Delete its entry here, and add its id under 'retired'."
            problems.append(Problem(entry.place, entry.id, fact))
            yield entry.id


def update_ledger(bank: Bank, gap: LedgerGap, agreed: Container[str] = ()) -> str:
    """The ledger with the gap closed or, if ids are named, these alone, as agreed, and the deck names."""
    ledger = bank.ledger
    new = {id_: gap.agreed[id_] for id_ in gap.agreed if id_ in agreed} if agreed else gap.entries
    retired = {id_ for id_ in gap.retired if not agreed or id_ in agreed}
    entries = [entry for id_, entry in {**ledger.by_id, **new}.items() if id_ not in retired]
    return write_ledger(entries, {**ledger.names, **gap.names}, {*ledger.retired, *retired})
