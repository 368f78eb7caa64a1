"""Summary subjects: everything in a bank that can change, with its values, address, and place."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple

from espejo.markdown.fingerprint import fingerprint
from espejo.messages.message import message
from espejo.model.addresses import FORMULAS, GLOSSARY, PATTERNS, topic_path, unit_path
from espejo.model.bank import ESPEJO, Bank
from espejo.model.problems import Place
from espejo.model.quiz import Card, Deck, Item
from espejo.model.text import ONCE, Text

ByLocale = Mapping[str, str]
Values = Mapping[str, ByLocale]
"""The values of a record, by key name, then by locale."""


SubjectKey = tuple[str, str]
"""The noun and id that identify a subject."""


class Subject(NamedTuple):
    """Something that can change, with its noun, id, address on the site, and place in the data."""

    noun: str
    id: str
    path: str
    anchor: str
    title: Text
    place: Place
    last_line: int


NOUNS = {
    "collection": message("collection"),
    "course": message("course"),
    "quiz": message("quiz"),
    "deck": message("deck"),
    "question": message("question"),
    "card": message("card"),
    "formula": message("formula"),
    "pattern": message("pattern"),
    "term": message("term"),
    "topic": message("topic"),
    "language": message("language"),
    "file": message("file"),
}
"""The translatable nouns of subjects."""


def index_subjects(bank: Bank, unread: Container[str]) -> dict[SubjectKey, tuple[Subject, Values]]:
    """Index everything in a bank that can change, with the values of its keys, skipping `unread` files."""
    locales = tuple(bank.locales)
    found: dict[SubjectKey, tuple[Subject, Values]] = {
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
    """List the bank's settings and everything with an id or address, in reading order."""
    if (identity := bank.identity) is not ESPEJO:  # the default for a missing file
        name, place = Path(identity.place.file).name, identity.place
        yield Subject("file", name, "", "", identity.name, place, place.line), identity
    for collection in bank.collections:
        yield _page_subject("collection", collection.folder, collection), collection
        for number, course in enumerate(collection.guide.courses if collection.guide else (), 1):
            subject = _page_subject("course", collection.folder, course)
            yield subject._replace(id=f"{collection.folder} {number}"), course
    for collection, slug, unit in bank.units():
        path = unit_path(collection.folder, slug)
        yield _page_subject("deck" if isinstance(unit, Deck) else "quiz", path, unit), unit
        yield from ((item_subject(path, item), item) for item in unit.items)
    for formula in bank.reference.formulas:
        yield _anchor_subject("formula", FORMULAS, formula, formula.title), formula
    for pattern in bank.reference.patterns:
        yield _anchor_subject("pattern", PATTERNS, pattern, pattern.title), pattern
    for term in bank.reference.terms:
        yield _anchor_subject("term", GLOSSARY, term, term.term), term
    for topic in bank.reference.topics:
        yield _page_subject("topic", topic_path(topic.id), topic), topic


def item_subject(path: str, item: Item) -> Subject:
    """A question or card on the page of its quiz or deck."""
    return _anchor_subject("card" if isinstance(item, Card) else "question", path, item, item.heading)


def _page_subject(noun: str, path: str, record: Any) -> Subject:
    """A subject that has its own page."""
    return Subject(noun, path, path, "", record.title, record.place, record.place.line)


def _anchor_subject(noun: str, path: str, record: Any, title: Text) -> Subject:
    """A subject that shares a page with others."""
    last = getattr(record, "last_line", record.place.line)
    return Subject(noun, record.id, path, record.id, title, record.place, last)


def _list_values(record: Any, locales: tuple[str, ...], prefix: str = "") -> Iterator[tuple[str, ByLocale]]:
    """The value of each key of a record, by locale, except for nested records with their own ids.

    The value of a text is its fingerprint, so rewrapping its lines doesn't count as a change. In programs and
    other values, every character counts.
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
    """The present keys of a record and their values; list items are numbered from 1."""
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
