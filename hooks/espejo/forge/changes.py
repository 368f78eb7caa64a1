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

ByLocale = Mapping[str, str]
Values = Mapping[str, ByLocale]
"""The values of a record: by the name of the key, then by locale."""


class Subject(NamedTuple):
    """Something that can change: what it is, its id, its address on the site and its place in the data."""

    noun: str
    id: str
    path: str
    anchor: str
    title: Text
    place: Place
    last_line: int


class Edit(NamedTuple):
    """One value that changed: its name, the locales in which it changed, and those left stale by that."""

    name: str
    locales: tuple[str, ...]
    stale: tuple[str, ...]


class Edited(NamedTuple):
    """A subject and what changed in it."""

    subject: Subject
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """All changes, in the order of the bank."""

    added: tuple[Subject, ...]
    removed: tuple[Subject, ...]
    edited: tuple[Edited, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.edited)

    def stale(self) -> Iterator[tuple[Subject, Edit]]:
        """The values that were edited in one language only and not accepted together with the other."""
        return ((edited.subject, edit) for edited in self.edited for edit in edited.edits if edit.stale)


def find_changes(inspection: Inspection) -> Changes:
    """Compare the subjects that both banks have, and list those that only one of them has.

    A file that cannot be read in one of them is left out, so that its contents do not count as removed.
    """
    base = inspection.base
    if base is None:
        raise ValueError("there is no earlier version to compare with")
    unread, locales = base.unread | inspection.unread, tuple(inspection.bank.locales)
    before, after = _index_subjects(base.bank, unread), _index_subjects(inspection.bank, unread)
    pairs = ((subject, before[key][1], values) for key, (subject, values) in after.items() if key in before)
    compared = ((subject, tuple(_compare(old, new, locales))) for subject, old, new in pairs)
    agreed = _find_agreed(inspection)
    edited = (
        Edited(subject, _clear_stale(edits) if subject.id in agreed else edits) for subject, edits in compared
    )
    return Changes(
        tuple(subject for key, (subject, _) in after.items() if key not in before),
        tuple(subject for key, (subject, _) in before.items() if key not in after),
        tuple(entry for entry in edited if entry.edits),
    )


def _compare(before: Values, after: Values, locales: tuple[str, ...]) -> Iterator[Edit]:
    for name in dict.fromkeys([*after, *before]):
        old, new = before.get(name, {}), after.get(name, {})
        changed = tuple(locale for locale in locales if old.get(locale) != new.get(locale))
        rewritten = any(locale in old and locale in new for locale in changed)
        unchanged = tuple(locale for locale in locales if locale in new and locale not in changed)
        if changed:
            yield Edit(name, changed, unchanged if rewritten else ())


def _find_agreed(inspection: Inspection) -> set[str]:
    """The ids whose languages agree, according to the ledger."""
    stale = {passage.id for passage in inspection.stale}
    return set() if inspection.faults else inspection.bank.ledger.by_id.keys() - stale


def _clear_stale(edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    return tuple(edit._replace(stale=()) for edit in edits)


def _index_subjects(bank: Bank, unread: Container[str]) -> dict[tuple[str, str], tuple[Subject, Values]]:
    locales = tuple(bank.locales)
    found: dict[tuple[str, str], tuple[Subject, Values]] = {
        (subject.noun, subject.id): (subject, dict(_list_values(record, locales)))
        for subject, record in _list_subjects(bank)
        if subject.place.file not in unread
    }
    for locale, language in bank.locales.items():
        name = Text({ONCE: language.name}, language.place)
        subject = Subject("language", locale, "", "", name, language.place, language.place.line)
        found["language", locale] = subject, dict(_list_values(language, (locale,)))
    return found


def _list_subjects(bank: Bank) -> Iterator[tuple[Subject, Any]]:
    """Everything that has an id or an address, in reading order."""
    for collection in bank.collections:
        yield _page_subject("collection", collection.folder, collection), collection
        for number, course in enumerate(collection.guide.courses if collection.guide else (), 1):
            subject = _page_subject("course", collection.folder, course)
            yield subject._replace(id=f"{collection.folder} {number}"), course
    for collection, slug, unit in bank.units():
        path = unit_path(collection.folder, slug)
        yield _page_subject("deck" if isinstance(unit, Deck) else "quiz", path, unit), unit
        for item in unit.items:
            noun = "card" if isinstance(item, Card) else "question"
            yield _anchor_subject(noun, path, item, item.heading), item
    for formula in bank.reference.formulas:
        yield _anchor_subject("formula", FORMULAS, formula, formula.title), formula
    for pattern in bank.reference.patterns:
        yield _anchor_subject("pattern", PATTERNS, pattern, pattern.title), pattern
    for term in bank.reference.terms:
        yield _anchor_subject("term", GLOSSARY, term, term.term), term
    for topic in bank.reference.topics:
        yield _page_subject("topic", topic_path(topic.id), topic), topic


def _page_subject(noun: str, path: str, record: Any) -> Subject:
    """A subject that has its own page."""
    return Subject(noun, path, path, "", record.title, record.place, record.place.line)


def _anchor_subject(noun: str, path: str, record: Any, title: Text) -> Subject:
    """A subject that shares a page with others."""
    last = getattr(record, "last_line", record.place.line)
    return Subject(noun, record.id, path, record.id, title, record.place, last)


def _list_values(record: Any, locales: tuple[str, ...], prefix: str = "") -> Iterator[tuple[str, ByLocale]]:
    """The value of each key of a record, by locale; nested records that have their own id are left out.

    The value of a text is its fingerprint, so that folding its lines does not count as a change. In programs
    and everything else, every character counts.
    """
    for name, value in _list_keys(record):
        if isinstance(value, Text):
            prints = {locale: fingerprint(markdown) for locale, markdown in value.passages.items()}
            yield prefix + name, prints if value.differs else dict.fromkeys(locales, prints[ONCE])
        elif not is_dataclass(value):
            yield prefix + name, dict.fromkeys(locales, str(value))
        elif not hasattr(value, "id"):
            yield from _list_values(value, locales, f"{prefix}{name} ")


def _list_keys(record: Any) -> Iterator[tuple[str, Any]]:
    """The keys of a record that are present, and their values; items of a list have a number, from 1."""
    for field in fields(record):
        value = getattr(record, field.name)
        if "key" not in field.metadata or value is None or field.name == "id":
            continue
        if isinstance(value, tuple):
            yield from ((f"{field.name} {number}", item) for number, item in enumerate(value, 1))
        elif isinstance(value, Mapping):
            yield from ((f"{field.name} {name}", item) for name, item in value.items())
        else:
            yield field.name, value
