"""Anki notes: the front and back of each question and card, in every deck variant.

A note is identified by its id and variant, never by its text, so edits keep a learner's progress.
"""

from __future__ import annotations

from typing import NamedTuple

from espejo.exports.anki_escape import escape_syntax
from espejo.ledger.deck_names import name_collection, name_top_deck, name_unit
from espejo.model.bank import Bank, Variant
from espejo.model.collection import Placed
from espejo.rendering.environment import get_template
from espejo.rendering.page_view import View
from espejo.rendering.site import Site


class Note(NamedTuple):
    """One note, ready for Anki. `deck` lists deck names, outermost first."""

    guid: str
    deck: tuple[str, ...]
    front: str
    back: str
    tags: tuple[str, ...]
    changed: int


class Notes:
    """Makes the notes of a site. Front and back are rendered once per language and shared by variants."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._front, self._back = get_template("notes/front.html"), get_template("notes/back.html")

    def make(self, variant: Variant, placed: Placed) -> Note:
        sides = (self.sides(placed.path, locale) for locale in variant.locales)
        (front, back), *others = (both[placed.number - 1] for both in sides)
        identity = self.site.bank.identity
        tag = identity.tags or identity.namespace
        other_languages = "".join(f'\n<hr class="axis">\n{question}\n{answer}' for question, answer in others)
        return Note(
            guid=f"{identity.namespace}/{variant.name}/{placed.item.id}",
            deck=_name_decks(self.site.bank, placed, variant),
            front=front,
            back=f"{back}{other_languages}",
            tags=(
                f"{tag}::{placed.path.replace('/', '::')}",
                *(f"{tag}::{name}" for name in placed.item.topics),
                *([f"{tag}::level::{placed.item.level}"] if placed.item.level else []),
            ),
            changed=self.site.bank.ledger.changed(placed.item.id, variant.locales),
        )

    def sides(self, path: str, locale: str) -> list[tuple[str, str]]:
        """Front and back of each question or card of a quiz or deck in one language."""
        view, items = View(self.site, path, locale), self.site.placed_in(path)
        return self.site.keep(
            path, f"notes in {locale}", lambda: [self._render(view, placed) for placed in items]
        )

    def _render(self, view: View, placed: Placed) -> tuple[str, str]:
        front, back = (side.render(view=view, placed=placed) for side in (self._front, self._back))
        return escape_syntax(front.strip()), escape_syntax(back.strip())


def _name_decks(bank: Bank, placed: Placed, variant: Variant) -> tuple[str, ...]:
    """Anki deck names of a question or card, outermost first, as frozen in the ledger."""
    names, first, collection = bank.ledger.names, variant.locales[0], placed.collection
    return (
        name_top_deck(bank, variant.locales),
        names.get(collection.folder, {}).get(first) or name_collection(collection, first),
        names.get(placed.path, {}).get(first) or name_unit(placed.slug, placed.unit, first),
    )
