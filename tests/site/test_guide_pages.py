"""Pages of a study guide: on the disk, and in a real Chromium on a phone and on a desk."""

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
from espejo.model.bank import Bank
from espejo.model.collection import Collection
from espejo.model.quiz import Quiz
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from fuzz.html_check import find_html_faults
from site_server import Server, serve
from small_bank import REPO_URL, SITE_URL, load_small_bank, make_word

DIVISION = "study-guide/quiz-01-division/"
AVERAGES = "study-guide/quiz-02-averages/"
TOPIC = "topics/division/"
WIDTHS = (320, 1280)
ITEM = re.compile(r'<section class="question(?: card)?" id="([\w-]+)"')
ENTRY = re.compile(r'<section class="entry" id="([\w-]+)"')

FORMULA = r"""
  - id: f-04
    group: {en: Spread, es: Dispersión}
    title: {en: Standard score, es: Puntuación típica}
    formula: '$$V = \left( \frac{x - m}{\sqrt{s + 1}} \right)$$'
    symbols: [{symbol: $V$, meaning: {en: the score, es: la puntuación}}]
    note: {en: How far a value is from the average., es: A qué distancia está un valor del promedio.}
"""

TABLE = """
  - id: pt-02-03
    kind: recall
    title: {en: Three values, es: Tres valores}
    prompt: |
      | x | y |
      | --- | ---: |
      | `1` | `10` |
      | `2` | `20` |
      | `3` | `30` |
    answer: "20"
"""


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_small_bank().bank


@pytest.fixture(scope="module")
def guide(bank: Bank) -> Collection:
    """The collection that is a study guide."""
    return next(one for one in bank.collections if one.guide)


@pytest.fixture(scope="module")
def layout(build_once: BuildOnce) -> Iterator[Server]:
    """The site with a formula that has tall brackets and a root, and a table with an aligned column."""
    with serve(build_once("layout", add_formula_and_table) / "site") as running:
        yield running


def add_formula_and_table(project: Path) -> None:
    for file, text in (("reference/formulas", FORMULA), ("study-guide/quiz-02-averages", TABLE)):
        with (project / "data" / f"{file}.yaml").open("a", encoding="utf-8") as written:
            written.write(text.lstrip("\n"))


def read(site: Path, path: str) -> str:
    return (site / path / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("prefix", "locale", "edition"),
    [("", "en", "March 14, 2026"), ("es/", "es", "14 de marzo de 2026")],
)
def test_cover(site: Path, guide: Collection, prefix: str, locale: str, edition: str) -> None:
    """The guide says what it holds, when it was edited, and leads to each quiz and to the appendices."""
    html = read(site, f"{prefix}{guide.folder}")
    assert guide.guide
    counts = {
        "course_many": len(guide.guide.courses),
        "quiz_many": len(guide.units),
        "question_many": guide.count_items(),
    }
    said = ", ".join(make_word(name, locale).format(count=count) for name, count in counts.items())
    assert f"<span>{said} · " in html
    assert f'<time datetime="2026-03-14">{edition}</time>' in html
    parts = re.findall(r"<small>(.*?)</small> (.*?)</h2>", html)
    part = make_word("part", locale)
    numerals = ("I", "II")
    assert parts == [
        (part.format(number=number), course.title.show(locale).markdown)
        for number, course in zip(numerals, guide.guide.courses, strict=True)
    ]
    content = html[html.index("<article") : html.index("</article>")]
    links = re.findall(r'<a href="[^"]*study-guide/([\w-]+)/"', content)
    assert links == [*guide.units, "print"]
    appendices = re.findall(r'href="[^"]*reference/(formulas|patterns)/"', content)
    assert appendices == ["formulas", "patterns"]


