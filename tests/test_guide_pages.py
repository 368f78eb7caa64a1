"""The study guide as it is published: on the disk, and in a real Chromium on a phone and on a desk."""

from __future__ import annotations

import re
from pathlib import Path
from unicodedata import normalize

import pytest
from playwright.sync_api import FloatRect, Page, expect

from conftest import Open
from project import ROOT

QUIZZES = [path.stem for path in sorted((ROOT / "data" / "study-guide").glob("quiz-*.yaml"))]
ATTENTION = "study-guide/quiz-11-transformers/"
SELECTION = "study-guide/quiz-05-hyperparameter-optimization/"
WIDTHS = (320, 1280)
QUESTION = re.compile(r'<section class="question" id="([\w-]+)"')
ENTRY = re.compile(r'<section class="entry" id="([\w-]+)"')


def read(site: Path, path: str) -> str:
    return (site / path / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("prefix", "counts", "edition", "parts"),
    [
        ("", "3 courses, 12 quizzes, 120 questions", "November 16, 2026", "Part III"),
        ("es/", "3 cursos, 12 quizzes, 120 preguntas", "16 de noviembre de 2026", "Parte III"),
    ],
)
def test_cover(site: Path, prefix: str, counts: str, edition: str, parts: str) -> None:
    """The guide says what it holds, of when it is, and leads to each quiz and to the appendices."""
    html = read(site, f"{prefix}study-guide")
    assert counts in html
    assert f'<time datetime="2026-11-16">{edition}</time>' in html
    assert parts in html
    links = re.findall(r'<a href="[^"]*study-guide/([\w-]+)/"', html)
    assert links == [*QUIZZES, "print"]
    assert len(re.findall(r'href="[^"]*reference/(formulas|patterns)/"', html)) == 2


@pytest.mark.parametrize("prefix", ["", "es/"])
@pytest.mark.parametrize("quiz", QUIZZES)
def test_quiz_page(site: Path, prefix: str, quiz: str) -> None:
    html = read(site, f"{prefix}study-guide/{quiz}")
    assert QUESTION.findall(html) == [f"pt-{quiz[5:7]}-{number:02}" for number in range(1, 11)]
    letter = "P" if prefix else "Q"
    numbers = re.findall(r'<span class="number" data-pagefind-ignore>(\w+)</span>', html)
    assert numbers == [f"{letter}{number}" for number in range(1, 11)]
    headings = ("Respuesta correcta", "Razonamiento") if prefix else ("Correct answer", "Reasoning")
    assert all(html.count(f"<h3>{heading}</h3>") == 10 for heading in headings)
    line = re.search(r'<div class="topic-line">(.*?)</div>', html, re.DOTALL)
    assert line
    assert len(re.findall(r'<a href="[^"]*/topics/[\w-]+/">', line[1])) >= 3


def test_no_tex_is_left_over(site: Path) -> None:
    """Whatever is a formula has become one, on every page."""
    for path in site.rglob("index.html"):
        html = re.sub(
            r"<code>.*?</code>|alttext=\"[^\"]*\"", "", path.read_text(encoding="utf-8"), flags=re.DOTALL
        )
        assert not re.search(r"\\(?:frac|sqrt|partial|text|left)|\$\$", html), path
        assert "math-inline" not in html, path


def test_the_math_font_comes_with_the_pages_that_have_formulas(site: Path) -> None:
    assert (site / "assets" / "fonts" / "stix-two-math.woff2").stat().st_size < 25_000
    for path in site.rglob("index.html"):
        html = path.read_text(encoding="utf-8")
        assert ("fonts/stix-two-math.woff2" in html) == ("<math" in html), path


def test_a_topic_gathers_its_questions_from_all_collections(site: Path) -> None:
    html = read(site, "es/topics/broadcasting")
    assert QUESTION.findall(html) == ["q-08-01", "pt-01-10"]
    assert 'href="../../../es/quizzes/phase-08-tensor-autograd/#q-08-01"' in html
    assert "data-pagefind-body" not in html


def test_reference_pages(site: Path) -> None:
    for prefix in ("", "es/"):
        formulas = read(site, f"{prefix}reference/formulas")
        assert ENTRY.findall(formulas) == [f"f-0{n}" for n in range(1, 7)]
        assert formulas.count('<dl class="symbols"') == 6
        patterns = read(site, f"{prefix}reference/patterns")
        assert ENTRY.findall(patterns) == [f"p-0{n}" for n in range(1, 5)]
        assert patterns.count("<figcaption>") == 4
        assert len(re.findall(r"/edit/main/data/reference/patterns\.yaml#L\d+-L\d+", patterns)) == 4


