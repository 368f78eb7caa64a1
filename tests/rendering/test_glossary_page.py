"""Glossary page: letters, the filter, translations, and where terms are used."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from conftest import BuildOnce, Open
from espejo.check.project import inspect_project
from espejo.model.bank import Bank
from espejo.model.problems import Place
from espejo.model.reference import Term
from espejo.model.text import Text
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages.reference import glossary_page, group_by_letter
from fuzz.html_check import find_html_faults
from page_checks import ACCESSIBLE, box, measure_width, resize, run_axe
from project import ROOT
from site_builds import add_uses, build_large
from site_server import serve
from small_bank import SITE_URL, load_small_bank, make_word

PLACE = Place("data/glossary.yaml", 1, 1)

QUESTION = """
  - id: q-02-{number:02}
    kind: free
    title: {{en: Sums, es: Sumas}}
    answer: {{en: The remainder of {number}., es: El resto de {number}.}}
"""


def make_terms(*names: str) -> list[Term]:
    return [
        Term(id=f"t-{number}", term=Text({"es": name}, PLACE), meaning=Text({"es": "x"}, PLACE), place=PLACE)
        for number, name in enumerate(names)
    ]


def render_glossary(bank: Bank, locale: str) -> str:
    site = Site(bank, home=SITE_URL)
    html = str(render_page(site, next(glossary_page(site, locale)), Downloads(defaultdict(int))))
    assert list(find_html_faults(html)) == []
    return html


def find_entry(html: str, id_: str) -> str:
    found = re.search(rf'<div id="{id_}">.*?</div>', html, re.DOTALL)
    assert found
    return found[0]


def test_terms_are_grouped_by_their_letter_without_its_accent() -> None:
    """Only letters in use appear, in order; terms that don't start with a letter have their own group."""
    groups = group_by_letter(make_terms("zona", "época", "eje", "1×1", "ñandú", "nodo", "Épica"), "es")
    assert [(group.anchor, group.letter) for group in groups] == [
        ("_", "0–9"),
        ("E", "E"),
        ("N", "N"),
        ("Z", "Z"),
    ]
    assert [term.term.passages["es"] for term in groups[1].terms] == ["eje", "Épica", "época"]


@pytest.mark.parametrize("locale", ["en", "es"])
def test_a_term_says_where_it_is_used(locale: str) -> None:
    """The entry links the questions whose text in this language contains the term."""
    bank = load_small_bank().bank
    entry = find_entry(render_glossary(bank, locale), "prime-number")
    links = re.findall(r'<a href="([^"]*)#([\w-]+)">', entry.partition('class="used"')[2])
    assert [id_ for _, id_ in links] == ["q-01-02", "q-01-03", "d-01-01"]
    paths = {placed.item.id: placed.path for placed in bank.items()}
    assert all(address.endswith(f"{paths[id_]}/") for address, id_ in links)


def test_a_term_is_marked_in_its_own_definition(data: Path) -> None:
    """The mark is for scripts that make cards from the page; no style makes it visible."""
    glossary = data / "glossary.yaml"
    text = glossary.read_text(encoding="utf-8")
    glossary.write_text(text.replace("Values in order,", "A list has values in order,"), encoding="utf-8")
    html = render_glossary(inspect_project(data).bank, "en")
    assert '<dd class="meaning"><p>A <span class="own-term">list</span> has values in order,' in html
    assert html.count('class="own-term"') == 1
    assert not [
        path
        for path in (ROOT / "hooks/espejo/site/css").glob("*.css")
        if "own-term" in path.read_text("utf-8")
    ]


def test_titles_of_sources_do_not_count_as_uses_of_a_term(data: Path) -> None:
    """A question may cite a page about remainders without being about them."""
    quiz = data / "quizzes" / "phase-02-collections.yaml"
    lines = QUESTION.format(number=20).replace("The remainder of 20", "Yes").replace("El resto de 20", "Sí")
    source = "    sources: [{title: The remainder, url: 'https://x.test/'}]\n"
    quiz.write_text(quiz.read_text(encoding="utf-8") + lines.lstrip("\n") + source, encoding="utf-8")
    bank = inspect_project(data).bank
    assert "q-02-20" in {placed.item.id for placed in bank.items()}
    used = Site(bank, home=SITE_URL).terms.used_in["en"]["remainder"]
    assert "q-02-20" not in {placed.item.id for placed in used}


def test_a_term_with_many_uses_links_the_first_and_counts_the_others(data: Path) -> None:
    """The search leads to the other uses, so that the page stays small even in a large bank."""
    add_uses(data, 9)  # three more, so seven in all
    bank = inspect_project(data).bank
    entry = find_entry(render_glossary(bank, "es"), "remainder")
    assert len(re.findall(r"<a href=\"[^\"]*#[qpd]", entry)) == 5
    more = make_word("more_uses", "es").format(count=7 - 5)
    assert f'<a class="more" href="../../es/search/?q=resto">{more}</a>' in entry


def read_rows(page: Page) -> list[str]:
    """Read the names of the visible terms."""
    shown = page.locator(".terms > div:visible dt")
    return [text.strip() for text in shown.all_inner_texts()]


