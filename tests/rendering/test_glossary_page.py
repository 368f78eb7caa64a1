"""Glossary page: letters, the filter, pairs and where terms are used, in a real Chromium."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from conftest import BuildOnce, Open
from espejo.check.project import inspect_project
from espejo.model.problems import Place
from espejo.model.reference import Term
from espejo.model.text import Text
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages.reference import glossary_page, group_by_letter
from fuzz.html_check import find_html_faults
from project import ROOT
from site_server import Server, serve
from small_bank import SITE_URL, copy_project, load_small_bank, make_word
from test_browser import run_axe

PLACE = Place("data/glossary.yaml", 1, 1)
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"color-contrast-enhanced": {"enabled": True}},
}

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


@pytest.fixture(scope="module")
def many_uses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bank in which nine more questions use the term `remainder`."""
    project = copy_project(tmp_path_factory.mktemp("uses") / "project")
    add_uses(project)
    return project


def add_uses(project: Path) -> None:
    with (project / "data" / "quizzes" / "phase-02-collections.yaml").open("a", encoding="utf-8") as written:
        written.writelines(QUESTION.format(number=number).lstrip("\n") for number in range(20, 29))


def rows(page: Page) -> list[str]:
    """The names of the terms that are shown."""
    shown = page.locator(".terms > div:visible dt")
    return [text.strip() for text in shown.all_inner_texts()]


def test_terms_are_grouped_by_their_letter_without_its_accent() -> None:
    """Only letters that exist, in order; what begins with no letter has a group of its own."""
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
    """The ids of the questions whose text in this language has it, each linked to its page."""
    site = Site(load_small_bank().bank, home=SITE_URL)
    html = render_page(site, next(glossary_page(site, locale)), Downloads(defaultdict(int)))
    row = re.search(r'<div id="prime-number">.*?</div>', html, re.DOTALL)
    assert row
    links = re.findall(r'<a href="([^"]*)#([\w-]+)">', row[0].partition('class="used"')[2])
    assert [id_ for _, id_ in links] == ["q-01-02", "q-01-03", "d-01-01"]
    for address, id_ in links:
        assert address.endswith(f"{site.placed_by_id[id_].path}/")
    assert list(find_html_faults(html)) == []


def test_a_meaning_that_names_its_term_is_marked_there(data: Path) -> None:
    """For the scripts that make cards of the page; no style makes the mark visible."""
    glossary = data / "glossary.yaml"
    text = glossary.read_text(encoding="utf-8")
    glossary.write_text(text.replace("Values in order,", "A list has values in order,"), encoding="utf-8")
    site = Site(inspect_project(data).bank, home=SITE_URL)
    html = render_page(site, next(glossary_page(site, "en")), Downloads(defaultdict(int)))
    assert '<dd class="meaning"><p>A <span class="own-term">list</span> has values in order,' in html
    assert html.count('class="own-term"') == 1
    assert not [
        path
        for path in (ROOT / "hooks/espejo/site/css").glob("*.css")
        if "own-term" in path.read_text("utf-8")
    ]
    assert list(find_html_faults(html)) == []


def test_the_glossary_can_be_taken_along(visit: Open) -> None:
    """As a package and as a text for Anki, both of which exist; the page of downloads has the package too."""
    page = visit("/es/glossary/")
    files = page.locator(".take a[download]")
    assert [link.inner_text() for link in files.all()] == ["glossary.tsv", "espejo-es-glossary.apkg"]
    for link in files.all():
        assert page.request.get(link.evaluate("link => link.href")).ok
    page.locator(".take p a").click()
    listed = page.locator(".file-list li", has_text=make_word("glossary_title", "es"))
    expect(listed.locator("a")).to_have_text("espejo-es-glossary.apkg")


def test_the_titles_of_sources_are_no_use_of_a_term(data: Path) -> None:
    """A question that cites a page about remainders does not have to be about them."""
    quiz = data / "quizzes" / "phase-02-collections.yaml"
    lines = QUESTION.format(number=20).replace("The remainder of 20", "Yes").replace("El resto de 20", "Sí")
    source = "    sources: [{title: The remainder, url: 'https://x.test/'}]\n"
    quiz.write_text(quiz.read_text(encoding="utf-8") + lines.lstrip("\n") + source, encoding="utf-8")
    bank = inspect_project(data).bank
    assert "q-02-20" in {placed.item.id for placed in bank.items()}
    used = Site(bank, home=SITE_URL).terms.used_in["en"]["remainder"]
    assert "q-02-20" not in {placed.item.id for placed in used}


def test_a_term_with_many_uses_links_the_first_and_counts_the_others(many_uses: Path) -> None:
    """The search leads to the others, so that the page stays small however large the bank is."""
    site = Site(inspect_project(many_uses / "data").bank, home=SITE_URL)
    html = render_page(site, next(glossary_page(site, "es")), Downloads(defaultdict(int)))
    row = re.search(r'<div id="remainder">.*?</div>', html, re.DOTALL)
    uses = len(site.terms.used_in["es"]["remainder"])
    assert row
    assert uses == 13
    assert len(re.findall(r"<a href=\"[^\"]*#[qpd]", row[0])) == 5
    more = make_word("more_uses", "es").format(count=uses - 5)
    assert f'<a class="more" href="../../es/search/?q=resto">{more}</a>' in row[0]