@pytest.mark.parametrize(("prefix", "locale"), [("", "en"), ("es/", "es")])
def test_quiz_page(site: Path, guide: Collection, prefix: str, locale: str) -> None:
    """A guide's quiz numbers its questions, gives each answer its headings, and links to its topics."""
    for slug, unit in guide.units.items():
        assert isinstance(unit, Quiz)
        html = read(site, f"{prefix}{guide.folder}/{slug}")
        assert ITEM.findall(html) == [one.id for one in unit.questions]
        numbers = re.findall(r'<span class="number">(.*?)</span>', html)
        word = make_word("number", locale)
        assert numbers == [word.format(number=n) for n in range(1, len(unit.questions) + 1)]
        right, why = (f"<h3>{make_word(name, locale)}</h3>" for name in ("correct_answer", "reasoning"))
        assert html.count(right) == len(unit.questions)
        assert html.count(why) == sum(bool(one.why) for one in unit.questions)
        line = re.search(r'<div class="topic-line">(.*?)</div>', html, re.DOTALL)
        assert line, slug
        assert re.findall(r'<a href="[^"]*/topics/([\w-]+)/">', line[1]) == list(unit.topics)


def test_a_quiz_outside_a_guide_has_no_numbers_and_no_headings(site: Path) -> None:
    """Only a guide numbers its questions and puts headings over the right answer and the reasoning."""
    html = read(site, "quizzes/phase-01-arithmetic")
    assert 'class="number"' not in html
    assert f"<h3>{make_word('correct_answer', 'en')}</h3>" not in html
    assert f"<h3>{make_word('reasoning', 'en')}</h3>" not in html


def test_no_tex_is_left_over(site: Path) -> None:
    """Whatever is a formula has become one, on every page."""
    for path in site.rglob("index.html"):
        html = re.sub(
            r"<code\b.*?</code>|alttext=\"[^\"]*\"", "", path.read_text(encoding="utf-8"), flags=re.DOTALL
        )
        assert not re.search(r"\\(?:frac|sqrt|partial|text|left|sum|bar|cdot)|\$\$", html), path
        assert "math-inline" not in html, path


def test_the_math_font_comes_with_the_pages_that_have_formulas(site: Path) -> None:
    """The font is cut to what the bank needs, and a page without a formula does not ask for it."""
    assert (site / "assets" / "fonts" / "stix-two-math.woff2").stat().st_size < 25_000
    needed = set()
    for path in site.rglob("index.html"):
        html = path.read_text(encoding="utf-8")
        assert ("fonts/stix-two-math.woff2" in html) == ("<math" in html), path
        needed.add("<math" in html)
    assert needed == {True, False}


def test_a_topic_gathers_its_questions_from_all_collections(site: Path, bank: Bank) -> None:
    """In the order of the bank, each with a link to where it is at home."""
    html = read(site, f"es/{TOPIC}")
    gathered = [asked for asked in bank.items() if "division" in asked.item.topics]
    assert {asked.collection.folder for asked in gathered} == {one.folder for one in bank.collections}
    assert ITEM.findall(html) == [asked.item.id for asked in gathered]
    for asked in gathered:
        assert f'href="../../../es/{asked.path}/#{asked.item.id}"' in html


def test_a_topic_without_questions_has_no_page(site: Path) -> None:
    """Nothing names the topic, so nothing links to it either."""
    assert not (site / "topics" / "fractions").exists()
    assert "topics/fractions" not in read(site, "topics")


@pytest.mark.parametrize("prefix", ["", "es/"])
def test_reference_pages(site: Path, bank: Bank, prefix: str) -> None:
    """Formulas with their symbols, patterns with their captions, and the lines to edit for each."""
    formulas, patterns = bank.reference.formulas, bank.reference.patterns
    html = read(site, f"{prefix}reference/formulas")
    assert ENTRY.findall(html) == [one.id for one in formulas]
    assert html.count('<dl class="symbols"') == sum(bool(one.symbols) for one in formulas)
    groups = re.findall(r'<h2 class="group">(.*?)</h2>', html)
    assert groups == (["Sumas", "Promedios"] if prefix else ["Sums", "Averages"])
    html = read(site, f"{prefix}reference/patterns")
    assert ENTRY.findall(html) == [one.id for one in patterns]
    listing = make_word("listing", "es" if prefix else "en")
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", html)
    assert len(captions) == len(patterns)
    for number, caption in enumerate(captions, 1):
        assert caption.startswith(f"{listing.format(number=number)} ")
    for one in patterns:
        lines = f"#L{one.place.line}-L{one.last_line}"
        assert f'"{REPO_URL}/edit/main/data/reference/patterns.yaml{lines}"' in html