def test_the_glossary_is_laid_out_at_every_width(visit: Open) -> None:
    """Term, translation, and meaning are in three columns on a desktop, two on a tablet, one on a phone."""
    page = visit("/glossary/#prime-number", width=1280, height=500)
    letters = page.locator(".letters")
    assert box(page.locator("#prime-number"))["y"] >= box(letters)["y"] + box(letters)["height"]
    expect(letters).to_be_in_viewport()
    for width in (1280, 800, 320):
        resize(page, width)
        term, pair, meaning = (box(page.locator(f"#union {part}")) for part in ("dt", ".other", ".meaning"))
        assert (pair["x"] > term["x"]) == (width == 1280)
        assert (meaning["x"] > pair["x"]) == (width >= 800)
        assert measure_width(page) <= width
        for link in map(box, page.locator(".letters a").all()):
            assert min(link["width"], link["height"]) >= 44
    assert page.locator("#union .other").get_attribute("lang") == "es"
    assert page.locator("#hash .stays").inner_text() == make_word("stays", "en")
    resize(page, 1440)
    sides = "all => all.map(one => getComputedStyle(one).borderLeftStyle)"
    assert set(page.locator(".terms :is(.other, .stays)").evaluate_all(sides)) == {"none"}, "there is no axis"
    left = (
        "one => { const range = document.createRange(); range.selectNodeContents(one);"
        "return range.getBoundingClientRect().left }"
    )
    letter, title = (page.locator(part).first.evaluate(left) for part in (".letters a", "h1"))
    assert abs(letter - title) <= 1


@pytest.mark.parametrize(("path", "letters"), [("/glossary/", "AHKLPRSU"), ("/es/glossary/", "CHLNPRU")])
def test_letters_lead_to_their_terms_without_a_script(visit: Open, path: str, letters: str) -> None:
    """Only letters in use appear, in order, reachable by keyboard. Without a script every term is shown."""
    page = visit(path, height=400, java_script_enabled=False)
    links = page.locator(".letters a")
    assert "".join(links.all_inner_texts()) == letters
    assert page.locator("section.letter h2").all_inner_texts() == list(letters)
    expect(page.locator(".filter")).to_be_hidden()
    assert len(read_rows(page)) == len(load_small_bank().bank.reference.terms)
    links.last.focus()
    page.keyboard.press("Enter")
    expect(page.locator("section.letter").last.locator("h2")).to_be_in_viewport()
    expect(page).to_have_url(re.compile(f"#{letters[-1]}$"))


def test_the_filter_finds_terms_of_both_languages(visit: Open) -> None:
    """Case and accents are ignored; the number of matches is shown, and the URL doesn't change."""
    page = visit("/es/glossary/")
    field, status = page.get_by_role("searchbox"), page.get_by_role("status")
    count = len(read_rows(page))
    expect(status).to_have_text(make_word("term_many", "es").format(count=count))
    field.fill("NUMERO prim")
    expect(status).to_have_text(make_word("term_one", "es"))
    assert read_rows(page) == ["número primo"]
    assert page.locator("section.letter:visible h2").all_inner_texts() == ["N"]
    assert page.locator(".letters li:not([inert])").all_inner_texts() == ["N"]
    field.fill("string")
    assert read_rows(page) == ["cadena"]
    field.fill("<zzz>")
    expect(status).to_have_text(make_word("term_none", "es").format(query="<zzz>"))
    assert read_rows(page) == []
    field.fill("")
    assert len(read_rows(page)) == count
    expect(page.locator(".letters [inert]")).to_have_count(0)
    assert page.url.endswith("/es/glossary/")
    page.locator(".letters a").last.press("Enter")
    expect(page.locator("section.letter").last.locator("h2")).to_be_in_viewport()
    field.fill("hash")
    page.evaluate("location.hash = 'union'")  # a link to a term shows it despite the filter
    expect(page.locator("#union")).to_be_in_viewport()
    expect(field).to_have_value("")


def test_the_glossary_can_be_downloaded(visit: Open) -> None:
    """There is a package and a text file for Anki; the downloads page has the package too."""
    page = visit("/es/glossary/")
    files = page.locator(".take a[download]")
    assert [link.inner_text() for link in files.all()] == ["glossary.tsv", "espejo-es-glossary.apkg"]
    for link in files.all():
        assert page.request.get(link.evaluate("link => link.href")).ok
    page.locator(".take p a").click()
    listed = page.locator(".file-list li", has_text=make_word("glossary_title", "es"))
    expect(listed.locator("a")).to_have_text("espejo-es-glossary.apkg")


def test_axe_finds_nothing_while_the_glossary_is_filtered(visit: Open, build_once: BuildOnce) -> None:
    """This includes letters that are disabled and a term with many uses."""
    with serve(build_large(build_once)) as server:
        page = visit("/glossary/", at=server.address)
        page.get_by_role("searchbox").fill("re")
        expect(page.locator("#remainder .more")).to_be_visible()
        for width, theme in ((320, "dark"), (1280, "light")):
            resize(page, width)
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            assert run_axe(page, ACCESSIBLE) == []
