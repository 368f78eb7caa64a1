"""Anki notes of the glossary: two per term, one asking for its meaning and one for the term."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, get_args

from espejo.exports.anki_escape import escape_syntax
from espejo.exports.notes import Note
from espejo.ledger.deck_names import name_glossary, name_top_deck
from espejo.model.addresses import GLOSSARY
from espejo.model.bank import Bank, Variant
from espejo.model.reference import Term
from espejo.rendering.environment import get_template
from espejo.rendering.page_view import View
from espejo.rendering.site import Site

Side = Literal["term", "meaning"]
"""What the front of a note shows: the term or its meaning."""


def list_term_notes(site: Site, variant: Variant) -> Iterator[Note]:
    """All notes. Each asks in the first language of the variant, and answers in all of them.

    Those that ask for a term come last, or its meaning would just have been read. Front and back depend only
    on the glossary, so they are cached with it.
    """
    bank, identity = site.bank, site.bank.identity
    asked = [(side, term) for side in get_args(Side) for term in bank.reference.terms]

    def render() -> list[tuple[str, str]]:
        views = {locale: View(site, GLOSSARY, locale) for locale in bank.locales}
        return [_render(views, variant, side, term) for side, term in asked]

    deck = name_top_deck(bank, variant.locales), _name_deck(bank, variant.locales[0])
    sides = site.keep(GLOSSARY, f"notes in {variant.name}", render)
    for (side, term), (front, back) in zip(asked, sides, strict=True):
        yield Note(
            guid=f"{identity.namespace}/{variant.name}/{side}/{term.id}",
            deck=deck,
            front=front,
            back=back,
            tags=(f"{identity.tags or identity.namespace}::{GLOSSARY}",),
            changed=bank.ledger.changed_term(term.id, variant.locales),
        )


def _render(views: Mapping[str, View], variant: Variant, asked: Side, term: Term) -> tuple[str, str]:
    """Render front and back. The back asks in the first language only, and answers in all."""
    elsewhere = [locale for locale in views if locale not in variant.locales]
    front = get_template("notes/term_front.html").render(
        view=views[variant.locales[0]], term=term, asked=asked
    )
    backs = [
        get_template("notes/term_back.html").render(
            view=views[locale],
            term=term,
            asked=asked if locale == variant.locales[0] else "",
            elsewhere=elsewhere,
        )
        for locale in variant.locales
    ]
    back = '\n<hr class="axis">\n'.join(escape_syntax(one.strip()) for one in backs)
    return escape_syntax(front.strip()), back


def _name_deck(bank: Bank, locale: str) -> str:
    """The name of the glossary's deck, as frozen in the ledger."""
    return bank.ledger.names.get(GLOSSARY, {}).get(locale) or name_glossary(bank, locale)
