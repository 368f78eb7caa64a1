"""Anki notes of the glossary: two per term, one asking for its meaning and one for the term."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

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

        Those that ask for a term come last, or its meaning would just have been read. Front and back depend
        only on the glossary, so they are cached with it.
        """
        bank, identity = self._bank, self._bank.identity
        asked = [(side, term) for side in get_args(Side) for term in bank.reference.terms]

        def render() -> list[tuple[str, str]]:
            return [self._render(variant, side, term) for side, term in asked]

        deck = name_top_deck(bank, variant.locales), _name_deck(bank, variant.locales[0])
        sides = self._site.keep(GLOSSARY, f"notes in {variant.name}", render)
        for (side, term), (front, back) in zip(asked, sides, strict=True):
            yield Note(
                guid=f"{identity.namespace}/{variant.name}/{side}/{term.id}",
                deck=deck,
                front=front,
                back=back,
                tags=(f"{identity.tags or identity.namespace}::{GLOSSARY}",),
                changed=bank.ledger.changed_term(term.id, variant.locales),
            )

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
