"""Side-by-side view: a quiz or deck in all its languages, aligned passage by passage."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from conftest import Open, wait_for_script
from edits import replace_once
from espejo.check.project import inspect_project
from espejo.model.addresses import list_side_by_side_views
from espejo.model.bank import Bank
from espejo.model.quiz import Item, Question, Unit
from espejo.model.text import ONCE, Text
from espejo.rendering.downloads import Downloads
from espejo.rendering.repository_links import ForgeLinks
from espejo.rendering.side_by_side_rows import align_item, align_unit
from espejo.rendering.site import Site
from espejo.rendering.view import View
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from espejo.site.redirect_pages import list_redirect_pages
from page_checks import open_answers
from project import ROOT
from small_bank import REPO_URL, SITE_URL, load_small_bank, make_word
from test_browser import find_switch, run_axe

QUIZ = "/quizzes/phase-01-arithmetic/"
VIEW = f"{QUIZ}side-by-side/"
LETTERS = "/quizzes/phase-02-collections/side-by-side/"
GUIDE = "/study-guide/quiz-02-averages/side-by-side/"
DECK = "/drills/chapter-01-facts/side-by-side/"
VIEWS = [VIEW, LETTERS, GUIDE, DECK]
FORGE = ForgeLinks(REPO_URL, f"{REPO_URL}/edit/main/")
ENHANCED = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"color-contrast-enhanced": {"enabled": True}},
}


def make_site(bank: Bank, **settings: object) -> Site:
    return Site(bank, home=SITE_URL, **settings)  # type: ignore[arg-type]


def render_view(site: Site, address: str, locale: str) -> str:
    """The HTML of a view, without its frame."""
    path = address.strip("/")
    page = next(page for page in list_pages(site, locale) if page.path == path)
    return str(render_page(site, page, Downloads()))


def find_section(html: str, id_: str) -> str:
    """The part of a view that shows one question or card."""
    found = re.search(rf'<section class="question twin" id="{id_}".*?</section>', html, re.DOTALL)
    assert found, id_
    return found[0]


def read_words(html: str) -> str:
    """The words of a part of a page, without signs and formulas."""
    return join_words(re.sub(r"<annotation.*?</annotation>|<[^>]+>", " ", html))


def join_words(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip()


def first_words(markdown: str) -> str:
    """The first words of a passage that are neither code nor a formula."""
    return join_words(re.split(r"[`$*\n]", markdown.strip(" `*-"))[0])


# Rows: every text of every record.


@pytest.mark.parametrize("locale", ["en", "es"])
def test_every_text_of_every_record_is_in_a_row(locale: str) -> None:
    """Once each: the texts of the quiz, of its questions with their proofs, and of their figures."""
    bank = load_small_bank().bank
    for collection, slug, unit in bank.units():
        in_head = [text for row in align_unit(unit) for text in row.texts]
        assert sorted(map(id, in_head)) == sorted(map(id, unit.texts()))
        for placed in collection.placed_in(slug):
            figure = bank.figure_of(placed.item)
            _, asked, hint, answer = align_item(placed, figure)
            texts = [text for row in (*asked, *hint, *answer) for text in row.texts]
            wanted = [*Bank.texts_of(placed.item), *(figure.texts() if figure else ())]
            assert sorted(map(id, texts)) == sorted(map(id, wanted)), placed.item.id
            assert all(row.has(locale) for row in asked if row.same)


@pytest.mark.parametrize("address", VIEWS)
@pytest.mark.parametrize("locale", ["en", "es"])
def test_every_passage_is_on_the_view_in_both_languages(address: str, locale: str) -> None:
    """What is written can be read there, whatever the language of the page."""
    bank = load_small_bank().bank
    html = render_view(make_site(bank), address, locale)
    slug = address.split("/")[2]
    (unit,) = (one for _, name, one in bank.units() if name == slug)
    passages: list[tuple[Unit | Item, str]] = [
        (unit, markdown) for text in unit.texts() for markdown in text.passages.values()
    ]
    for item in unit.items:
        passages += [(item, said) for text in Bank.texts_of(item) for said in text.passages.values()]
    assert len(passages) > 20
    for record, markdown in passages:
        part = find_section(html, record.id) if record.id else html
        assert first_words(markdown) in read_words(part), (record.id, markdown)


def test_a_text_that_no_rule_knows_stands_in_the_answer() -> None:
    """A new key of a question cannot be forgotten, and gives nothing away."""
    bank = load_small_bank().bank
    placed = next(one for one in bank.items() if one.item.id == "q-01-01")
    new = Text({ONCE: "new"}, placed.item.place)

    class Extended(Question):
        def texts(self):  # type: ignore[no-untyped-def] # noqa: ANN202
            yield from super().texts()
            yield new

    keys = {name: getattr(placed.item, name) for name in Question.__dataclass_fields__}
    _, asked, hint, answer = align_item(placed._replace(item=Extended(**keys)), None)
    assert answer[-1].texts == (new,)
    assert not [row for row in (*asked, *hint) if new in row.texts]


def test_what_answers_a_question_is_only_in_its_answer() -> None:
    """Verdict, model answer, points and reasons come after the line that opens them."""
    for placed in load_small_bank().bank.items():
        _, asked, hint, _ = align_item(placed, None)
        roles = {row.role for row in (*asked, *hint)}
        assert roles <= {"title", "front", "prompt", "choice", "unit", "hint"}, placed.item.id


def test_rows_are_in_reading_order() -> None:
    """Choices with their labels, then verdict and reasons with those of their choices."""
    bank = load_small_bank().bank
    placed = next(one for one in bank.items() if one.item.id == "q-02-02")
    _, asked, hint, answer = align_item(placed, None)
    assert [(row.role, row.label, row.right) for row in asked] == [
        ("title", "", False),
        ("prompt", "", False),
        ("choice", "A.", False),
        ("choice", "B.", True),
        ("choice", "C.", False),
    ]
    assert hint == ()
    roles = [(row.role, row.label or row.word) for row in answer]
    expected = [("verdict", ""), ("why", ""), ("heading", "why_not"), ("reason", "A."), ("reason", "C.")]
    assert roles[: len(expected)] == expected


# Addresses.


def test_a_bank_in_one_language_has_no_view() -> None:
    """There is nothing to compare: no page, no link."""
    bank = load_small_bank().bank
    alone = replace(bank, locales={"en": bank.locales["en"]})
    assert list(list_side_by_side_views(bank))
    assert list(list_side_by_side_views(alone)) == []
    site = make_site(alone)
    assert not [page.path for page in list_pages(site, "en") if page.path.endswith("side-by-side")]
    assert View(site, QUIZ.strip("/"), "en").side_by_side() == ""


def test_no_two_pages_have_the_same_address(data: Path) -> None:
    """Not even if a course is called like the view of a quiz."""
    replace_once(data / "study-guide" / "guide.yaml", "- id: numbers\n", "- id: side-by-side\n")
    inspection = inspect_project(data)
    assert inspection.faults == []
    paths = [page.path for page in list_pages(make_site(inspection.bank), "en")]
    assert len(paths) == len(set(paths))
    assert {VIEW.strip("/"), "study-guide/print/side-by-side"} <= set(paths)


@pytest.mark.parametrize("name", ["print", "side-by-side"])
def test_no_quiz_is_called_like_a_view(data: Path, name: str) -> None:
    """So the view of one cannot be in the place of a print view."""
    quizzes = data / "quizzes"
    (quizzes / "phase-01-arithmetic.yaml").rename(quizzes / f"{name}.yaml")
    facts = [problem.fact for problem in inspect_project(data).faults]
    assert [fact for fact in facts if fact.startswith(f"invalid file name '{name}'.")]


def test_no_redirect_takes_the_place_of_a_view(data: Path) -> None:
    """An old address cannot be that of a view."""
    path = VIEW.strip("/")
    (data / "redirects.yaml").write_text(f"redirects:\n  - {{old: {path}, new: quizzes}}\n", encoding="utf-8")
    facts = [problem.fact for problem in inspect_project(data).faults]
    assert facts == [f"'{path}' is an existing page. It cannot be redirected."]


def test_the_view_of_a_quiz_that_has_moved_leads_to_its_new_view(data: Path) -> None:
    """In every language, and for search engines to the page itself."""
    quizzes = data / "quizzes"
    (quizzes / "phase-01-arithmetic.yaml").rename(quizzes / "phase-01-numbers.yaml")
    site = make_site(inspect_project(data).bank)
    redirects = {one.path: one.html for one in list_redirect_pages(site)}
    html = redirects["es/quizzes/phase-01-arithmetic/side-by-side/index.html"]
    assert 'id="new" href="../../../../es/quizzes/phase-01-numbers/side-by-side/"' in html
    assert f'<link rel="canonical" href="{SITE_URL}es/quizzes/phase-01-numbers/">' in html
    plain_page = redirects["es/quizzes/phase-01-arithmetic/index.html"]
    assert 'id="new" href="../../../es/quizzes/phase-01-numbers/"' in plain_page


# Search engines.


@pytest.mark.parametrize("prefix", ["", "es/"])
def test_search_engines_are_sent_to_the_quiz(site: Path, prefix: str) -> None:
    """The page in the same language is the original; the view has no alternates and is not searched."""
    html = (site / prefix / VIEW.strip("/") / "index.html").read_text(encoding="utf-8")
    original = f"{SITE_URL}{prefix}{QUIZ.strip('/')}/"
    assert re.findall(r'<link rel="canonical" href="([^"]+)">', html) == [original]
    assert re.findall(r'<meta property="og:url" content="([^"]+)">', html) == [original]
    assert 'rel="alternate"' not in html
    assert "data-pagefind-body" not in html
    assert "side-by-side" not in (site / "sitemap.xml").read_text(encoding="utf-8")


# Marks and links to lines.


def read_side(html: str, id_: str, role: str, locale: str) -> str:
    """The cell of the first row with this role, in this language, on an English page."""
    section = find_section(html, id_)
    row = section.split(f'data-row="{role}"')[1].split('<div class="pair')[0]
    return row.split('<div class="side"')[1 if locale == "en" else 2]


def test_a_missing_passage_says_so_in_the_words_of_the_page() -> None:
    """In the place of the passage, with the mark of its language, and in no other place."""
    site = make_site(load_small_bank().bank)
    html = render_view(site, LETTERS, "en")
    note = f'<p class="missing">{make_word("missing", "en")} <span class="mark">EN</span></p>'
    assert note in read_side(html, "q-02-03", "why", "en")
    assert "missing" not in read_side(html, "q-02-03", "why", "es")
    assert "missing" not in find_section(html, "q-02-06")
    only_spanish = find_section(html, "q-02-04")
    assert only_spanish.count(note) == 3
    assert '<h2 id="q-02-04-title" class="said" lang="es">' in only_spanish


def test_a_stale_passage_says_so_and_its_neighbors_do_not() -> None:
    """The note stands in the cell of that passage alone."""
    inspection = load_small_bank()
    site = make_site(inspection.bank, stale=inspection.stale)
    section = find_section(render_view(site, VIEW, "en"), "q-01-07")
    note = '<p class="stale">stale English</p>'
    assert section.count('class="stale"') == 1
    assert note in read_side(section, "q-01-07", "why", "es")
    assert note not in read_side(section, "q-01-07", "why", "en")


def test_each_passage_links_to_its_own_line() -> None:
    """In each language the line where that language begins, and one link for what is written once."""
    bank = load_small_bank().bank
    html = render_view(make_site(bank, forge=FORGE), VIEW, "en")
    file = "data/quizzes/phase-01-arithmetic.yaml"
    lines = _read_lines(file)
    for locale, language in (("en", "English"), ("es", "Spanish")):
        cell = read_side(html, "q-01-01", "title", locale)
        (found,) = re.findall(r'href="([^"]+)" title="([^"]+)"', cell)
        number = int(found[0].partition("#L")[2])
        assert found == (f"{REPO_URL}/edit/main/{file}#L{number}", f"edit_passage {language} {number}")
        assert lines[number - 1].strip().startswith(f"{locale}: ")
    section = find_section(html, "q-01-01")
    once = re.findall(r'#L(\d+)" title="edit_shared (\d+)"', section)
    assert [lines[int(line) - 1].strip() for line, _ in once] == [
        '- text: "`2`"',
        '- text: "`1`"',
        '- text: "`0`"',
    ]


def _read_lines(file: str) -> list[str]:
    path = ROOT / "tests" / "bank" / file.removeprefix("data/")
    return path.read_text(encoding="utf-8").splitlines()


def test_without_a_repository_there_are_no_links_to_lines() -> None:
    html = render_view(make_site(load_small_bank().bank), VIEW, "en")
    assert 'class="pencil"' not in html
    assert "edit_passage" not in html


def test_three_languages_stand_in_three_columns() -> None:
    """The language of the page first, then the others in their order."""
    bank = load_small_bank().bank
    third = replace(bank.locales["en"], name="Français", mark="FR")
    site = make_site(replace(bank, locales={**bank.locales, "fr": third}))
    section = find_section(render_view(site, VIEW, "es"), "q-01-01")
    row = section.split('data-row="title"')[1].split('<div class="pair')[0]
    assert re.findall(r'<span class="tongue">(\w+)</span>', row) == ["ES", "EN", "FR"]
    assert re.findall(r' lang="(\w+)"', row) == ["en"]
    assert row.count('class="missing"') == 1


# In a browser.


def find_cells(page: Page, row: str) -> Locator:
    return page.locator(f"{row} > .side")


@pytest.mark.parametrize("path", VIEWS)
def test_the_languages_of_a_row_begin_at_the_same_height(visit: Open, path: str) -> None:
    """In every row, with all answers open; the first stands left of the axis and the other right of it."""
    page = visit(path)
    open_answers(page)
    rows = page.evaluate(
        "[...document.querySelectorAll('.pair:not([data-row=id]), [data-row=id]:has(.kind)')]"
        ".map(row => [...row.children].filter(cell => cell.matches('.side')).map(cell => {"
        "const { top, bottom, left, right } = cell.getBoundingClientRect(), style = getComputedStyle(cell);"
        "const inside = [...cell.querySelectorAll('.said, .said > *, .missing, .kind')]"
        ".map(one => one.getBoundingClientRect()).filter(one => one.width);"
        "return [top, Math.min(left + parseFloat(style.paddingLeft), ...inside.map(one => one.left)),"
        "Math.max(right - parseFloat(style.paddingRight), ...inside.map(one => one.right)), bottom] }))"
    )
    pairs = [row for row in rows if len(row) == 2]
    assert len(pairs) > 10
    middle = 600
    for left, right in pairs:
        assert abs(left[0] - right[0]) < 1
        assert abs(left[3] - right[3]) < 1, "the axis is as tall as the row"
        assert left[2] < middle < right[1]


@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("path", VIEWS)
def test_passages_use_the_width_of_their_cell(visit: Open, path: str, width: int) -> None:
    """Beside field and label; the two columns are as wide, and the links to lines stand outside of them."""
    page = visit(path, width=width)
    open_answers(page)
    widths = page.evaluate(
        "[...document.querySelectorAll('div.pair:not(.shared, [data-row=series]) > .side')]"
        ".filter(one => one.checkVisibility())"
        ".map(cell => [cell.querySelector('.said')?.getBoundingClientRect().width ?? 0, cell.outerHTML])"
    )
    cell = {390: 390 - 2 * 20 - 40 - 14, 1200: (1200 - 2 * 44) / 2 - 28}[width]
    assert widths
    for said, html in widths:
        assert (
            said == 0 or cell - (110 if "<input" in html or "<button" in html else 56) < said <= cell + 1
        ), html[:300]


def test_the_paragraphs_of_a_passage_are_aligned(visit: Open) -> None:
    """The formula after a sentence that is longer in one language begins at the same height in both."""
    page = visit(VIEW, width=800)
    open_answers(page)
    page.evaluate("document.querySelector('#q-01-01 [data-row=why] [lang=es] p').append(' largo'.repeat(60))")
    tops = page.evaluate(
        "[...document.querySelectorAll('#q-01-01 [data-row=why] .formula')]"
        ".map(one => one.getBoundingClientRect().top)"
    )
    assert len(tops) == 2
    assert tops[0] == tops[1]


@pytest.mark.parametrize("path", VIEWS)
def test_on_a_phone_one_language_is_below_the_other(visit: Open, path: str) -> None:
    """Passage by passage, each with the mark of its language; what is the same in both stands once.

    Only the series above the title and the kinds of a question share a line.
    """
    page = visit(path, width=390)
    open_answers(page)
    rows = page.evaluate(
        "[...document.querySelectorAll('div.pair:not([data-row=series], [data-row=id])')]"
        ".map(row => [...row.children].filter(cell => cell.checkVisibility()).map(cell => {"
        "const box = cell.getBoundingClientRect(), mark = cell.querySelector('.tongue');"
        "return [box.top, box.bottom, box.left, mark?.checkVisibility() ? mark.textContent : ''] }))"
    )
    assert [row for row in rows if len(row) == 2]
    for row in rows:
        if len(row) == 1:
            assert row[0][3] == ""
            continue
        (_, bottom, left, first), (top, _, other, second) = row
        assert (first, second) == ("EN", "ES")
        assert top >= bottom
        assert left == other


@pytest.mark.parametrize(("prefix", "first", "second"), [("", "en", "es"), ("/es", "es", "en")])
def test_the_language_of_the_page_stands_left(visit: Open, prefix: str, first: str, second: str) -> None:
    """English on the English page, Spanish on the Spanish one, and each passage says its language."""
    page = visit(prefix + VIEW)
    titles = {"en": "What is 7 % 3?", "es": "¿Cuánto es 7 % 3?"}
    left, right = find_cells(page, "#q-01-01 [data-row=title]").all()
    expect(left.locator(".said")).to_have_text(titles[first])
    expect(right.locator(".said")).to_have_text(titles[second])
    assert [box["x"] for one in (left, right) if (box := one.bounding_box())] == sorted(
        box["x"] for one in (left, right) if (box := one.bounding_box())
    )
    assert page.locator("html").get_attribute("lang") == first
    expect(right.locator(".said")).to_have_attribute("lang", second)


def test_the_view_has_the_anchors_of_the_quiz(visit: Open) -> None:
    """A link to a question works there, and lands below the header."""
    plain_page, page = visit(QUIZ), visit(f"{VIEW}#q-01-04")
    read_ids = "[...document.querySelectorAll('.question')].map(one => one.id)"
    assert page.evaluate(read_ids) == plain_page.evaluate(read_ids)
    title = page.locator("#q-01-04 [data-row=id]")
    expect(title).to_be_in_viewport(ratio=1)
    header = page.locator("header.top").bounding_box()
    box = title.bounding_box()
    assert header
    assert box
    assert box["y"] >= header["y"] + header["height"]


@pytest.mark.parametrize("width", [390, 1200])
def test_the_header_leads_to_both_languages_at_the_same_question(visit: Open, width: int) -> None:
    """The link stands after the languages, which stay a pair. On the view it alone is marked as current."""
    page = visit(f"{QUIZ}#q-01-03", width=width)
    switch = find_switch(page, "en")
    expect(switch).to_have_text(re.compile(r"^\s*English\s*·\s*Español\s*$"))
    expect(page.locator("header [aria-current=true][hreflang]")).to_have_text("English")
    both = page.locator(".languages + a.both")
    expect(both).to_have_attribute("title", make_word("both_about", "en"))
    expect(both).to_have_attribute("aria-keyshortcuts", "b")
    both.click()
    page.wait_for_url(f"**{VIEW}#q-01-03")
    expect(page.locator(".languages + a.both")).to_have_attribute("aria-current", "page")
    expect(switch.locator("[aria-current]")).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/quizzes/", "/glossary/", "/topics/division/", "/404.html"])
def test_pages_without_the_view_do_not_link_to_it_in_their_header(visit: Open, path: str) -> None:
    expect(visit(path).locator("a.both")).to_have_count(0)


def test_the_switch_keeps_the_view_and_the_question(visit: Open) -> None:
    """The sides change places."""
    page = visit(f"{VIEW}#q-01-05")
    find_switch(page, "en").get_by_role("link", name="Español").click()
    page.wait_for_url(f"**/es{VIEW}#q-01-05")
    find_switch(page, "es").get_by_role("link", name="English").click()
    page.wait_for_url(re.compile(rf"\d{VIEW}#q-01-05$"))


def test_the_view_leads_back_to_each_language_alone(visit: Open) -> None:
    """From its head, by the breadcrumbs, and from each question, beside the links to mend it."""
    page = visit(f"{VIEW}#q-01-02")
    foot = page.locator("#q-01-02 .foot a")
    expect(foot.first).to_be_hidden()
    page.locator("#q-01-02 .foot > summary").click()
    expect(foot).to_have_text(
        ["only_this_language", "only_this_language-es", make_word("edit", "en"), make_word("report", "en")]
    )
    assert [one.get_attribute("href") for one in foot.all()[:2]] == [
        f"../../..{QUIZ}#q-01-02",
        f"../../../es{QUIZ}#q-01-02",
    ]
    expect(foot.nth(1)).to_have_attribute("lang", "es")
    crumbs = page.get_by_role("navigation", name=make_word("breadcrumbs", "en")).get_by_role("link")
    assert crumbs.all_inner_texts()[-1] == "Phase 1 — Arithmetic"
    addresses = [one.get_attribute("href") for one in crumbs.all()]
    assert addresses == ["../../../", "../../../quizzes/", f"../../..{QUIZ}"]
    only = page.locator(".controls").get_by_role(
        "link", name=make_word("only_this_language", "es"), exact=True
    )
    expect(only).to_have_attribute("lang", "es")
    only.click()
    page.wait_for_url(re.compile(rf"/es{QUIZ}#?$"))


def test_each_question_leads_to_its_languages_side_by_side(visit: Open) -> None:
    """From its quiz, and from the pages that repeat it."""
    for path in (QUIZ, "/topics/division/"):
        page = visit(path)
        link = page.locator(f"#q-01-02 a[href$='{VIEW}#q-01-02']")
        expect(link).to_have_text(make_word("side_by_side", "en"))


def test_a_key_leads_to_the_view_and_back(visit: Open) -> None:
    """At the question being read, in the language of the page."""
    page = visit(f"/es{QUIZ}#q-01-03")
    expect(page.locator("#q-01-03 h2")).to_be_in_viewport()
    page.keyboard.press("b")
    page.wait_for_url(f"**/es{VIEW}#q-01-03")
    expect(page.locator("a[aria-keyshortcuts=b]")).to_have_count(1)
    wait_for_script(page)
    expect(page.locator("#q-01-03 [data-row=id]")).to_be_in_viewport()
    page.keyboard.press("b")
    page.wait_for_url(f"**/es{QUIZ}#q-01-03")


@pytest.mark.parametrize("key", ["Control+b", "Alt+b", "Meta+b", "Shift+b", "x"])
def test_a_key_with_another_one_is_left_alone(visit: Open, key: str) -> None:
    """It belongs to the browser or to other programs; a key that means nothing does nothing."""
    page = visit(QUIZ)
    page.evaluate("document.querySelector('a.both').addEventListener('click', () => { window.left = true })")
    page.keyboard.press(key)
    assert not page.evaluate("window.left")


def test_a_letter_that_is_typed_stays_in_its_field(visit: Open) -> None:
    """Nobody who types is taken away."""
    page = visit(QUIZ)
    page.evaluate(
        "const field = document.createElement('input');"
        "document.querySelector('article').prepend(field); field.focus();"
        "document.querySelector('a.both').addEventListener('click', () => { window.left = true })"
    )
    page.keyboard.press("b")
    assert page.evaluate("document.querySelector('article > input').value") == "b"
    assert not page.evaluate("window.left")


@pytest.mark.parametrize("width", [390, 768, 1200])
def test_links_to_lines_can_be_reached_by_keyboard_and_have_names(visit: Open, width: int) -> None:
    """Each is as large as a thumb, also on a phone, and its name has the language and the line."""
    page = visit(VIEW, width=width)
    links = page.locator("#q-01-01 [data-row=title] .pencil")
    expect(links).to_have_count(2)
    for link, language in zip(links.all(), ("English", "Spanish"), strict=True):
        expect(link).to_have_accessible_name(re.compile(rf"^edit_passage {language} \d+$"))
        link.focus()
        expect(link).to_be_focused()
        expect(link).to_have_css("opacity", "1")
        box = link.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44


def test_an_answer_opens_in_both_languages_without_moving_what_is_above(visit: Open) -> None:
    """One line opens it, says so in both, and the right choice is then named in words in both."""
    page = visit(VIEW)
    question = page.locator("#q-01-01")
    summary = question.locator(".answer > summary")
    expect(summary).to_have_text("answer answer-es q-01-01")
    before = summary.bounding_box()
    read_marks = (
        "[...document.querySelectorAll('#q-01-01 [data-right]')]"
        ".map(one => getComputedStyle(one, '::after').content)"
    )
    assert page.evaluate(read_marks) == ["none", "none"]
    summary.click()
    expect(question.locator("[data-row=verdict] .said")).to_have_text(["one_choice 2", "one_choice-es 2"])
    assert summary.bounding_box() == before
    shown = page.evaluate(read_marks)
    assert ["right_choice" in one for one in shown] == [True, True]
    assert "right_choice-es" in shown[1]


def test_all_answers_open_at_once(visit: Open) -> None:
    page = visit(VIEW)
    page.get_by_role("button", name=make_word("open_all", "en"), exact=True).click()
    assert page.locator(".answer[open]").count() == page.locator(".question").count() > 1


def test_the_view_works_without_a_script(visit: Open) -> None:
    """Both languages, the links and the answers."""
    page = visit(VIEW, java_script_enabled=False)
    page.locator("#q-01-04 .answer > summary").click()
    expect(page.locator("#q-01-04 [data-row=answer] .said").nth(1)).to_have_text(
        "Suma los números y divide la suma entre cuántos son."
    )
    page.locator("#q-01-04 .foot > summary").click()
    page.locator("#q-01-04 .foot a").first.click()
    page.wait_for_url(f"**{QUIZ}#q-01-04")


@pytest.mark.parametrize("path", VIEWS)
def test_nothing_is_wider_than_the_window_and_axe_finds_nothing(visit: Open, path: str) -> None:
    """With every answer open. Listings and tables scroll in their own half, also those of all languages."""
    page = visit(f"/es{path}")
    open_answers(page)
    found: dict[str, object] = {}
    for width in (320, 390, 768, 1200):
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found[f"page at {width}"] = "too wide"
        found[f"cells at {width}"] = page.evaluate(
            "[...document.querySelectorAll('.side')].filter(cell => cell.checkVisibility()).filter(cell => "
            "[...cell.querySelectorAll('.said, .said > *')].some(one => one.getBoundingClientRect().right > "
            "cell.getBoundingClientRect().right + 1)).map(cell => cell.outerHTML.slice(0, 200))"
        )
    found["axe, light desk"] = run_axe(page, ENHANCED)
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(color_scheme="dark")
    found["axe, dark phone"] = run_axe(page, ENHANCED)
    assert {what: wrong for what, wrong in found.items() if wrong} == {}


def test_paper_keeps_two_columns_and_shows_every_answer(visit: Open) -> None:
    """Whatever was open, and without the links to lines."""
    page = visit(VIEW, width=640)
    page.emulate_media(media="print")
    left, right = (cell.bounding_box() for cell in find_cells(page, "#q-01-01 [data-row=why]").all())
    assert left
    assert right
    assert left["y"] == right["y"]
    assert left["x"] < right["x"]
    expect(page.locator(".pencil").first).to_be_hidden()
