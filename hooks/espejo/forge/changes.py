"""Changes between two versions of a bank: what was added, removed and edited, and in which languages."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, NamedTuple

from espejo.check.project import Inspection
from espejo.ledger.fingerprints import fingerprint
from espejo.model.addresses import FORMULAS, GLOSSARY, PATTERNS, topic_path, unit_path
from espejo.model.bank import Bank
from espejo.model.problems import Place
from espejo.model.quiz import Card, Deck
from espejo.model.text import ONCE, Text

Said = Mapping[str, str]
Values = Mapping[str, Said]


class Subject(NamedTuple):
    """Something that can change: what it is, its id, where it is shown and where it is written."""

    noun: str
    id: str
    path: str
    anchor: str
    title: Text
    place: Place
    last_line: int


class Edit(NamedTuple):
    """One passage that changed: its name, in which languages, and which language was left as it was."""

    name: str
    locales: tuple[str, ...]
    left: tuple[str, ...]


class Edited(NamedTuple):
    """A subject and what changed about it."""

    subject: Subject
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """All of it, in the order of the bank."""

    added: tuple[Subject, ...]
    removed: tuple[Subject, ...]
    edited: tuple[Edited, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.edited)

    def stale(self) -> Iterator[tuple[Subject, Edit]]:
        """What was edited in one language alone, and not accepted together with the other."""
        return ((one.subject, edit) for one in self.edited for edit in one.edits if edit.left)


def find_changes(inspection: Inspection) -> Changes:
    """Compare what both banks have under one id, and list what only one of them has.

    A file that cannot be read in one of them is left out: it does not count as emptied.
    """
    base = inspection.base
    if base is None:
        raise ValueError("there is no earlier version to compare with")
    unread, locales = base.unread | inspection.unread, tuple(inspection.bank.locales)
    before, after = _subjects(base.bank, unread), _subjects(inspection.bank, unread)
    pairs = ((now, before[key][1], values) for key, (now, values) in after.items() if key in before)
    compared = ((now, tuple(_compare(was, values, locales))) for now, was, values in pairs)
    agreed = _find_agreed(inspection)
    edited = (Edited(now, _settle(edits) if now.id in agreed else edits) for now, edits in compared)
    return Changes(
        tuple(subject for key, (subject, _) in after.items() if key not in before),
        tuple(subject for key, (subject, _) in before.items() if key not in after),
        tuple(one for one in edited if one.edits),
    )


def _compare(before: Values, after: Values, locales: tuple[str, ...]) -> Iterator[Edit]:
    for name in dict.fromkeys([*after, *before]):
        was, now = before.get(name, {}), after.get(name, {})
        moved = tuple(one for one in locales if was.get(one) != now.get(one))
        rewritten = any(one in was and one in now for one in moved)
        left = tuple(one for one in locales if one in now and one not in moved) if rewritten else ()
        if moved:
            yield Edit(name, moved, left)


def _find_agreed(inspection: Inspection) -> set[str]:
    """The ids whose languages agree, according to the ledger."""
    stale = {one.id for one in inspection.stale}
    return set() if inspection.faults else inspection.bank.ledger.by_id.keys() - stale


def _settle(edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    return tuple(edit._replace(left=()) for edit in edits)


def _subjects(bank: Bank, unread: Container[str]) -> dict[tuple[str, str], tuple[Subject, Values]]:
    locales = tuple(bank.locales)
    found: dict[tuple[str, str], tuple[Subject, Values]] = {
        (subject.noun, subject.id): (subject, dict(_values(record, locales)))
        for subject, record in _records(bank)
        if subject.place.file not in unread
    }
    for locale, language in bank.locales.items():
        name = Text({ONCE: language.name}, language.place)
        subject = Subject("language", locale, "", "", name, language.place, language.place.line)
        found["language", locale] = subject, dict(_values(language, (locale,)))
    return found


def _records(bank: Bank) -> Iterator[tuple[Subject, Any]]:
    """Everything that has an id or an address, in reading order."""
    for collection in bank.collections:
        yield _whole("collection", collection.folder, collection), collection
        for number, course in enumerate(collection.guide.courses if collection.guide else (), 1):
            subject = _whole("course", collection.folder, course)
            yield subject._replace(id=f"{collection.folder} {number}"), course
    for collection, slug, unit in bank.units():
        path = unit_path(collection.folder, slug)
        yield _whole("deck" if isinstance(unit, Deck) else "quiz", path, unit), unit
        for item in unit.items:
            yield _part("card" if isinstance(item, Card) else "question", path, item, item.heading), item
    for formula in bank.reference.formulas:
        yield _part("formula", FORMULAS, formula, formula.title), formula
    for pattern in bank.reference.patterns:
        yield _part("pattern", PATTERNS, pattern, pattern.title), pattern
    for term in bank.reference.terms:
        yield _part("term", GLOSSARY, term, term.term), term
    for topic in bank.reference.topics:
        yield _whole("topic", topic_path(topic.id), topic), topic


def _whole(noun: str, path: str, record: Any) -> Subject:
    """Something that has a page."""
    return Subject(noun, path, path, "", record.title, record.place, record.place.line)


def _part(noun: str, path: str, record: Any, title: Text) -> Subject:
    """Something that stands on a page with others."""
    last = getattr(record, "last_line", record.place.line)
    return Subject(noun, record.id, path, record.id, title, record.place, last)


def _values(record: Any, locales: tuple[str, ...], before: str = "") -> Iterator[tuple[str, Said]]:
    """What a record says under each key, by language; what has an id of its own is no part of another.

    Of a text its fingerprint, since how prose is folded is no change; of a program and all else every letter.
    """
    for name, value in _keys(record):
        if isinstance(value, Text):
            prints = {locale: fingerprint(said) for locale, said in value.passages.items()}
            yield before + name, prints if value.differs else dict.fromkeys(locales, prints[ONCE])
        elif not is_dataclass(value):
            yield before + name, dict.fromkeys(locales, str(value))
        elif not hasattr(value, "id"):
            yield from _values(value, locales, f"{before}{name} ")


def _keys(record: Any) -> Iterator[tuple[str, Any]]:
    """The keys of a record as they are written; those of a list with their number, from 1."""
    for field in fields(record):
        value = getattr(record, field.name)
        if "key" not in field.metadata or value is None or field.name == "id":
            continue
        if isinstance(value, tuple):
            yield from ((f"{field.name} {number}", one) for number, one in enumerate(value, 1))
        elif isinstance(value, Mapping):
            yield from ((f"{field.name} {name}", one) for name, one in value.items())
        else:
            yield field.name, value
