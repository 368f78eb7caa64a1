"""The kinds of file under data/, each with the shape of its record; and of each file of a bank, its kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from espejo.keys import list_fields
from espejo.ledger import Ledger
from espejo.markdown import find_faults
from espejo.model import Bank, Collections, Deck, Guide, Locale, Quiz
from espejo.problems import Problem, suggest
from espejo.redirects import REDIRECTS, Redirects
from espejo.reference import Formula, Formulas, Glossary, Pattern, Patterns, Term, Topic, Topics

SHAPES: Mapping[str, type] = {
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

FIELDS = frozenset(field for shape in SHAPES.values() for field in list_fields(shape))
"""What data/locales has a sentence about."""

_LISTS = {Term: Glossary, Topic: Topics, Formula: Formulas, Pattern: Patterns}
_NAMES = {shape: name for name, shape in SHAPES.items()}


def list_files(bank: Bank) -> dict[str, str]:
    """The files a bank may have, each with the name of its kind; all but the redirects must be there."""
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


def check_fields(bank: Bank) -> Iterator[Problem]:
    """Every language says what each file, key and option is for, in a passage that a page can show."""
    for language in bank.locales.values():
        for name in sorted(FIELDS - language.fields.keys()):
            yield Problem(language.place, "", f"missing field '{name}'. Say under 'fields' what it is for.")
        for name, said in language.fields.items():
            if name not in FIELDS:
                yield Problem(language.place, "", f"unknown field '{name}'.{suggest(name, FIELDS)}")
            for fault in find_faults(said):
                yield Problem(language.place, "", f"field '{name}': {fault.fact}")
