"""Anki notes: the front and back of each question and card, in every deck variant.

A note is identified by its id and variant, never by its text, so that a learner keeps what she has learned.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from espejo.ledger.deck_names import LANGUAGES, name_collection, name_unit
from espejo.model.bank import Bank
from espejo.model.collection import Placed
from espejo.rendering.environment import get_template
from espejo.rendering.site import Site
from espejo.rendering.variants import Variant
from espejo.rendering.view import View

# Tags that Anki would take for a sound or for LaTeX inside a field.
_ANKI_TAG = re.compile(r"\[(?=sound:|anki:|/?latex\]|/?\$)", re.IGNORECASE)


class Note(NamedTuple):
    """One note, ready for Anki. The first name of `deck` is the outermost."""

    guid: str
    deck: tuple[str, ...]
    front: str
    back: str
    tags: tuple[str, ...]
    changed: int


class Notes:
    """Makes the notes of a site; what occurs in several variants is rendered once."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._front, self._back = get_template("notes/front.html"), get_template("notes/back.html")
        self._sides: dict[tuple[str, str], tuple[str, str]] = {}

    def make(self, variant: Variant, placed: Placed) -> Note:
        first, *others = (self._render(placed, locale) for locale in variant.locales)
        second = "".join(f'\n<hr class="axis">\n{front}\n{back}' for front, back in others)
        return Note(
            guid=f"espejo/{variant.name}/{placed.item.id}",
            deck=tuple(_deck_names(self.site.bank, placed, variant)),
            front=first[0],
            back=f"{first[1]}{second}",
            tags=(
                f"espejo::{placed.path.replace('/', '::')}",
                *(f"espejo::{name}" for name in placed.item.topics),
            ),
            changed=self.site.bank.ledger.changed(placed.item.id, variant.locales),
        )

    def _render(self, placed: Placed, locale: str) -> tuple[str, str]:
        """Front and back in one language."""
        sides = self._sides.get((placed.item.id, locale))
        if not sides:
            view = View(self.site, placed.path, locale)
            front, back = (side.render(view=view, placed=placed) for side in (self._front, self._back))
            sides = self._sides[placed.item.id, locale] = _for_anki(front), _for_anki(back)
        return sides


def _deck_names(bank: Bank, placed: Placed, variant: Variant) -> Iterator[str]:
    """The names of a note's decks, outermost first, as the ledger has frozen them."""
    names, locale = bank.ledger.names, variant.locales[0]
    called = {**{one: language.name for one, language in bank.locales.items()}, **names.get(LANGUAGES, {})}
    yield f"Espejo · {' + '.join(called[one] for one in variant.locales)}"
    yield names.get(placed.collection.folder, {}).get(locale) or name_collection(placed.collection, locale)
    yield names.get(placed.path, {}).get(locale) or name_unit(placed.slug, placed.unit, locale)


def _for_anki(html: str) -> str:
    return _ANKI_TAG.sub("&#91;", html.strip())
