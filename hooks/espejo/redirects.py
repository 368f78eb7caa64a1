"""The pages that moved enter, from data/redirects.yaml; what is wrong with them leaves."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from espejo.problems import Place, Problem, quote
from espejo.text import SLUG, Name, key

if TYPE_CHECKING:
    from espejo.model import Bank

REDIRECTS = "redirects.yaml"
TOPICS = "topics"
_PATH = re.compile(rf"{SLUG.pattern}(?:/{SLUG.pattern})*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """One page that moved."""

    old: Name = key()
    new: Name = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirects:
    """The pages that moved: whoever has the old address is sent on to the new one, in every language."""

    redirects: tuple[Redirect, ...] = key()
    place: Place


def check_redirects(bank: Bank, *, taken: Container[str]) -> Iterator[Problem]:
    """An old address is no page and stands once; a new one is a page that the data names."""
    pages = set(find_addresses(bank))
    first: dict[str, Name] = {}
    for one in bank.redirects:
        old, new = one.old, one.new
        if fault := old and _find_fault(old, pages, taken):
            yield Problem(old.place, "", fault)
        elif old and first.setdefault(old, old) is not old:
            yield Problem(old.place, "", f"'{old}' stands twice, also in line {first[old].place.line}.")
        if new and new not in pages:
            near = get_close_matches(new, pages, n=1)
            hint = f"Did you mean '{near[0]}'?" if near else "Expected such as: quizzes"
            yield Problem(new.place, "", f"no page has the address {quote(new)}. {hint}")


def _find_fault(old: Name, pages: Container[str], taken: Container[str]) -> str:
    """What is wrong with an old address by itself; `taken` are first parts that are not the data's."""
    if not _PATH.fullmatch(old):
        return f"not an address: {quote(old)}. Expected such as: quizzes/phase-07-autograd"
    if old in pages:
        return f"'{old}' is a page that exists. Nothing is sent on from there."
    head, _, rest = old.partition("/")
    if head in taken and not (head == TOPICS and rest):
        return f"'{head}' is a part of the site itself. Expected a quiz, a deck, a collection or a topic."
    return ""


def find_addresses(bank: Bank) -> Iterator[str]:
    """The addresses that the data gives to pages, without the language."""
    for collection in bank.collections:
        yield collection.folder
    for collection, slug, _ in bank.units():
        yield f"{collection.folder}/{slug}"
    named = {name for asked in bank.items() for name in asked.item.topics}
    yield from (f"{TOPICS}/{topic.id}" for topic in bank.reference.topics if topic.id in named)
