"""Anki notes: the front and back of each question and card, in every deck variant.

A note is identified by its id and variant, never by its text, so that an edit keeps a learner's progress.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from espejo.exports.anki_escape import escape_syntax
from espejo.ledger.deck_names import name_collection, name_top_deck, name_unit
from espejo.model.bank import Bank
from espejo.model.collection import Placed
from espejo.rendering.environment import get_template
from espejo.rendering.site import Site
from espejo.rendering.variants import Variant
from espejo.rendering.view import View


class Note(NamedTuple):
    """One note, ready for Anki. The first name of `deck` is the outermost."""

    guid: str
    deck: tuple[str, ...]
    front: str
    back: str
    tags: tuple[str, ...]
    changed: int


class Notes:
    """Makes the notes of a site. Each side is rendered once per language, and shared by the variants."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._front, self._back = get_template("notes/front.html"), get_template("notes/back.html")
        self._sides: dict[tuple[str, str], tuple[str, str]] = {}

    def make(self, variant: Variant, placed: Placed) -> Note:
        (front, back), *others = (self._render(placed, locale) for locale in variant.locales)
        identity = self.site.bank.identity
        tag = identity.tags or identity.namespace
        other_languages = "".join(f'\n<hr class="axis">\n{question}\n{answer}' for question, answer in others)
        return Note(
            guid=f"{identity.namespace}/{variant.name}/{placed.item.id}",
            deck=tuple(_deck_names(self.site.bank, placed, variant)),
            front=front,
            back=f"{back}{other_languages}",
            tags=(
                f"{tag}::{placed.path.replace('/', '::')}",
                *(f"{tag}::{name}" for name in placed.item.topics),
                *([f"{tag}::level::{placed.item.level}"] if placed.item.level else []),
            ),
            changed=self.site.bank.ledger.changed(placed.item.id, variant.locales),
        )

    def _render(self, placed: Placed, locale: str) -> tuple[str, str]:
        """Front and back in one language."""
        sides = self._sides.get((placed.item.id, locale))
        if not sides:
            view = View(self.site, placed.path, locale)
            front, back = (side.render(view=view, placed=placed) for side in (self._front, self._back))
            sides = escape_syntax(front.strip()), escape_syntax(back.strip())
            self._sides[placed.item.id, locale] = sides
        return sides


def _deck_names(bank: Bank, placed: Placed, variant: Variant) -> Iterator[str]:
    """The names of a note's decks, outermost first, as the ledger has frozen them."""
    names, first = bank.ledger.names, variant.locales[0]
    yield name_top_deck(bank, variant.locales)
    yield names.get(placed.collection.folder, {}).get(first) or name_collection(placed.collection, first)
    yield names.get(placed.path, {}).get(first) or name_unit(placed.slug, placed.unit, first)
