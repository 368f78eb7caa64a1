"""Formulas, tables, and code in Chromium, on study guide pages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from unicodedata import normalize

import pytest
from playwright.sync_api import FloatRect, Page, expect

from conftest import BuildOnce, Open
from edits import replace_once
from espejo.check.project import inspect_project
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from fuzz.html_check import find_html_faults
from page_checks import measure_width, resize
from site_builds import build_large
from site_server import Server, serve
from small_bank import SITE_URL

DIVISION = "study-guide/quiz-01-division/"
AVERAGES = "study-guide/quiz-02-averages/"
FORMULAS = "/reference/formulas/"
WIDTHS = (320, 1280)


@pytest.fixture(scope="module")
def layout(build_once: BuildOnce) -> Iterator[Server]:
    """A site with a tall bracketed formula, a root, and a table with an aligned column."""
    with serve(build_large(build_once)) as running:
        yield running


def read(site: Path, path: str) -> str:
    return (site / path / "index.html").read_text(encoding="utf-8")


def test_formulas_are_rendered_and_load_the_math_font(site: Path) -> None:
    """No TeX is left, and only pages with formulas load the small math font."""
    assert (site / "assets" / "fonts" / "stix-two-math.woff2").stat().st_size < 25_000
    needed = set()
    for path in site.rglob("index.html"):
        html = path.read_text(encoding="utf-8")
        assert ("fonts/stix-two-math.woff2" in html) == ("<math" in html), path
        needed.add("<math" in html)
        shown = re.sub(r"<code\b.*?</code>|alttext=\"[^\"]*\"", "", html, flags=re.DOTALL)
        assert not re.search(r"\\(?:frac|sqrt|partial|text|left|sum|bar|cdot)|\$\$", shown), path
        assert "math-inline" not in shown, path
    assert needed == {True, False}


def box(page: Page, selector: str) -> FloatRect:
    found = page.locator(selector).first.bounding_box()
    assert found, selector
    return found


@pytest.mark.parametrize("prefix", ["", "/es"])
def test_formulas_in_the_browser(visit: Open, layout: Server, prefix: str) -> None:
    """Formulas have tall brackets, our font, and the text color, and fit the screen.

    Their text can be selected, screen readers read them as math, and they scale with the text.
    """
    page = visit(f"{prefix}{FORMULAS}", at=layout.address)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.fonts.check('16px \"STIX Two Math\"')")
    for width in WIDTHS:
        resize(page, width)
        check_shapes(page)
        assert measure_width(page) <= width
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        math, text = page.locator("#f-01 math mi").first, page.locator("#f-01 > p:not(.foot)").last
        assert len({one.evaluate("one => getComputedStyle(one).color") for one in (math, text)}) == 1
    selected = page.locator("#f-01 .formula math").evaluate(
        "one => { getSelection().selectAllChildren(one); return getSelection().toString() }"
    )
    assert re.sub(r"\s", "", normalize("NFKC", selected)) == "S=n(n+1)2"
    assert page.locator("#f-01").get_by_role("math").count() == page.locator("#f-01 math").count() > 1
    before = box(page, "#f-01 .formula mfrac")
    page.evaluate("document.documentElement.style.fontSize = '250%'")
    after = box(page, "#f-01 .formula mfrac")
    assert after["width"] / before["width"] == pytest.approx(2, rel=0.02)
    assert after["height"] / before["height"] == pytest.approx(2, rel=0.1)  # in whole pixels


def check_shapes(page: Page) -> None:
    """Checks that brackets and roots cover their content and that every formula is visible."""
    fraction, bracket = box(page, "#f-04 .formula mfrac"), box(page, "#f-04 .formula mo >> text='('")
    letter = box(page, "#f-04 .formula mi >> text='V'")
    assert bracket["height"] >= fraction["height"]
    assert bracket["height"] > 2 * letter["height"]
    root, inside = box(page, "#f-04 .formula msqrt"), box(page, "#f-04 .formula msqrt > *")
    assert root["x"] < inside["x"] - 5
    assert root["width"] < inside["width"] + 25
    for math in page.locator("math:visible").all():
        drawn = math.bounding_box()
        assert drawn
        assert min(drawn["width"], drawn["height"]) > 3


def test_a_wide_formula_scrolls_in_its_box_without_scripts(visit: Open, site: Path) -> None:
    page = visit(f"/{AVERAGES}", width=320, java_script_enabled=False)
    assert page.locator("math").count() == read(site, AVERAGES).count("<math") > 1
    expect(page.locator("#pt-02-02 .choices math").first).to_be_visible()
    formula = page.locator("#pt-02-02 .prompt .formula")
    assert formula.evaluate("one => one.scrollWidth > one.clientWidth")
    assert measure_width(page) <= 320


def test_tables_and_code_in_the_browser(visit: Open, layout: Server) -> None:
    """They fit the screen, numbers keep their alignment, and long lines of code scroll."""
    page = visit(f"/es/{AVERAGES}", at=layout.address)
    cells = page.locator("#pt-02-03 .prompt table td")
    assert page.locator("#pt-02-03 .prompt table tbody tr").count() == 3
    aligned = [cells.nth(n).evaluate("one => getComputedStyle(one).textAlign") for n in (0, 1)]
    assert (aligned[0] != "right", aligned[1]) == (True, "right")
    for width in WIDTHS:
        resize(page, width)
        assert_within(page, "#pt-02-03 .table", width)
    page.goto(page.url.replace(AVERAGES, DIVISION))
    code = page.locator("#pt-01-01 .prompt pre")
    assert code.locator("span").count() > 5
    for width in reversed(WIDTHS):
        resize(page, width)
        assert_within(page, "#pt-01-01 .prompt .listing", width)
    assert code.evaluate("one => one.scrollWidth > one.clientWidth")


def assert_within(page: Page, selector: str, width: int) -> None:
    """Checks that an element fits the screen horizontally."""
    edge = box(page, selector)
    assert edge["x"] >= 0
    assert edge["x"] + edge["width"] <= width


@pytest.mark.parametrize(
    ("choice", "paths", "shown"),
    [
        (
            "      - text: |\n          ```python\n          'ir'\n          ```\n",
            ("study-guide/quiz-03-strings", "study-guide/print"),
            '</p>\n<div class="right-choice"><pre',
        ),
        (
            "      - text:\n          es: |\n            ```python\n            'ir'\n            ```\n",
            ("study-guide/quiz-03-strings",),
            '<div lang="es"><span class="mark">ES</span> <pre',
        ),
    ],
    ids=["in both languages", "in one language"],
)
def test_a_right_choice_can_be_a_listing(data: Path, choice: str, paths: tuple[str, ...], shown: str) -> None:
    """A guide's verdict repeats the choice, so it must not put a listing in a paragraph or span."""
    replace_once(data / "study-guide" / "quiz-03-strings.yaml", "      - text: \"`'ir'`\"\n", choice)
    site = Site(inspect_project(data).bank, home=SITE_URL)
    pages = [page for page in list_pages(site, "en") if page.path in paths]
    assert len(pages) == len(paths)
    for page in pages:
        html = render_page(site, page, Downloads(defaultdict(int)))
        assert list(find_html_faults(html)) == []
        assert shown in html
