"""Address rules: addresses are unique and contain no reserved names, and redirects lead to existing pages."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from espejo.ledger.moves import find_moves
from espejo.messages.message import Message, message, sentences
from espejo.model.addresses import (
    ANCHORS,
    SPECIAL,
    TOPICS,
    Address,
    list_addresses,
    list_data_pages,
    list_taken,
    list_views,
    topic_path,
)
from espejo.model.bank import Bank
from espejo.model.grammar import SLUG
from espejo.model.problems import Problem, Suggester, quote
from espejo.model.text import Name

_PATH = re.compile(rf"{SLUG.pattern}(?:/{SLUG.pattern}){{0,2}}")  # the longest are print views: a/print/b


def check_addresses(bank: Bank) -> Iterator[Problem]:
    """Page addresses are unique, ignoring case, and contain no reserved names."""
    first: dict[str, Address] = {}
    for address in list_addresses(bank):
        path, place, owner = address
        other = first.setdefault(path.casefold(), address)
        if special := _find_special_name(path):
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


def _find_special_name(path: str) -> str:
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


def check_redirects(bank: Bank) -> Iterator[Problem]:
    """Each old address is a former page, is listed once, and leads to a page that exists or has moved."""
    pages, taken, moved = set(list_data_pages(bank)), list_taken(bank), find_moves(bank).pages
    existing = {*pages, *(view.path for view in list_views(bank))}
    suggest = Suggester()
    first: dict[str, Name] = {}
    for redirect in bank.redirects:
        old, new = redirect.old, redirect.new
        if fault := _find_redirect_fault(old, existing, taken) if old else None:
            yield Problem(old.place, "", fault)
        elif old and first.setdefault(old, old) is not old:
            fact = message(
                "'{old}' is listed twice, also on line {line}.", old=old, line=str(first[old].place.line)
            )
            yield Problem(old.place, "", fact)
        if new and new not in pages and new not in moved:
            fact = message("no page has the address {address}.", address=quote(new))
            hint = suggest(new, pages, message("something like: quizzes"))
            yield Problem(new.place, "", sentences(fact, hint))


def _find_redirect_fault(old: Name, pages: Container[str], taken: Container[str]) -> Message | None:
    """Describe what is wrong with an old address; `taken` are first segments that the site reserves."""
    if not _PATH.fullmatch(old):
        return message(
            "invalid address {address}. Expected something like: quizzes/phase-07-autograd",
            address=quote(old),
        )
    if special := _find_special_name(old):
        return message("'{name}' has a special meaning in an address. It cannot be redirected.", name=special)
    if old in pages:
        return message("'{page}' is an existing page. It cannot be redirected.", page=old)
    head, _, rest = old.partition("/")
    topic, _, number = rest.partition("/")
    if head == TOPICS and number.isdecimal() and topic_path(topic) in pages:
        return message("'{page}' is one of the pages of a topic. It cannot be redirected.", page=old)
    if head in taken and not (head == TOPICS and rest):
        return message(
            "'{name}' is part of the site itself. Expected a quiz, a deck, a collection or a topic.",
            name=head,
        )
    return None
