"""Own terms: a meaning that names its own term, marked on the page and blanked out on a card."""

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
    """In every form, language and kind of text, also as a part of a longer word or of code."""
    assert own_terms.blank(make_term(names), block(meaning), locale) == f"<p>{blanked}</p>"


def test_a_synonym_is_blanked_out(own_terms: OwnTerms) -> None:
    """Whoever reads it need not think of the term any more."""
    term = make_term({"": "BPE"}, {"en": "byte pair encoding"})
    assert own_terms.blank(term, block("Byte pair encoding: a method."), "en") == "<p>…: a method.</p>"


def test_a_formula_that_names_the_term_is_blanked_out_as_a_whole(own_terms: OwnTerms) -> None:
    """A formula cannot have a blank inside; one that does not name it stays."""
    term = make_term({"": "softmax"})
    blanked = own_terms.blank(term, block(r"It is $\operatorname{softmax}(x)$, not $e^x$."), "en")
    assert blanked.startswith("<p>It is …, not <math")
    assert "softmax" not in blanked


@pytest.mark.parametrize(
    "meaning", ["Two sets of settings, reset.", "A key, value pair.", "Prime, then number."]
)
def test_other_words_stay(own_terms: OwnTerms, meaning: str) -> None:
    """A word that only begins or ends like a name is another one, and so are words with a mark between."""
    for name in ("setting up", "key value", "prime number", "ting", "rese"):
        assert own_terms.mark(make_term({"": name}), block(meaning), "en") == block(meaning)


def test_the_mark_changes_no_text(own_terms: OwnTerms) -> None:
    """Without its tags, a marked meaning reads as before, and scripts find each name in its mark."""
    html = block("The *batch* size of `batch_size` <b>&amp; batch sizes</b>.")
    marked = own_terms.mark(make_term({"en": "batch size", "es": "x"}), html, "en")
    assert re.findall('<span class="own-term">(.*?)</span>', marked) == [
        *("batch", "size"),
        "batch_size",
        "batch sizes",
    ]
    assert Markup(marked).striptags() == Markup(html).striptags()
