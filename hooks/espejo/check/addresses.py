"""Rules about addresses: no two things have the same one, and no part of one has a special meaning."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.messages.message import message
from espejo.model.addresses import ANCHORS, SPECIAL, Address, list_addresses
from espejo.model.bank import Bank
from espejo.model.problems import Problem


def check_addresses(bank: Bank) -> Iterator[Problem]:
    """Each page has an address of its own, also where capital letters make no difference."""
    first: dict[str, Address] = {}
    for address in list_addresses(bank):
        path, place, owner = address
        other = first.setdefault(path.casefold(), address)
        if special := find_special_name(path):
            fact = message("'{name}' has a special meaning in an address. Choose another name.", name=special)
            yield Problem(place, owner, fact)
        elif other.place.file != place.file:  # the rules about ids report two with the same id in one file
            fact = message(
                "the address '{address}' is taken ({place}). Choose another name.",
                address=path,
                place=f"{other.place.file}:{other.place.line}",
            )
            yield Problem(place, owner, fact)


def check_anchors(bank: Bank) -> Iterator[Problem]:
    """No term takes the place of a part of its page, such as the words that the scripts read."""
    for term in bank.reference.terms:
        if term.id in ANCHORS:
            fact = message("'{id}' is a part of the page. Choose another id.", id=term.id)
            yield Problem(term.place, term.id, fact)


def find_special_name(path: str) -> str:
    """The first part of an address that has a special meaning; empty if there is none."""
    return next((name for name in path.split("/") if SPECIAL.fullmatch(name.casefold())), "")


def check_packages(bank: Bank) -> Iterator[Problem]:
    """The decks in one language and those in two have different names."""
    pairs = {f"{bank.root}-{locale}".casefold() for locale in bank.locales if locale != bank.root}
    for locale, language in bank.locales.items():
        if locale.casefold() in pairs:
            fact = message(
                "the decks in two languages are called '{code}' too. Use another code.", code=locale
            )
            yield Problem(language.place, "", fact)
