"""The bank enters; what its ledger has not seen yet leaves, and the ledger that has seen it."""

from __future__ import annotations

import re
from collections.abc import Collection as Container
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2s

import pyromark

from espejo.ledger import move, read_time, write_entry, write_ledger, write_name
from espejo.markdown import OPTIONS
from espejo.model import Asked, Bank, Card
from espejo.notes import FORM, LANGUAGES, name_collection, name_unit
from espejo.problems import Problem

_CODE = re.compile(r"(<pre>.*?</pre>|<code>.*?</code>)", re.DOTALL)
_QUOTES = str.maketrans("“”‘’«»", '""\'\'""')


@dataclass(frozen=True, slots=True)
class Behind:
    """What the ledger has not seen: the problems, and the entries and names that it should have."""

    problems: list[Problem]
    seen: Mapping[str, Mapping[str, str]]
    names: Mapping[str, Mapping[str, str]]
    retired: list[str]
    proven: Mapping[str, str]

    def lines(self) -> Iterator[str]:
        """What to put into the ledger by hand."""
        if self.seen:
            yield "entries:"
        for id_, seen in self.seen.items():
            yield from write_entry(id_, seen, self.proven.get(id_, ""))
        if self.names:
            yield "decks:"
        for path, name in self.names.items():
            yield from write_name(path, name)
        if self.retired:
            yield "retired:"
        yield from (f"  - {id_}" for id_ in self.retired)


def find_behind(bank: Bank, now: datetime) -> Behind:
    """Compares what is seen of each id with what was last accepted."""
    problems: list[Problem] = []
    return Behind(
        problems,
        dict(_find_moved(bank, now, problems)),
        dict(_find_unnamed(bank, problems)),
        list(_find_gone(bank, problems)),
        bank.ledger.proven,
    )


def _find_moved(bank: Bank, now: datetime, problems: list[Problem]) -> Iterator[tuple[str, dict[str, str]]]:
    for asked in bank.items():
        id_, before = asked.item.id, bank.ledger.seen.get(asked.item.id, {})
        after = {locale: _fingerprints(asked, locale) for locale in bank.locales}
        moved = [locale for locale in after if before.get(locale, "").partition(" ")[2] != after[locale]]
        if moved:
            names = " and ".join(bank.locales[locale].name for locale in moved)
            fact = f"changed in {names} since it was last accepted." if before else "not accepted yet."
            problems.append(Problem(asked.item.place, id_, fact))
            new = {locale: f"{move(before.get(locale, ''), now)} {after[locale]}" for locale in moved}
            yield id_, {**before, **new}


def _find_unnamed(bank: Bank, problems: list[Problem]) -> Iterator[tuple[str, dict[str, str]]]:
    for path, name in _names(bank):
        known = bank.ledger.names.get(path, {})
        if not name.keys() <= known.keys():
            fact = f"'{path}' has no name for its Anki deck yet."
            problems.append(Problem(bank.ledger.place, "", fact))
            yield path, {**name, **known}


def _find_gone(bank: Bank, problems: list[Problem]) -> Iterator[str]:
    there = {asked.item.id for asked in bank.items()} | {one.id for one in bank.reference.entries()}
    for entry in bank.ledger.entries:
        if entry.id not in there:
            fact = "no longer in the data. Delete its entry here, and add its id under 'retired'."
            problems.append(Problem(entry.place, entry.id, fact))
            yield entry.id


def catch_up(bank: Bank, behind: Behind, only: Container[str] = ()) -> str:
    """The ledger as it should be, or, if ids are named, with what is new about them alone."""
    ledger = bank.ledger
    chosen = {id_: seen for id_, seen in behind.seen.items() if not only or id_ in only}
    retired = [id_ for id_ in behind.retired if not only or id_ in only]
    seen = {id_: one for id_, one in {**ledger.seen, **chosen}.items() if id_ not in retired}
    proven = {id_: one for id_, one in ledger.proven.items() if id_ not in retired}
    return write_ledger(seen, {**ledger.names, **behind.names}, {*ledger.retired, *retired}, proven)


def check_ledger(bank: Bank) -> Iterator[Problem]:
    """An id that has retired is never used again, an entry stands once, and it has a time."""
    ledger = bank.ledger
    for asked in bank.items():
        if asked.item.id in ledger.retired:
            fact = "the id has retired. Give this one the next free id."
            yield Problem(asked.item.place, asked.item.id, fact)
    first: dict[str, int] = {}
    for entry in ledger.entries:
        if first.setdefault(entry.id, entry.place.line) != entry.place.line:
            yield Problem(
                entry.place, entry.id, f"stands twice, also in line {first[entry.id]}. Keep the later."
            )
        for locale, seen in (entry.seen or {}).items():
            if not read_time(seen):
                fact = f"no time for '{locale}'. Expected such as: 2026-11-16T05:00:00Z 3fa9c1"
                yield Problem(entry.place, entry.id, fact)


def _names(bank: Bank) -> Iterator[tuple[str, dict[str, str]]]:
    """What the Anki decks of languages, collections, quizzes and decks would be called today."""
    yield LANGUAGES, {locale: language.name for locale, language in bank.locales.items()}
    for collection in bank.collections:
        yield collection.folder, {locale: name_collection(collection, locale) for locale in bank.locales}
        for slug, unit in collection.units.items():
            names = {locale: name_unit(slug, unit, locale) for locale in bank.locales}
            yield f"{collection.folder}/{slug}", names


def _fingerprints(asked: Asked, locale: str) -> str:
    """How an item reads in a language: what it is, and then each passage."""
    item = asked.item
    form: tuple[object, ...] = (FORM, asked.path, *map(str, item.topics))
    if not isinstance(item, Card):
        rights = tuple(choice.correct for choice in item.choices)
        form += (item.kind, item.correct, rights, getattr(asked.unit, "labels", ""), len(item.points))
    passages = (text.show(locale) for text in item.texts())
    read = (f"{passage.locale}\n{_as_read(passage.markdown)}" for passage in passages)
    return " ".join(_hash(part) for part in (repr(form), *read))


def _as_read(markdown: str) -> str:
    """Without what does not matter to a reader: how prose is folded, and which quotation marks it has."""
    parts = _CODE.split(pyromark.html(markdown, options=OPTIONS))
    parts[::2] = [" ".join(part.translate(_QUOTES).split()) for part in parts[::2]]
    return "".join(parts)


def _hash(text: str) -> str:
    return blake2s(text.encode(), digest_size=3).hexdigest()
