"""Anki deck names: derived from titles once, then frozen in the ledger."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from espejo.markdown.fragments import plain
from espejo.model.addresses import GLOSSARY, unit_path
from espejo.model.bank import Bank
from espejo.model.collection import Collection
from espejo.model.problems import Place
from espejo.model.quiz import Unit
from espejo.model.text import Text

_NOT_IN_A_NAME = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_BRACKETS = str.maketrans("<>", "‹›")
_ENDS = ":" + "".join(filter(str.isspace, map(chr, range(0x3001))))

LANGUAGES = "languages"
"""Ledger path for the language names used in top-level decks."""


def suggest_names(bank: Bank) -> Iterator[tuple[str, Place, dict[str, str]]]:
    """Deck names that languages, the glossary, collections, and units would get today, by path, with places.

    A language without a translated title gets no name yet: one in another language would stay forever.
    """
    languages = {locale: make_deck_name(language.name, locale) for locale, language in bank.locales.items()}
    yield LANGUAGES, bank.ledger.place, languages
    if bank.reference.terms:
        yield GLOSSARY, bank.ledger.place, {locale: name_glossary(bank, locale) for locale in bank.locales}
    for collection in bank.collections:
        named = _list_titled(bank, collection.title)
        yield collection.folder, collection.place, {one: name_collection(collection, one) for one in named}
        for slug, unit in collection.units.items():
            names = {locale: name_unit(slug, unit, locale) for locale in _list_titled(bank, unit.name)}
            yield unit_path(collection.folder, slug), unit.place, names


def _list_titled(bank: Bank, title: Text) -> list[str]:
    return [] if title.is_draft else [locale for locale in bank.locales if title.has(locale)]


def name_bank(bank: Bank, locale: str) -> str:
    """The bank's name as plain text."""
    return plain(bank.identity.name.show(locale).markdown)


def name_root(bank: Bank) -> str:
    """The prefix of the bank's top-level decks, the same in every language."""
    return bank.identity.decks or make_deck_name(name_bank(bank, bank.root), bank.identity.namespace)


def name_top_deck(bank: Bank, locales: Iterable[str]) -> str:
    """The top-level deck of notes in these languages, using the frozen names."""
    frozen = bank.ledger.names.get(LANGUAGES, {})
    names = (frozen.get(locale, bank.locales[locale].name) for locale in locales)
    return f"{name_root(bank)} · {' + '.join(names)}"


def name_glossary(bank: Bank, locale: str) -> str:
    return make_deck_name(bank.locales[locale].words["glossary_title"], GLOSSARY)


def name_collection(collection: Collection, locale: str) -> str:
    return make_deck_name(plain(collection.title.show(locale).markdown), collection.folder)


def name_unit(slug: str, unit: Unit, locale: str) -> str:
    """The number in the file name, by which Anki sorts, followed by the name of the quiz or deck."""
    number = re.search(r"\d+", slug)
    subject = make_deck_name(plain(unit.name.show(locale).markdown), slug)
    return " ".join([*([number[0]] if number else []), subject])


def make_deck_name(title: str, fallback: str) -> str:
    """Turn a title into a deck name part that Anki keeps unchanged; valid parts stay the same.

    Anki separates parts with `::` and trims each one, and some versions render names as HTML.
    """
    line = _NOT_IN_A_NAME.sub(" ", title).translate(_BRACKETS)
    return re.sub("::+", ":", line).strip(_ENDS) or fallback
