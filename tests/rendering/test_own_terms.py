"""Self-references in the glossary: terms in their own definitions, marked on pages and blanked on cards."""

from __future__ import annotations

import re

import pytest
from markupsafe import Markup

from espejo.markdown.fragments import block
from espejo.model.problems import Place
from espejo.model.reference import Term
from espejo.model.text import Text
from espejo.rendering.own_terms import OwnTerms
from small_bank import load_small_bank

PLACE = Place("data/glossary.yaml", 1, 1)


@pytest.fixture(scope="module")
def own_terms() -> OwnTerms:
    return OwnTerms(load_small_bank().bank)


def make_term(names: dict[str, str], *also: dict[str, str]) -> Term:
    return Term(
        id="term",
        term=Text(names, PLACE),
        meaning=Text({"en": "x"}, PLACE),
        also=tuple(Text(synonym, PLACE) for synonym in also),
        place=PLACE,
    )


@pytest.mark.parametrize(
    ("names", "locale", "meaning", "blanked"),
    [
        ({"en": "list", "es": "lista"}, "en", "Lists of a list.", "… of a …."),
        ({"en": "function", "es": "función"}, "es", "Una de varias funciones.", "Una de varias …."),
        ({"en": "bias", "es": "sesgo"}, "en", "One of the biases.", "One of the …."),
        ({"": "Pillow (PIL)"}, "en", "Imported as `PIL`.", "Imported as <code>…</code>."),
        ({"": "collate"}, "en", "See `collate_fn`.", "See <code>…_fn</code>."),
        ({"en": "batch", "es": "lote"}, "en", "A mini-batch.", "A mini-…."),
        ({"en": "batch", "es": "lote"}, "es", "Un *batch* de datos.", "Un <em>…</em> de datos."),
        ({"en": "batch size", "es": "x"}, "en", "The *batch* size.", "The <em>…</em> …."),
        ({"en": "key, value", "es": "x"}, "en", "A key, value pair.", "A … pair."),
        ({"": "Q&A"}, "en", "A Q&A page.", "A … page."),
        ({"": "`nn.Module`"}, "en", "From nn.Module, and a module.", "From …, and a module."),
        ({"en": "loss", "es": "x"}, "en", "What a loss function returns.", "What a … function returns."),
        ({"en": "map", "es": "x"}, "en", "See [the docs](https://a.org/map 'map').", "See the docs."),
    ],
)
def test_a_name_is_blanked_out(
    own_terms: OwnTerms, names: dict[str, str], locale: str, meaning: str, blanked: str
) -> None:
    """This works for every word form, language, and kind of text, even inside a longer word or code."""
    assert own_terms.blank(make_term(names), block(meaning), locale) == f"<p>{blanked}</p>"


def test_synonyms_and_whole_formulas_are_blanked_out(own_terms: OwnTerms) -> None:
    """Formulas are blanked as a whole; those that don't name the term stay."""
    term = make_term({"": "softmax"}, {"en": "soft maximum"})
    blanked = own_terms.blank(term, block(r"Soft maximum: $\operatorname{softmax}(x)$, not $e^x$."), "en")
    assert blanked.startswith("<p>…: …, not <math")
    assert "softmax" not in blanked


def test_other_words_stay(own_terms: OwnTerms) -> None:
    """This covers words that share a beginning or end with a name, and names interrupted by punctuation."""
    for meaning in map(block, ("Two sets of settings, reset.", "A key, value pair.", "Prime, then number.")):
        for name in ("setting up", "key value", "prime number", "ting", "rese"):
            assert own_terms.mark(make_term({"": name}), meaning, "en") == meaning


def test_marking_a_term_changes_no_text(own_terms: OwnTerms) -> None:
    """Without tags, a marked meaning reads as before, and each name has its own mark for scripts."""
    html = block("The *batch* size of `batch_size` <b>&amp; batch sizes</b>.")
    marked = own_terms.mark(make_term({"en": "batch size", "es": "x"}), html, "en")
    names = ["batch", "size", "batch_size", "batch sizes"]
    assert re.findall('<span class="own-term">(.*?)</span>', marked) == names
    assert Markup(marked).striptags() == Markup(html).striptags()
