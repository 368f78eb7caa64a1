"""What has drifted from the ledger enters; leaves what to say of it, and the ledger that has seen it."""

from __future__ import annotations

from collections.abc import Collection as Container
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from espejo.drift import Drift, keep_stale
from espejo.fingerprints import Row, list_remembered
from espejo.ledger import Entry, move, read_time, write_entry, write_ledger, write_name
from espejo.model import Bank
from espejo.notes import LANGUAGES, name_collection, name_unit
from espejo.problems import Problem


@dataclass(frozen=True, slots=True)
class Behind:
    """What the ledger has not seen: the problems, and the entries and names that it should have.

    An entry of `entries` leaves stale what changed in one language alone. Those of `agreed` are for whoever
    says that the languages say the same; they are there too for what is known to be stale.
    """

    problems: list[Problem]
    entries: Mapping[str, Entry]
    agreed: Mapping[str, Entry]
    names: Mapping[str, Mapping[str, str]]
    retired: Sequence[str]

    def lines(self) -> Iterator[str]:
        """What to put into the ledger by hand."""
        yield from _section("entries:", map(write_entry, self.entries.values()))
        yield from _section("decks:", (write_name(path, name) for path, name in self.names.items()))
        yield from _section("retired:", ([f"  - {id_}"] for id_ in self.retired))

    def agreed_lines(self) -> Iterator[str]:
        """What to put there instead if what changed in one language still says the same in the other."""
        instead = [
            one for id_, one in self.agreed.items() if id_ in self.entries and one != self.entries[id_]
        ]
        yield from _section("entries:", map(write_entry, instead))


def _section(name: str, parts: Iterable[Iterable[str]]) -> Iterator[str]:
    lines = [line for part in parts for line in part]
    yield from (name, *lines) if lines else ()


def find_behind(bank: Bank, now: datetime) -> Behind:
    """What the bank's drifts ask for, and what is new or gone altogether."""
    problems: list[Problem] = []
    locales = tuple(bank.locales)
    asked = [drift for drift in bank.drifts if drift.moved or not drift.settled]
    problems += [Problem(drift.subject.record.place, drift.id, _say(drift, bank)) for drift in asked]
    return Behind(
        problems,
        {drift.id: _entry(drift, now, locales, keep_stale(drift, locales)) for drift in asked},
        {drift.id: _entry(drift, now, locales, drift.reading.rows) for drift in bank.drifts},
        dict(_find_unnamed(bank, problems)),
        list(_find_gone(bank, problems)),
    )


def _say(drift: Drift, bank: Bank) -> str:
    if not (drift.before and drift.before.seen):
        return "not accepted yet."
    names = " and ".join(bank.locales[locale].name for locale in drift.moved)
    left = dict.fromkeys(one.locale for one in drift.stale if one.locale not in drift.moved)
    if left:
        others = " and ".join(bank.locales[locale].name for locale in left)
        return f"changed in {names} since it was last accepted, and not in {others}."
    return f"changed in {names} since it was last accepted." if names else "not accepted together yet."


def _entry(drift: Drift, now: datetime, locales: tuple[str, ...], rows: Iterable[Row]) -> Entry:
    known = drift.before or Entry(id=drift.id, place=drift.subject.record.place)
    seen = known.seen or {}
    moved = {
        locale: f"{move(seen.get(locale, ''), now)} {drift.reading.seen[locale]}" for locale in drift.moved
    }
    columns = zip(*rows, strict=True)
    agreed = {locale: " ".join(column) for locale, column in zip(locales, columns, strict=False)}
    return replace(known, seen={**seen, **moved}, agreed=agreed)


def _find_unnamed(bank: Bank, problems: list[Problem]) -> Iterator[tuple[str, dict[str, str]]]:
    for path, name in _names(bank):
        known = bank.ledger.names.get(path, {})
        if not name.keys() <= known.keys():
            fact = f"'{path}' has no name for its Anki deck yet."
            problems.append(Problem(bank.ledger.place, "", fact))
            yield path, {**name, **known}


def _find_gone(bank: Bank, problems: list[Problem]) -> Iterator[str]:
    there = {one.record.id for one in list_remembered(bank)}
    for entry in bank.ledger.entries:
        if entry.id not in there:
            fact = "no longer in the data. Delete its entry here, and add its id under 'retired'."
            problems.append(Problem(entry.place, entry.id, fact))
            yield entry.id


def catch_up(bank: Bank, behind: Behind, agreed: Container[str] = ()) -> str:
    """The ledger with all that it has not seen or, if ids are named, with these alone, as agreed."""
    ledger = bank.ledger
    new = {id_: behind.agreed[id_] for id_ in behind.agreed if id_ in agreed} if agreed else behind.entries
    retired = {id_ for id_ in behind.retired if not agreed or id_ in agreed}
    entries = [entry for id_, entry in {**ledger.by_id, **new}.items() if id_ not in retired]
    return write_ledger(entries, {**ledger.names, **behind.names}, {*ledger.retired, *retired})


def check_ledger(bank: Bank) -> Iterator[Problem]:
    """An id that has retired is never used again; an entry stands once, has times, and its columns match."""
    retired = frozenset(bank.ledger.retired)
    for one in list_remembered(bank):
        if one.record.id in retired:
            fact = "the id has retired. Give this one the next free id."
            yield Problem(one.record.place, one.record.id, fact)
    first: dict[str, int] = {}
    for entry in bank.ledger.entries:
        if first.setdefault(entry.id, entry.place.line) != entry.place.line:
            yield Problem(
                entry.place, entry.id, f"stands twice, also in line {first[entry.id]}. Keep the later."
            )
        for locale, seen in (entry.seen or {}).items():
            if not read_time(seen):
                fact = f"no time for '{locale}'. Expected such as: 2026-11-16T05:00:00Z 3fa9c1d2"
                yield Problem(entry.place, entry.id, fact)
        if len({len(column.split()) for column in (entry.agreed or {}).values()}) > 1:
            fact = "its languages agree on more passages in one than in the other."
            fact += " Delete its 'agreed' and accept it."
            yield Problem(entry.place, entry.id, fact)


def _names(bank: Bank) -> Iterator[tuple[str, dict[str, str]]]:
    """What the Anki decks of languages, collections, quizzes and decks would be called today."""
    yield LANGUAGES, {locale: language.name for locale, language in bank.locales.items()}
    for collection in bank.collections:
        yield collection.folder, {locale: name_collection(collection, locale) for locale in bank.locales}
        for slug, unit in collection.units.items():
            names = {locale: name_unit(slug, unit, locale) for locale in bank.locales}
            yield f"{collection.folder}/{slug}", names