def box(page: Page, selector: str) -> FloatRect:
    found = page.locator(selector).first.bounding_box()
    assert found, selector
    return found


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("prefix", ["/", "/es/"])
def test_math_shows_as_it_should(visit: Open, prefix: str, width: int) -> None:
    """Brackets are as tall as what they hold, the font is ours, and nothing leaves the screen."""
    page = visit(f"{prefix}reference/formulas/", width=width)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.fonts.check('16px \"STIX Two Math\"')")
    fraction, bracket = box(page, "#f-03 .formula mfrac"), box(page, "#f-03 .formula mo >> text='('")
    letter = box(page, "#f-03 .formula mi >> text='V'")
    assert bracket["height"] >= fraction["height"]
    assert bracket["height"] > 2 * letter["height"]
    root, inside = box(page, "#f-03 .formula msqrt"), box(page, "#f-03 .formula msqrt > *")
    assert root["x"] < inside["x"] - 5
    assert root["width"] < inside["width"] + 25
    for math in page.locator("math:visible").all():
        drawn = math.bounding_box()
        assert drawn
        assert drawn["width"] > 3
        assert drawn["height"] > 3
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_math_has_the_colour_of_the_text(visit: Open, theme: str) -> None:
    page = visit("/reference/formulas/", color_scheme=theme)
    colour = "one => getComputedStyle(one).color"
    assert page.locator("#f-01 math mi").first.evaluate(colour) == page.locator("#f-01 p").last.evaluate(
        colour
    )


def test_math_grows_with_the_text(visit: Open) -> None:
    page = visit("/reference/formulas/")
    before = box(page, "#f-01 .formula mfrac")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    after = box(page, "#f-01 .formula mfrac")
    assert 1.9 < after["height"] / before["height"] < 2.1


def test_math_can_be_selected_and_is_told_to_a_screen_reader(visit: Open) -> None:
    page = visit("/reference/formulas/")
    selected = page.locator("#f-04 .formula math").evaluate(
        "one => { getSelection().selectAllChildren(one); return getSelection().toString() }"
    )
    assert re.sub(r"\s", "", normalize("NFKC", selected)) == "y=F(x)+x"
    assert page.locator("#f-04").get_by_role("math").count() >= 4


def test_math_needs_no_script(visit: Open) -> None:
    page = visit(f"/{ATTENTION}", java_script_enabled=False)
    assert page.locator("math").count() > 10
    expect(page.locator("#pt-11-03 .choices math").first).to_be_visible()


def test_a_wide_formula_scrolls_by_itself(visit: Open) -> None:
    page = visit("/study-guide/quiz-09-advanced-architectures/", width=320)
    page.get_by_role("button", name="Open all answers").click()
    wide = page.evaluate(
        "[...document.querySelectorAll('.formula')].filter(one => one.scrollWidth > one.clientWidth).length"
    )
    assert wide
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("width", WIDTHS)
def test_tables_and_code_show_as_they_should(visit: Open, width: int) -> None:
    page = visit(f"/es/{SELECTION}", width=width)
    table = page.locator("#pt-05-10 .prompt table")
    expect(table).to_be_visible()
    assert table.locator("tbody tr").count() == 4
    assert table.locator("td").nth(1).evaluate("one => getComputedStyle(one).textAlign") == "right"
    code = page.locator("#pt-05-03 .prompt pre")
    expect(code).to_be_visible()
    assert code.locator("span").count() > 5
    for block in (table, code):
        edge = block.locator("xpath=..").bounding_box()
        assert edge
        assert edge["x"] >= 0
        assert edge["x"] + edge["width"] <= width


def test_the_answer_of_a_guide_question(visit: Open) -> None:
    """The right choice gets its tick when the answer opens, and the answer says it in words first."""
    page = visit(f"/{SELECTION}")
    right = page.locator("#pt-05-10 .choices .right .label")
    tick = "one => getComputedStyle(one, '::after').content"
    assert "✓" not in right.evaluate(tick)
    page.locator("#pt-05-10 .answer > summary").click()
    assert "✓" in right.evaluate(tick)
    expect(page.locator("#pt-05-10 .verdict")).to_have_text("Choice C. Nova")
    page.locator("#pt-05-02 .answer > summary").click()
    assert "✓" in page.locator("#pt-05-02 .choices .right .label").evaluate(tick)


def test_the_switch_keeps_the_question_on_a_topic(visit: Open) -> None:
    page = visit("/topics/broadcasting/#pt-01-10", width=320)
    page.get_by_role("navigation", name="Language").get_by_role("link", name="Español").click()
    page.wait_for_url("**/es/topics/broadcasting/#pt-01-10")
    expect(page.locator("#pt-01-10 h2")).to_be_in_viewport(ratio=1)


def test_search_finds_a_formula_and_names_no_question_twice(visit: Open) -> None:
    page = visit("/search/?q=residual")
    link = page.locator(".results a")
    expect(link.first).to_be_visible()
    links = link.evaluate_all("all => all.map(one => one.href)")
    assert any("/reference/formulas/#f-0" in one for one in links)
    ids = [one.split("#")[1] for one in links]
    assert len(set(ids)) == len(ids)
