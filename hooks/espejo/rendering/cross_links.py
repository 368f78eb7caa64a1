"""Cross links: where a record stands on the site that another one refers to by its id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from espejo.model.addresses import FORMULAS, GLOSSARY, PATTERNS
from espejo.model.bank import Bank
from espejo.model.text import Text


class CrossLink(NamedTuple):
    """A record that others may refer to: its id, which is its anchor, its page, and what it is called."""

    id: str
    path: str
    title: Text


def list_cross_links(bank: Bank) -> Iterator[CrossLink]:
    """Everything that `see` may name; what comes later goes before a term of the same name."""
    yield from (CrossLink(term.id, GLOSSARY, term.term) for term in bank.reference.terms)
    yield from (CrossLink(formula.id, FORMULAS, formula.title) for formula in bank.reference.formulas)
    yield from (CrossLink(pattern.id, PATTERNS, pattern.title) for pattern in bank.reference.patterns)
    yield from (CrossLink(placed.item.id, placed.path, placed.item.heading) for placed in bank.items())
