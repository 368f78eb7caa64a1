"""Anki notes of the glossary: two per term, one asking for its meaning and one for the term."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from espejo.exports.anki_escape import escape_syntax
from espejo.exports.notes import Note
from espejo.ledger.deck_names import name_glossary, name_top_deck
from espejo.model.addresses import GLOSSARY
from espejo.model.bank import Bank
from espejo.model.reference import Term
from espejo.rendering.environment import get_template
from espejo.rendering.site import Site
from espejo.rendering.variants import Variant
from espejo.rendering.view import View

Side = Literal["term", "meaning"]
"""What the front of a note shows: the term or its meaning."""


class TermNotes:
    """Makes the glossary notes of a site."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._bank = site.bank
        self._views = {locale: View(site, GLOSSARY, locale) for locale in site.bank.locales}
        self._front, self._back = get_template("notes/term_front.html"), get_template("notes/term_back.html")

    def make_all(self, variant: Variant) -> Iterator[Note]:
        """All notes. Each asks in the first language of the variant, and answers in all of them.

        Those that ask for a term come last, or its meaning would just have been read.
        """
        asked_with_sides = zip(self._list_asked(), self._list_sides(variant), strict=True)
        return (self._make(variant, asked, term, sides) for (asked, term), sides in asked_with_sides)

    def _make(self, variant: Variant, asked: Side, term: Term, sides: tuple[str, str]) -> Note:
        identity, (front, back) = self._bank.identity, sides
        return Note(
            guid=f"{identity.namespace}/{variant.name}/{asked}/{term.id}",
            deck=(name_top_deck(self._bank, variant.locales), _name_deck(self._bank, variant.locales[0])),
            front=front,
            back=back,
            tags=(f"{identity.tags or identity.namespace}::{GLOSSARY}",),
            changed=self._bank.ledger.changed_term(term.id, variant.locales),
        )

    def _list_asked(self) -> Iterator[tuple[Side, Term]]:
        asked: tuple[Side, ...] = ("term", "meaning")
        return ((side, term) for side in asked for term in self._bank.reference.terms)

    def _list_sides(self, variant: Variant) -> list[tuple[str, str]]:
        """Front and back of all notes. They depend only on the glossary, so they are cached with it."""
        site = self._site

        def render() -> list[tuple[str, str]]:
            return [self._render(variant, asked, term) for asked, term in self._list_asked()]

        return site.keep(GLOSSARY, f"notes in {variant.name}", render)

    def _render(self, variant: Variant, asked: Side, term: Term) -> tuple[str, str]:
        first, *others = variant.locales
        sides = [self._render_back(term, first, asked, variant)]
        sides += (self._render_back(term, locale, "", variant) for locale in others)
        front = self._front.render(view=self._views[first], term=term, asked=asked)
        return escape_syntax(front.strip()), '\n<hr class="axis">\n'.join(sides)

    def _render_back(self, term: Term, locale: str, asked: Side | Literal[""], variant: Variant) -> str:
        """The back in one language; `asked` is empty for all but the first language of a variant."""
        elsewhere = [other for other in self._views if other not in variant.locales]
        html = self._back.render(view=self._views[locale], term=term, asked=asked, elsewhere=elsewhere)
        return escape_syntax(html.strip())


def _name_deck(bank: Bank, locale: str) -> str:
    """The name of the glossary's deck, as frozen in the ledger."""
    return bank.ledger.names.get(GLOSSARY, {}).get(locale) or name_glossary(bank, locale)
