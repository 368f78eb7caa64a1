"""The languages of the bank enter; leaves in which of them decks are to be had, alone and in pairs."""

from __future__ import annotations

from typing import NamedTuple

from espejo.model import Bank


class Edition(NamedTuple):
    """The languages a note is in: it asks in the first and answers in all of them."""

    name: str
    locales: tuple[str, ...]


def list_editions(bank: Bank, root: str) -> list[Edition]:
    """One for each language, and for each but the first one that asks in the first and answers in both."""
    others = [locale for locale in bank.locales if locale != root]
    alone = [Edition(locale, (locale,)) for locale in (root, *others)]
    return [*alone, *(Edition(f"{root}-{locale}", (root, locale)) for locale in others)]
