"""Data file types: the record class of each, and the type of every file in a bank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from espejo.model.bank import Bank, Home, Identity, Redirects
from espejo.model.collection import Collections, Guide
from espejo.model.figure import Figure
from espejo.model.keys import list_fields
from espejo.model.language import Locale
from espejo.model.ledger import Ledger
from espejo.model.quiz import Deck, Quiz
from espejo.model.reference import Formulas, Glossary, Patterns, Topics

FILE_KINDS: Mapping[str, type] = {
    "quiz": Quiz,
    "deck": Deck,
    "guide": Guide,
    "bank": Identity,
    "home": Home,
    "collections": Collections,
    "topics": Topics,
    "glossary": Glossary,
    "formulas": Formulas,
    "patterns": Patterns,
    "figure": Figure,
    "locale": Locale,
    "redirects": Redirects,
    "ledger": Ledger,
}

FIELDS = frozenset(field for shape in FILE_KINDS.values() for field in list_fields(shape))
"""Everything languages/en.yaml documents: records, their keys, and key options."""

FIXED_FILES: Mapping[type, str] = {
    Identity: "bank.yaml",
    Home: "home.yaml",
    Collections: "collections.yaml",
    Topics: "topics.yaml",
    Glossary: "glossary.yaml",
    Formulas: "reference/formulas.yaml",
    Patterns: "reference/patterns.yaml",
    Redirects: "redirects.yaml",
    Ledger: "ledger.yaml",
}
"""File types with a single file per bank, and its path in data/. All but collections are optional."""

REDIRECTS = FIXED_FILES[Redirects]

_NAMES = {shape: name for name, shape in FILE_KINDS.items()}


def list_files(bank: Bank) -> dict[str, str]:
    """The data files of a bank, with their types; those in FIXED_FILES may not exist."""
    return {file: _NAMES[shape] for file, shape in _files(bank)}


def _files(bank: Bank) -> Iterator[tuple[str, type]]:
    for collection in bank.collections:
        if collection.guide:
            yield collection.guide.place.file, Guide
        for unit in collection.units.values():
            yield unit.place.file, type(unit)
    for locale in bank.locales.values():
        yield locale.place.file, Locale
    for figure in bank.figures.values():
        yield figure.place.file, Figure
    for shape in FIXED_FILES:
        yield fixed_file(bank, shape), shape


def fixed_file(bank: Bank, shape: type) -> str:
    """The project path of a single-file type: data/topics.yaml."""
    return bank.ledger.place.file.removesuffix(FIXED_FILES[Ledger]) + FIXED_FILES[shape]
