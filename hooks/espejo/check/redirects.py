"""Redirect rules: each old address is a former page and unique, and each new one exists."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from espejo.check.addresses import find_special_name
from espejo.ledger.moves import find_moves
from espejo.messages.message import Message, message, sentences
from espejo.model.addresses import TOPICS, list_data_pages, list_taken, list_views, topic_path
from espejo.model.bank import Bank
from espejo.model.grammar import SLUG
from espejo.model.problems import Problem, Suggester, quote
from espejo.model.text import Name

_PATH = re.compile(rf"{SLUG.pattern}(?:/{SLUG.pattern}){{0,2}}")  # the longest are print views: a/print/b


def check_redirects(bank: Bank) -> Iterator[Problem]:
    """Each old address is a former page, is listed once, and leads to a page that exists or has moved."""
    pages, taken, moved = set(list_data_pages(bank)), list_taken(bank), find_moves(bank).pages
    existing = {*pages, *(view.path for view in list_views(bank))}
    suggest = Suggester()
    first: dict[str, Name] = {}
    for redirect in bank.redirects:
        old, new = redirect.old, redirect.new
        if fault := _find_fault(old, existing, taken) if old else None:
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


def _find_fault(old: Name, pages: Container[str], taken: Container[str]) -> Message | None:
    """Describe what is wrong with an old address; `taken` are first segments that the site reserves."""
    if not _PATH.fullmatch(old):
        return message(
            "invalid address {address}. Expected something like: quizzes/phase-07-autograd",
            address=quote(old),
        )
    if special := find_special_name(old):
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
