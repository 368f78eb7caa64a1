"""Kinds of data file: the record class of each, and which kind every file of a bank is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from espejo.model.bank import Bank, Redirects
from espejo.model.collection import Collections, Guide
from espejo.model.keys import list_fields
from espejo.model.language import Locale
from espejo.model.ledger import Ledger
from espejo.model.quiz import Deck, Quiz
from espejo.model.reference import Formula, Formulas, Glossary, Pattern, Patterns, Term, Topic, Topics

FILE_KINDS: Mapping[str, type] = {
    "quiz": Quiz,
    "deck": Deck,
    "guide": Guide,
    "collections": Collections,
    "topics": Topics,
    "glossary": Glossary,
    "formulas": Formulas,
    "patterns": Patterns,
    "locale": Locale,
    "redirects": Redirects,
    "ledger": Ledger,
}

FIELDS = frozenset(field for shape in FILE_KINDS.values() for field in list_fields(shape))
"""Everything that data/locales describes in a sentence: records, their keys, and the options of keys."""

REDIRECTS = "redirects.yaml"
SCHEMAS = "docs/schema"

_LISTS = {Term: Glossary, Topic: Topics, Formula: Formulas, Pattern: Patterns}
_NAMES = {shape: name for name, shape in FILE_KINDS.items()}


def list_files(bank: Bank) -> dict[str, str]:
    """The data files of a bank, each with the name of its kind; the redirects may not exist."""
    return {file: _NAMES[shape] for file, shape in _files(bank)}


def _files(bank: Bank) -> Iterator[tuple[str, type]]:
    for collection in bank.collections:
        yield collection.place.file, Collections
        if collection.guide:
            yield collection.guide.place.file, Guide
        for unit in collection.units.values():
            yield unit.place.file, type(unit)
    for record in bank.reference.records():
        yield record.place.file, _LISTS[type(record)]
    for locale in bank.locales.values():
        yield locale.place.file, Locale
    ledger = bank.ledger.place.file
    yield ledger.replace("ledger.yaml", REDIRECTS), Redirects
    yield ledger, Ledger


def schema_line(file: str, kind: str) -> str:
    """The first line of a file: the relative path of its schema, so that editors find it offline."""
    return f"# yaml-language-server: $schema={'../' * file.count('/')}{SCHEMAS}/{kind}.json"
