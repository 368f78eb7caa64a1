"""Term links: links from texts to glossary terms, in HTML and in Chromium."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest
from markupsafe import Markup
from playwright.sync_api import expect

from conftest import Open
from espejo.markdown.fragments import block
from espejo.markdown.words import are_forms
from espejo.model.problems import Place
from espejo.model.reference import Reference, Term
from espejo.model.text import ONCE, Text
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.rendering.terms import MAX_LINKS, TermLinks, Terms
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from fuzz.html_check import find_html_faults
from page_checks import box
from small_bank import SITE_URL, load_small_bank

PLACE = Place("data/glossary.yaml", 1, 1)
LINK = re.compile(r'<a class="term" href="(.*?)#([\w-]+)">(.*?)</a>')
QUIZ = "quizzes/phase-02-collections"
CPU_SECONDS = 10

NAMES = {
    "list": ("list", "lista"),
    "batch": ("batch", "lote"),
    "bias": ("bias", "sesgo"),
    "shape": ("shape", "forma"),
    "step": ("step", "paso"),
    "loss": ("loss", "pérdida"),
    "function": ("function", "función"),
    "matrix": ("matrix", "matriz"),
    "learning-rate": ("learning rate", "tasa de aprendizaje"),
    "rate": ("rate", "tasa"),
    "amp": ("amp", "amp"),
    "linear-unit": ("linear unit (LU)", "unidad lineal (LU)"),
}


def make_text(en: str, es: str = "") -> Text:
    return Text({"en": en, **({"es": es} if es else {})}, PLACE)


def make_terms(names: dict[str, tuple[str, str]]) -> Terms:
    """Make the terms of a bank with these names, in the languages of the small bank."""
    terms = [
        Term(id=id_, term=make_text(*pair), meaning=make_text("x"), place=PLACE)
        for id_, pair in names.items()
    ]
    bank = replace(load_small_bank().bank, reference=Reference(terms=tuple(terms)))
    return Site(bank, home=SITE_URL).terms


@pytest.fixture(scope="module")
def terms() -> Terms:
    return make_terms(NAMES)


def link(terms: Terms, markdown: str, locale: str = "en") -> Markup:
    """Add links to a passage that exists in only one language."""
    text = Text({locale: markdown}, PLACE)
    return TermLinks(terms, "g/").add(text, block(markdown), locale)


def linked(terms: Terms, markdown: str, locale: str = "en") -> list[tuple[str, str]]:
    """List the terms that a passage links to, each with the words of its link."""
    return [(id_, words) for _, id_, words in LINK.findall(link(terms, markdown, locale))]


def test_a_record_links_the_first_use_of_a_term(terms: Terms) -> None:
    """The link keeps the words of the text, and is made only once for all passages of the record."""
    linked_html = '<p>A <em><a class="term" href="g/#batch">Batch</a></em> of a batch.</p>'
    assert link(terms, "A *Batch* of a batch.") == linked_html
    links = TermLinks(terms, "g/")
    first, second = make_text("One batch."), make_text("A batch and a list.")
    assert len(LINK.findall(links.add(first, block("One batch."), "en"))) == 1
    assert [found[1] for found in LINK.findall(links.add(second, block("A batch and a list."), "en"))] == [
        "list"
    ]


def test_a_record_has_few_links() -> None:
    names = {f"t-{letter}": (f"word{letter}", f"palabra{letter}") for letter in "abcdefghij"}
    found = linked(make_terms(names), " ".join(english for english, _ in names.values()))
    assert [id_ for id_, _ in found] == list(names)[:MAX_LINKS]


# Sentences, with the words that should be linked in brackets.
FORMS = {
    "en": (
        *("Two [batches].", "The [biases].", "Many [losses].", "A [LIST].", "A [linear unit]."),
        *("A listing.", "A list-like thing.", "A batched call."),
    ),
    "es": (
        *("Dos [lotes].", "Las [funciones].", "Las [matrices].", "Dos [pérdidas].", "Sus [formas]."),
        *("Una batalla perdida.", "Así pasó todo.", "Pasa lo mismo.", "Para que forme parte.", "Un batch."),
    ),
}


@pytest.mark.parametrize("locale", FORMS)
def test_a_term_is_found_in_its_own_forms(terms: Terms, locale: str) -> None:
    """Whole words match in singular and plural, in any case; other words with the same stem don't."""
    for sentence in FORMS[locale]:
        found = [words for _, words in linked(terms, re.sub(r"[\[\]]", "", sentence), locale)]
        assert found == re.findall(r"\[(.*?)\]", sentence), sentence


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [("imagen", "imágenes", True), ("peso", "pese", False), ("vez", "veces", True), ("paso", "pasó", False)],
)
def test_singular_and_plural_are_forms_of_a_word(word: str, other: str, expected: bool) -> None:
    """The order doesn't matter. An accent does, unless the plural has one more syllable."""
    assert are_forms(word, other) is are_forms(other, word) is expected