@pytest.mark.parametrize(("path", "letters"), [("/glossary/", "AHKLPRSU"), ("/es/glossary/", "CHLNPRU")])
def test_letters_lead_to_their_terms(visit: Open, path: str, letters: str) -> None:
    """Only those that exist, in order, with the keyboard too."""
    page = visit(path, height=400)
    links = page.locator(".letters a")
    assert "".join(links.all_inner_texts()) == letters
    assert page.locator("section.letter h2").all_inner_texts() == list(letters)
    links.last.focus()
    page.keyboard.press("Enter")
    expect(page.locator("section.letter").last.locator("h2")).to_be_in_viewport()
    expect(page).to_have_url(re.compile(f"#{letters[-1]}$"))


@pytest.mark.parametrize("width", [320, 1200])
def test_a_letter_is_large_enough_for_a_thumb(visit: Open, width: int) -> None:
    page = visit("/glossary/", width=width)
    for link in page.locator(".letters a").all():
        box = link.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44


def test_letters_stay_in_sight_and_cover_no_term(visit: Open) -> None:
    """On a desk, where they are one row below the header: a term that is jumped to stands below both."""
    page = visit("/glossary/#prime-number", width=1280, height=500)
    letters, row = page.locator(".letters").bounding_box(), page.locator("#prime-number").bounding_box()
    assert letters and row
    assert row["y"] >= letters["y"] + letters["height"]
    expect(page.locator(".letters")).to_be_in_viewport()


def test_the_filter_finds_terms_of_both_languages(visit: Open) -> None:
    """Without regard to case and accents; it says how many are left, and leaves the address alone."""
    page = visit("/es/glossary/")
    field, status = page.get_by_role("searchbox"), page.get_by_role("status")
    count = len(rows(page))
    expect(status).to_have_text(make_word("term_many", "es").format(count=count))
    field.fill("NUMERO prim")
    expect(status).to_have_text(make_word("term_one", "es"))
    assert rows(page) == ["número primo"]
    assert page.locator("section.letter:visible h2").all_inner_texts() == ["N"]
    assert page.locator(".letters li:not([inert])").all_inner_texts() == ["N"]
    field.fill("string")
    assert rows(page) == ["cadena"]
    field.fill("<zzz>")
    expect(status).to_have_text(make_word("term_none", "es").format(query="<zzz>"))
    assert rows(page) == []
    field.fill("")
    assert len(rows(page)) == count
    expect(page.locator(".letters [inert]")).to_have_count(0)
    assert page.url.endswith("/es/glossary/")


def test_a_link_to_a_term_shows_it_despite_the_filter(visit: Open) -> None:
    page = visit("/glossary/")
    page.get_by_role("searchbox").fill("hash")
    page.evaluate("location.hash = 'union'")
    expect(page.locator("#union")).to_be_in_viewport()
    expect(page.get_by_role("searchbox")).to_have_value("")


def test_without_a_script_there_is_no_filter(visit: Open) -> None:
    """The letters are links, and every term is there."""
    page = visit("/glossary/", java_script_enabled=False)
    expect(page.locator(".filter")).to_be_hidden()
    expect(page.locator(".letters")).to_be_visible()
    assert len(rows(page)) == len(load_small_bank().bank.reference.terms)


@pytest.mark.parametrize("width", [1280, 800, 320])
def test_a_term_stands_beside_its_pair_where_there_is_room(visit: Open, width: int) -> None:
    """Term, pair and meaning are three columns on a desk, two on a tablet, and one on a phone."""
    page = visit("/glossary/", width=width)
    term, pair, meaning = (
        page.locator(f"#union {part}").bounding_box() for part in ("dt", ".other", ".meaning")
    )
    assert term and pair and meaning
    assert (pair["x"] > term["x"]) == (width == 1280)
    assert (meaning["x"] > pair["x"]) == (width >= 800)
    assert page.locator("#union .other").get_attribute("lang") == "es"
    assert page.locator("#hash .stays").inner_text() == make_word("stays", "en")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_glossary_has_no_axis_and_begins_at_the_edge(visit: Open) -> None:
    """The line of the mark is for home and the side-by-side view; the letters are below the heading."""
    page = visit("/glossary/", width=1440)
    sides = "all => all.map(one => getComputedStyle(one).borderLeftStyle)"
    assert set(page.locator(".terms :is(.other, .stays)").evaluate_all(sides)) == {"none"}
    left = (
        "one => { const range = document.createRange(); range.selectNodeContents(one);"
        "return range.getBoundingClientRect().left }"
    )
    letter, title = (page.locator(part).first.evaluate(left) for part in (".letters a", "h1"))
    assert abs(letter - title) <= 1


@pytest.fixture(scope="module")
def uses_server(build_once: BuildOnce) -> Iterator[Server]:
    with serve(build_once("many-uses", add_uses) / "site") as running:
        yield running


@pytest.mark.parametrize(("width", "theme"), [(320, "dark"), (1280, "light")])
def test_axe_finds_nothing_while_the_glossary_is_filtered(
    visit: Open, uses_server: Server, width: int, theme: str
) -> None:
    """Also with letters that lead nowhere, and with a term that has many uses."""
    page = visit("/glossary/", width=width, color_scheme=theme, at=uses_server.address)
    page.get_by_role("searchbox").fill("re")
    expect(page.locator("#remainder .more")).to_be_visible()
    assert run_axe(page, RULES) == []
