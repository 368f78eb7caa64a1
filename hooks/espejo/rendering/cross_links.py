"""Cross-references: the pages and titles of records that others refer to by id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from espejo.model.addresses import FORMULAS, GLOSSARY, PATTERNS
from espejo.model.bank import Bank
from espejo.model.text import Text


class CrossLink(NamedTuple):
    """A record that others can refer to: its id, which is its anchor, its page, and its title."""

    id: str
    path: str
    title: Text


def list_cross_links(bank: Bank) -> Iterator[CrossLink]:
    """List everything `see` can refer to; later entries override a term with the same id."""
    yield from (CrossLink(term.id, GLOSSARY, term.term) for term in bank.reference.terms)
    yield from (CrossLink(formula.id, FORMULAS, formula.title) for formula in bank.reference.formulas)
    yield from (CrossLink(pattern.id, PATTERNS, pattern.title) for pattern in bank.reference.patterns)
    yield from (CrossLink(placed.item.id, placed.path, placed.item.heading) for placed in bank.items())