def test_the_longest_term_wins(terms: Terms) -> None:
    """Its parts aren't linked, even if it is used again."""
    assert linked(terms, "The learning rate is a learning rate.") == [("learning-rate", "learning rate")]
    assert linked(terms, "La tasa de aprendizaje.", "es") == [("learning-rate", "tasa de aprendizaje")]


def test_words_with_something_in_between_are_not_a_term(terms: Terms) -> None:
    for markdown in ("learning, rate", "learning & rate", "learning `x` rate", "learning (rate)"):
        assert ("rate", "rate") in linked(terms, markdown), markdown


def test_a_term_across_tags_is_not_linked(terms: Terms) -> None:
    html = link(terms, "The **learning** *rate*, a *learning rate* and one\\\nlearning\nrate.")
    assert [found[2] for found in LINK.findall(html)] == ["rate", "learning rate"]
    assert list(find_html_faults(html)) == []


@pytest.mark.parametrize(
    "html",
    [
        "<code>batch</code>",
        '<pre class="highlight" tabindex="0"><code><span class="k">batch</span> batch</code></pre>',
        '<a href="https://x.test/batch" title="a > batch">a <em>batch</em> batch</a>',
        '<a href="https://x.test/" title="batch <b> batch">x</a>',
        "<h3>The batch</h3>",
        "<math><mi>batch</mi><mtext>batch</mtext></math>",
        "<svg><text>batch</text></svg>",
        "a &amp; b &lt; c",
    ],
)
def test_code_links_headings_formulas_and_entities_are_left_alone(terms: Terms, html: str) -> None:
    """Links continue in the text after them."""
    after = TermLinks(terms, "g/").add(make_text("x"), Markup(html + " batch, amp"), "en")
    assert after.startswith(html)
    assert [found[1] for found in LINK.findall(after.removeprefix(html))] == ["batch", "amp"]


def test_a_word_is_a_term_where_its_translation_is_one(terms: Terms) -> None:
    """'forma' is a shape if the other language has 'shape', and 'step' is one if it has 'paso'."""
    texts = [
        make_text("Its shape.", "Su forma."),
        make_text("This way.", "De esta forma."),
        make_text("Step in.", "Entra."),
    ]
    links = {locale: TermLinks(terms, "g/") for locale in ("en", "es")}
    found = {
        locale: [
            LINK.findall(links[locale].add(text, block(text.passages[locale]), locale))
            for text in reversed(texts)
        ]
        for locale in links
    }
    assert found["en"] == [[], [], [("g/", "shape", "shape")]]
    assert found["es"] == [[], [], [("g/", "shape", "forma")]]


def test_a_text_that_is_written_once_needs_no_translation(terms: Terms) -> None:
    text = Text({ONCE: "amp"}, PLACE)
    assert "#amp" in TermLinks(terms, "g/").add(text, block("amp"), "es")


