"""Deck variants: the language combinations of Anki decks, single and paired."""

from __future__ import annotations

from typing import NamedTuple

from espejo.model.bank import Bank


class Variant(NamedTuple):
    """Languages of a note: it asks in the first one and answers in all."""

    name: str
    locales: tuple[str, ...]


def list_variants(bank: Bank) -> list[Variant]:
    """List one per language and, for each but the root, one that asks in the root and answers in both."""
    root = bank.root
    others = [locale for locale in bank.locales if locale != root]
    single = [Variant(locale, (locale,)) for locale in (root, *others)]
    return [*single, *(Variant(f"{root}-{locale}", (root, locale)) for locale in others)]
