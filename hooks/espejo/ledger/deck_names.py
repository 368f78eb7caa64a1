"""Names of Anki decks: taken from titles once, then frozen in the ledger."""

from __future__ import annotations

import re
from collections.abc import Iterator

from espejo.model.addresses import unit_path
from espejo.model.bank import Bank
from espejo.model.collection import Collection
from espejo.model.quiz import Unit
from espejo.model.text import Text
from espejo.passages.fragments import plain

LANGUAGES = "languages"
"""The path under which the ledger keeps the names of the languages, for the top-level decks."""


def suggest_names(bank: Bank) -> Iterator[tuple[str, dict[str, str]]]:
    """The names that languages, collections, quizzes and decks would get today, by path."""
    yield LANGUAGES, {locale: language.name for locale, language in bank.locales.items()}
    for collection in bank.collections:
        yield collection.folder, {locale: name_collection(collection, locale) for locale in bank.locales}
        for slug, unit in collection.units.items():
            names = {locale: name_unit(slug, unit, locale) for locale in bank.locales}
            yield unit_path(collection.folder, slug), names


def name_collection(collection: Collection, locale: str) -> str:
    return _deck_name(collection.title, locale)


def name_unit(slug: str, unit: Unit, locale: str) -> str:
    """The subject of a quiz or deck after the number in its file name, by which Anki sorts."""
    number = re.search(r"\d+", slug)
    return " ".join([*([number[0]] if number else []), _deck_name(unit.subject, locale)])


def _deck_name(text: Text, locale: str) -> str:
    """A title without `::`, which separates a deck from its subdeck in Anki."""
    return re.sub("::+", ":", plain(text.show(locale).markdown))