def test_a_long_passage_and_many_terms_take_linear_time() -> None:
    """Covers 10,000 words, 1,000 terms with mostly the same beginning, and many tags without text."""
    program = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, ({CPU_SECONDS}, {CPU_SECONDS}))
from test_term_links import link, make_terms
names = {{f"t-{{n}}": ("word " * (n % 20) + f"end{{n}}", f"fin{{n}}") for n in range(1000)}}
terms = make_terms(names)
print(len(link(terms, "word " * 10_000 + "end999")))
print(len(link(terms, "*a* " * 10_000)), len(link(terms, "a&b " * 10_000)))
print(len(link(terms, "<" * 10_000)), len(link(terms, "'-" * 10_000)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) == 5


@pytest.fixture(scope="module")
def pages() -> dict[tuple[str, str], str]:
    """Render every page of the small bank, by path and locale."""
    site = Site(load_small_bank().bank, home=SITE_URL)
    return {
        (page.path, locale): render_page(site, page, Downloads(defaultdict(int)))
        for locale in site.bank.locales
        for page in list_pages(site, locale)
    }


def test_only_answers_and_the_reference_are_linked_to_terms(pages: dict[tuple[str, str], str]) -> None:
    """Links are in answers, reasons, backs, and notes; not in prompts, choices, hints, tables, or books."""
    with_links = {path.partition("/")[0] for (path, _), html in pages.items() if LINK.search(html)}
    assert with_links == {"quizzes", "study-guide", "drills", "topics", "reference"}
    for (path, locale), html in pages.items():
        for found in LINK.finditer(html):
            before = html[: found.start()]
            inside_answer = before.rfind('<details class="answer"') > before.rfind("</details>")
            assert inside_answer or path.startswith("reference/"), found[0]
            assert found[1].endswith("es/glossary/" if locale == "es" else "../glossary/")
            assert f'<div id="{found[2]}">' in pages["glossary", locale]
        assert "/print" not in path or not LINK.search(html)
        assert list(find_html_faults(html)) == []
    # On an English page, a Spanish answer links to the English glossary.
    assert ("../../glossary/", "set", "conjunto") in LINK.findall(pages[QUIZ, "en"])


def test_downloads_have_no_links_to_terms(site: Path) -> None:
    for path in (*site.glob("bank*.json"), *site.glob("anki/**/*.tsv")):
        assert 'class="term"' not in path.read_text(encoding="utf-8"), path.name
    assert "glossary" not in json.dumps(
        json.loads((site / "bank.es.json").read_text(encoding="utf-8"))["items"]
    )


@pytest.mark.parametrize("prefix", ["", "/es"])
def test_a_link_looks_like_text_and_leads_below_the_header(visit: Open, prefix: str) -> None:
    """It has the text's color and a dotted line, except in print. Its entry opens in place and leads on."""
    page = visit(f"{prefix}/{QUIZ}/")
    page.locator("#q-02-01 details.answer > summary").click()
    term = page.locator("#q-02-01 .why a.term").first
    color, line = term.evaluate(
        "one => [getComputedStyle(one).color, getComputedStyle(one).textDecorationStyle]"
    )
    assert color == term.evaluate("one => getComputedStyle(one.parentElement).color")
    assert line == "dotted"
    page.emulate_media(media="print")
    assert term.evaluate("one => getComputedStyle(one).textDecorationLine") == "none"
    page.emulate_media(media="screen")
    term.click()
    entry = page.get_by_role("dialog", name=term.inner_text(), exact=True)
    expect(entry).to_be_focused()
    expect(entry).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(entry).to_be_hidden()
    expect(term).to_be_focused()
    page.keyboard.press("Enter")
    entry.get_by_role("term").get_by_role("link").click()
    page.wait_for_url(f"**{prefix}/glossary/#set")
    expect(page.locator("#set")).to_be_in_viewport()
    header = box(page.locator("header.top"))
    assert box(page.locator("#set dt"))["y"] >= header["y"] + header["height"]
    assert page.locator(":target").get_attribute("id") == "set"
