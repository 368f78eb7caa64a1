"""Address rules: addresses are unique and contain no reserved names."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.messages.message import message
from espejo.model.addresses import ANCHORS, SPECIAL, Address, list_addresses
from espejo.model.bank import Bank
from espejo.model.problems import Problem


def check_addresses(bank: Bank) -> Iterator[Problem]:
    """Page addresses are unique, ignoring case, and contain no reserved names."""
    first: dict[str, Address] = {}
    for address in list_addresses(bank):
        path, place, owner = address
        other = first.setdefault(path.casefold(), address)
        if special := find_special_name(path):
            fact = message("'{name}' has a special meaning in an address. Choose another name.", name=special)
            yield Problem(place, owner, fact)
        elif other.place.file != place.file:  # the id rules report duplicate ids within a file
            fact = message(
                "the address '{address}' is taken ({place}). Choose another name.",
                address=path,
                place=f"{other.place.file}:{other.place.line}",
            )
            yield Problem(place, owner, fact)


def check_anchors(bank: Bank) -> Iterator[Problem]:
    """A term's id is not already used as an anchor on its page."""
    for term in bank.reference.terms:
        if term.id in ANCHORS:
            fact = message("'{id}' is a part of the page. Choose another id.", id=term.id)
            yield Problem(term.place, term.id, fact)


def find_special_name(path: str) -> str:
    """The first reserved name in an address, or an empty string."""
    return next((name for name in path.split("/") if SPECIAL.fullmatch(name.casefold())), "")


def check_packages(bank: Bank) -> Iterator[Problem]:
    """One-language and two-language decks have different file names."""
    pairs = {f"{bank.root}-{locale}".casefold() for locale in bank.locales if locale != bank.root}
    for locale, language in bank.locales.items():
        if locale.casefold() in pairs:
            fact = message(
                "the decks in two languages are called '{code}' too. Use another code.", code=locale
            )
            yield Problem(language.place, "", fact)