def box(page: Page, selector: str) -> FloatRect:
    found = page.locator(selector).first.bounding_box()
    assert found, selector
    return found


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("prefix", ["/", "/es/"])
def test_math_shows_as_it_should(visit: Open, layout: Server, prefix: str, width: int) -> None:
    """Brackets are as tall as what they hold, the font is ours, and nothing leaves the screen."""
    page = visit(f"{prefix}reference/formulas/", width=width, at=layout.address)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.fonts.check('16px \"STIX Two Math\"')")
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
        assert drawn["width"] > 3
        assert drawn["height"] > 3
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_math_has_the_color_of_the_text(visit: Open, theme: str) -> None:
    """A formula is drawn in the color of the words around it, in both themes."""
    page = visit("/reference/formulas/", color_scheme=theme)
    color = "one => getComputedStyle(one).color"
    text = page.locator("#f-01 > p:not(.foot)").last.evaluate(color)
    assert page.locator("#f-01 math mi").first.evaluate(color) == text


def test_math_grows_with_the_text(visit: Open) -> None:
    """Letters twice as large make a fraction twice as large. Heights are rounded to whole pixels."""
    page = visit("/reference/formulas/")
    page.wait_for_load_state("networkidle")
    before = box(page, "#f-01 .formula mfrac")
    page.evaluate("document.documentElement.style.fontSize = '250%'")
    after = box(page, "#f-01 .formula mfrac")
    assert after["width"] / before["width"] == pytest.approx(2, rel=0.02)
    assert after["height"] / before["height"] == pytest.approx(2, rel=0.1)


def test_math_can_be_selected_and_is_told_to_a_screen_reader(visit: Open) -> None:
    """The letters of a formula are text, and each formula has the role of one."""
    page = visit("/reference/formulas/")
    selected = page.locator("#f-01 .formula math").evaluate(
        "one => { getSelection().selectAllChildren(one); return getSelection().toString() }"
    )
    assert re.sub(r"\s", "", normalize("NFKC", selected)) == "S=n(n+1)2"
    assert page.locator("#f-01").get_by_role("math").count() == page.locator("#f-01 math").count() > 1


def test_math_needs_no_script(visit: Open, site: Path) -> None:
    """Every formula of a page is in its HTML."""
    page = visit(f"/{AVERAGES}", java_script_enabled=False)
    assert page.locator("math").count() == read(site, AVERAGES).count("<math") > 1
    expect(page.locator("#pt-02-02 .choices math").first).to_be_visible()


def test_a_wide_formula_scrolls_by_itself(visit: Open) -> None:
    """On a small phone the formula is wider than its frame, and the page is not wider than the screen."""
    page = visit(f"/{AVERAGES}", width=320)
    page.get_by_role("button", name=make_word("open_all", "en"), exact=True).click()
    formula = page.locator("#pt-02-02 .prompt .formula")
    assert formula.evaluate("one => one.scrollWidth > one.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("width", WIDTHS)
def test_a_table_shows_as_it_should(visit: Open, layout: Server, width: int) -> None:
    """It has its rows, numbers are aligned as they are written, and its frame is within the screen."""
    page = visit(f"/es/{AVERAGES}", width=width, at=layout.address)
    table = page.locator("#pt-02-03 .prompt table")
    expect(table).to_be_visible()
    assert table.locator("tbody tr").count() == 3
    assert table.locator("td").nth(0).evaluate("one => getComputedStyle(one).textAlign") != "right"
    assert table.locator("td").nth(1).evaluate("one => getComputedStyle(one).textAlign") == "right"
    assert_within(page, "#pt-02-03 .table", width)


@pytest.mark.parametrize("width", WIDTHS)
def test_code_shows_as_it_should(visit: Open, width: int) -> None:
    """It is highlighted, its frame is within the screen, and a long line scrolls inside the frame."""
    page = visit(f"/es/{DIVISION}", width=width)
    code = page.locator("#pt-01-01 .prompt pre")
    expect(code).to_be_visible()
    assert code.locator("span").count() > 5
    assert_within(page, "#pt-01-01 .prompt .listing", width)
    if width == 320:
        assert code.evaluate("one => one.scrollWidth > one.clientWidth")


def assert_within(page: Page, selector: str, width: int) -> None:
    """Neither edge of an element leaves the screen."""
    edge = box(page, selector)
    assert edge["x"] >= 0
    assert edge["x"] + edge["width"] <= width


def test_the_answer_of_a_guide_question(visit: Open) -> None:
    """The right choice gets its check mark when the answer opens, and the answer says it in words first."""
    page = visit(f"/{DIVISION}")
    mark = "one => getComputedStyle(one, '::after').content"
    for id_ in ("pt-01-01", "pt-01-02"):
        right = page.locator(f"#{id_} .choices .right")
        assert "✓" not in right.evaluate(mark)
        page.locator(f"#{id_} .answer > summary").click()
        assert "✓" in right.evaluate(mark)
    verdict = page.locator("#pt-01-01 .verdict")
    expect(verdict).to_have_text("one_choice 1 Two, because both remainders must be zero.")
    expect(page.locator("#pt-01-02 .verdict")).to_have_text("true.")


def test_the_switch_keeps_the_question_on_a_topic(visit: Open) -> None:
    """The link to the other language leads to the same question of the same topic."""
    page = visit(f"/{TOPIC}#pt-01-01", width=320)
    switch = page.get_by_role("navigation", name=make_word("languages", "en"), exact=True)
    switch.get_by_role("link", name="Español").click()
    page.wait_for_url(f"**/es/{TOPIC}#pt-01-01")
    expect(page.locator("#pt-01-01 h2")).to_be_in_viewport(ratio=1)


def test_search_finds_a_formula_and_names_no_question_twice(visit: Open) -> None:
    """A question is found where it is at home, and not once more on the page of its topic."""
    page = visit("/search/?q=odd")
    link = page.locator(".results a")
    expect(link.first).to_be_visible()
    links = link.evaluate_all("all => all.map(one => one.href)")
    assert any(one.endswith("/reference/formulas/#f-02") for one in links)
    ids = [one.partition("#")[2] or one for one in links]
    assert "q-01-03" in ids
    assert len(set(ids)) == len(ids)


def test_a_right_choice_that_is_a_listing_does_not_break_the_verdict(data: Path) -> None:
    """The verdict of a guide repeats the right choice, and a paragraph cannot hold a listing."""
    quiz = data / "study-guide" / "quiz-03-strings.yaml"
    replace_once(
        quiz,
        "      - text: \"`'ir'`\"\n",
        "      - text: |\n          ```python\n          'ir'\n          ```\n",
    )
    found = inspect_project(data)
    assert found.faults == []
    site = Site(found.bank, home=SITE_URL)
    pages = [
        page
        for page in list_pages(site, "en")
        if page.path in ("study-guide/quiz-03-strings", "study-guide/print")
    ]
    assert len(pages) == 2
    for page in pages:
        html = render_page(site, page, Downloads(defaultdict(int)))
        assert list(find_html_faults(html)) == []
        assert '</p>\n<div class="right-choice"><pre' in html


def test_a_choice_in_another_language_that_is_a_listing_is_no_span(data: Path) -> None:
    quiz = data / "study-guide" / "quiz-03-strings.yaml"
    listing = "        es: |\n            ```python\n            'ir'\n            ```\n"
    replace_once(quiz, "      - text: \"`'ir'`\"\n", f"      - text:\n  {listing}")
    site = Site(inspect_project(data).bank, home=SITE_URL)
    page = next(page for page in list_pages(site, "en") if page.path == "study-guide/quiz-03-strings")
    html = render_page(site, page, Downloads(defaultdict(int)))
    assert '<div lang="es"><span class="mark">ES</span> <pre' in html
    assert list(find_html_faults(html)) == []
