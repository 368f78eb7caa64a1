"""Side-by-side views in Chromium: columns and the axis, phones, print, keyboard, and links."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from conftest import Open, wait_for_script
from page_checks import ACCESSIBLE, box, find_button, find_switch, open_answers, resize, run_axe
from small_bank import make_word
from test_side_by_side import DECK, GUIDE, LETTERS, QUIZ, VIEW

BASELINES = """
(cells) => cells.map((cell) => {
  const probe = (parent, first) => {
    const one = document.createElement("span");
    one.style.cssText = "display: inline-block; width: 0; height: 0";
    parent.insertBefore(one, first);
    const { bottom } = one.getBoundingClientRect();
    one.remove();
    return bottom;
  };
  const said = cell.querySelector(".said");
  const text = said.querySelector("p") ?? said;
  const mark = cell.querySelector(".tongue"), pencil = cell.querySelector(".pencil");
  return [probe(text, text.firstChild), probe(mark, null), probe(pencil, null)];
})
"""
"""Returns the baselines of a passage, its language code, and the link to its line."""

CELLS = """
[...document.querySelectorAll("div.pair:not([data-row=series])")].map((row) =>
  [...row.querySelectorAll(":scope > .side")].filter((cell) => cell.checkVisibility()).map((cell) => {
    const { top, bottom, left, right } = cell.getBoundingClientRect(), style = getComputedStyle(cell);
    const said = cell.querySelector(".said"), mark = cell.querySelector(".tongue");
    const inside = [...cell.querySelectorAll(".said, .said > *, .missing, .kind")]
      .map((one) => one.getBoundingClientRect()).filter((one) => one.width);
    return { top, bottom, left, row: row.dataset.row, shared: row.matches(".shared"),
      start: left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft),
      end: right - parseFloat(style.paddingRight),
      first: Math.min(left + parseFloat(style.paddingLeft), ...inside.map((one) => one.left)),
      last: Math.max(right - parseFloat(style.paddingRight), ...inside.map((one) => one.right)),
      overflows: [...cell.querySelectorAll(".said, .said > *")]
        .some((one) => one.getBoundingClientRect().right > right + 1),
      width: said?.getBoundingClientRect().width ?? 0,
      controls: Boolean(cell.querySelector("input, button")),
      mark: mark?.checkVisibility() ? mark.textContent : "" };
  })).filter((row) => row.length)
"""
"""Returns the visible cells of each row, with the bounds of the cell and of its text."""

TITLE = "#q-01-01 [data-row=title]"


def read_cells(page: Page) -> list[list[dict[str, Any]]]:
    rows: list[list[dict[str, Any]]] = page.evaluate(CELLS)
    assert len([row for row in rows if len(row) == 2]) > 10
    return rows


def measure(page: Page, selector: str, side: str) -> list[float]:
    script = "(all, side) => all.map((one) => one.getBoundingClientRect()[side])"
    found = page.locator(selector).evaluate_all(script, side)
    assert found, selector
    return [float(one) for one in found]


@pytest.mark.parametrize(("locale", "path"), [("es", VIEW), ("en", LETTERS), ("es", GUIDE), ("en", DECK)])
def test_a_view_is_aligned_and_accessible_at_every_width(visit: Open, locale: str, path: str) -> None:
    """With all answers open, tablets and larger screens show two columns about an axis, phones only one."""
    page = visit(f"/es{path}" if locale == "es" else path)
    if path != DECK:
        expect(page.locator("form.practice").last).to_be_attached()
    open_answers(page)
    check_axis_without_gaps(page)
    for width in (768, 1024, 1200, 1440):
        resize(page, width)
        check_columns(page, width)
    resize(page, 1200)
    check_text_fills_cells(page, (1200 - 2 * 44) / 2 - 28)
    assert run_axe(page, ACCESSIBLE) == []
    for width in (320, 390):
        resize(page, width)
        check_stack(page, locale)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    check_text_fills_cells(page, 390 - 2 * 20 - 40 - 14)
    assert measure(page, ".twin", "top")[0] <= 650, "the first question begins on the first screen"
    page.emulate_media(color_scheme="dark")
    assert run_axe(page, ACCESSIBLE) == []


def check_columns(page: Page, width: int) -> None:
    """Expect the cells of a row to have equal size, on either side of the middle of the page."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    (axis,) = {round(one) for one in measure(page, ".twin .side + .side", "left")}
    assert abs(axis - page.evaluate("document.documentElement.clientWidth") / 2) <= 1
    for row in read_cells(page):
        assert not any(cell["overflows"] for cell in row), row
        if len(row) == 2:
            left, right = row
            assert abs(left["top"] - right["top"]) < 1
            assert abs(left["bottom"] - right["bottom"]) < 1, "the axis is as tall as the row"
            assert left["last"] < width / 2 < right["first"]
            if left["row"] not in ("subject", "focus"):
                assert abs((axis - left["end"]) - (right["start"] - axis)) <= 2
                assert abs((axis - left["start"]) - (right["end"] - axis)) <= 2


def check_axis_without_gaps(page: Page) -> None:
    """Expect rows without gaps, from the id past fields and buttons, hint and answer, to the last reason."""
    edges = "all => all.map((one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().bottom])"
    for section in page.locator(".twin").all():
        rows = section.locator(".pair, .field, .act").evaluate_all(edges)
        assert len(rows) > 2
        for (_, bottom), (top, _) in pairwise(rows):
            assert abs(bottom - top) <= 1.5, "the line above a hint or an answer is 1 pixel"
        for bar in section.locator(".grade-bar").all():
            section.evaluate("one => one.scrollIntoView({ block: 'end' })")  # else it sticks to the window
            ((top, _),) = bar.evaluate_all(edges)
            assert top >= max(bottom for _, bottom in section.locator(".pair").evaluate_all(edges))
            expect(bar.locator(".grading")).to_have_css("background-image", "none")
    page.evaluate("scrollTo(0, 0)")  # otherwise axe reports links under the header as too small


def check_text_fills_cells(page: Page, width: float) -> None:
    """Expect texts to fill the cells next to fields and labels; links to lines are outside the columns."""
    for cell in (cell for row in read_cells(page) for cell in row if not cell["shared"]):
        least = width - (110 if cell["controls"] else 56)
        assert cell["width"] == 0 or least < cell["width"] <= width + 1, cell


def check_stack(page: Page, locale: str) -> None:
    """Expect a language code at each text; identical texts are shown once, without one."""
    marks = ("ES", "EN") if locale == "es" else ("EN", "ES")
    for row in read_cells(page):
        assert not any(cell["overflows"] for cell in row), row
        if row[0]["row"] == "id":
            continue
        if len(row) == 1:
            assert row[0]["mark"] == ""
        else:
            first, second = row
            assert (first["mark"], second["mark"]) == marks
            assert second["top"] >= first["bottom"]
            assert second["left"] == first["left"]


def test_rules_formulas_and_links_to_lines_are_aligned_with_the_text(visit: Open) -> None:
    """Formulas are aligned, rules end with the text, and links to lines are shown on hover or focus."""
    page = visit(VIEW, width=768)
    first, second = page.locator(f"{TITLE} .pencil").all()
    for link in (first, second):
        expect(link).to_have_css("opacity", "0")
    page.locator(TITLE).hover()
    for link in (first, second):
        expect(link).to_have_css("opacity", "1")
    left, right = (measure(page, ".page", side)[0] for side in ("left", "right"))
    assert max(measure(page, ".side:first-child > .pencil", "right")) <= left + 1
    assert min(measure(page, ".side + .side > .pencil", "left")) >= right - 1
    page.mouse.move(0, 0)
    for width in (390, 768, 1440):
        resize(page, width)
        assert min(measure(page, ".twin summary", "left")) >= measure(page, ".page", "left")[0]
        assert max(measure(page, ".twin summary", "right")) <= measure(page, ".page", "right")[0]
        for link, language in ((first, "English"), (second, "Spanish")):
            expect(link).to_have_accessible_name(re.compile(rf"^edit_passage {language} \d+$"))
            link.focus()
            expect(link).to_be_focused()
            expect(link).to_have_css("opacity", "1")
            assert min(box(link)["width"], box(link)["height"]) >= 44
        for passage, mark, pencil in page.locator(
            ":is([data-row=subject], [data-row=title], [data-row=focus]) > .side:has(.said)"
        ).evaluate_all(BASELINES):
            assert abs(passage - pencil) <= 1
            assert width >= 768 or abs(passage - mark) <= 1
    resize(page, 800)
    open_answers(page)
    page.evaluate("document.querySelector('#q-01-01 [data-row=why] [lang=es] p').append(' largo'.repeat(60))")
    tops = measure(page, "#q-01-01 [data-row=why] .formula", "top")
    assert len(tops) == 2
    assert tops[0] == tops[1], "the formula after a longer sentence begins at the same height"


@pytest.mark.parametrize("fonts", [True, False])
def test_code_of_one_line_fits_beside_the_label_of_a_choice(visit: Open, *, fonts: bool) -> None:
    """On the smallest phone, code that stays on one line elsewhere breaks here; in a system font, too."""
    page = visit(VIEW, width=320, fonts=fonts)
    page.locator("[data-row=choice] .said code").evaluate_all(
        "all => all.forEach(one => { one.textContent = 'torch.zeros(2, 10, 64)'; })"
    )
    assert page.locator("[data-row=choice] .said code").count() > 3
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_links_to_lines_are_shown_where_nothing_hovers(visit: Open) -> None:
    page = visit(VIEW, width=820, has_touch=True, is_mobile=True)
    assert page.evaluate("matchMedia('(hover: none)').matches")
    expect(page.locator(f"{TITLE} .pencil").first).to_have_css("opacity", "1")


def test_on_a_phone_the_language_of_the_page_leads(visit: Open) -> None:
    """Titles in the other language are smaller and lighter. Links to lines open with a question's footer."""
    page = visit(VIEW, width=390)
    read = "all => all.map((one) => { const { color, fontSize, fontWeight } = getComputedStyle(one);"
    read += " return [color, parseFloat(fontSize), Number(fontWeight)] })"
    for row in (".twin-head [data-row=subject]", TITLE):
        first, second = page.locator(f"{row} .said").evaluate_all(read)
        assert first[0] != second[0]
        assert first[1] > second[1] == 20
        assert first[2] > second[2] == 400
    series = measure(page, "[data-row=series] .side", "top")
    assert len(series) == 2
    assert len(set(series)) == 1
    here, elsewhere = (page.locator(f"#q-01-0{one} [data-row=title] .pencil").first for one in (1, 2))
    expect(here).to_have_css("opacity", "0")
    expect(here).to_have_css("pointer-events", "none")
    page.locator("#q-01-01 .foot > summary").click()
    expect(here).to_have_css("opacity", "1")
    expect(here).to_have_css("pointer-events", "auto")
    expect(elsewhere).to_have_css("opacity", "0")


def test_an_answer_opens_in_both_languages_without_moving_what_is_above(visit: Open) -> None:
    """One summary opens the answer in both languages, and the right choice is then labeled in both."""
    page = visit(VIEW)
    question = page.locator("#q-01-01")
    summary = question.locator(".answer > summary")
    expect(summary).to_have_text("answer answer-es q-01-01")
    before = summary.bounding_box()
    right = question.locator("[data-right]")
    read_marks = "all => all.map(one => getComputedStyle(one, '::after').content)"
    assert right.evaluate_all(read_marks) == ["none", "none"]
    summary.click()
    expect(question.locator("[data-row=verdict] .said")).to_have_text(["one_choice 2", "one_choice-es 2"])
    assert summary.bounding_box() == before
    english, spanish = right.evaluate_all(read_marks)
    assert "right_choice" in english
    assert "right_choice-es" in spanish
    word, row = right.first.evaluate(
        "one => ['::after', '::before'].map((part) => { const style = getComputedStyle(one, part);"
        " return { top: style.top, ground: style.backgroundColor, shadow: style.boxShadow } })"
    )
    assert word["top"] == "0px"
    assert word["ground"] != row["ground"] != "rgba(0, 0, 0, 0)"
    assert "inset" in row["shadow"]
    find_button(page, "open_all").click()
    assert page.locator(".answer[open]").count() == page.locator(".question").count() > 1


def test_a_table_has_the_background_of_the_page(visit: Open) -> None:
    """Questions aren't cards, so scrollable tables need no background of their own."""
    page = visit(LETTERS)
    open_answers(page)
    read = "one => getComputedStyle(one).backgroundColor"
    assert page.locator(".twin .table").first.evaluate(read) == page.locator("body").evaluate(read)


def test_paper_keeps_two_columns_and_shows_every_answer(visit: Open) -> None:
    """Closed answers are printed, too, but links to lines aren't."""
    page = visit(VIEW, width=640)
    page.emulate_media(media="print")
    left, right = map(box, page.locator("#q-01-01 [data-row=why] > .side").all())
    assert left["y"] == right["y"]
    assert left["x"] < right["x"]
    expect(page.locator(".pencil").first).to_be_hidden()


@pytest.mark.parametrize(("prefix", "first", "second"), [("", "en", "es"), ("/es", "es", "en")])
def test_a_view_has_the_anchors_of_its_quiz_and_the_language_of_the_page_first(
    visit: Open, prefix: str, first: str, second: str
) -> None:
    """Links to a question aren't hidden by the header. Neither language is marked as current."""
    ids = "[...document.querySelectorAll('.question')].map(one => one.id)"
    page = visit(f"{prefix}{QUIZ}")
    anchors = page.evaluate(ids)
    page.goto(f"{page.url}side-by-side/#q-01-04")
    assert page.evaluate(ids) == anchors
    title = page.locator("#q-01-04 [data-row=id]")
    expect(title).to_be_in_viewport(ratio=1)
    header = box(page.locator("header.top"))
    assert box(title)["y"] >= header["y"] + header["height"]
    titles = {"en": "What is 7 % 3?", "es": "¿Cuánto es 7 % 3?"}
    left, right = page.locator(f"{TITLE} > .side").all()
    expect(left.locator(".said")).to_have_text(titles[first])
    expect(right.locator(".said")).to_have_text(titles[second])
    assert box(left)["x"] < box(right)["x"]
    assert page.locator("html").get_attribute("lang") == first
    expect(right.locator(".said")).to_have_attribute("lang", second)
    switch = find_switch(page, first)
    expect(switch.locator("[aria-current]")).to_have_count(0)
    names = {"en": "English", "es": "Español"}
    here, other = (switch.get_by_role("link", name=names[one]) for one in (first, second))
    expect(here).to_have_css("font-weight", "650")
    expect(here).to_have_css("text-decoration-line", "none")
    expect(other).to_have_css("font-weight", "400")
    expect(page.locator(".languages + a.both")).to_have_css("text-decoration-line", "underline")


@pytest.mark.parametrize("width", [390, 1200])
def test_header_and_keys_lead_to_the_view_and_back_at_the_same_question(visit: Open, width: int) -> None:
    """The link comes after the language switch, and switching languages keeps the view."""
    page = visit(f"{QUIZ}#q-01-03", width=width)
    expect(find_switch(page, "en")).to_have_text(re.compile(r"^\s*English\s*·\s*Español\s*$"))
    expect(page.locator("header [aria-current=true][hreflang]")).to_have_text("English")
    both = page.locator(".languages + a.both")
    expect(both).to_have_attribute("title", make_word("both_about", "en"))
    expect(both).to_have_attribute("aria-keyshortcuts", "b")
    both.click()
    page.wait_for_url(re.compile(rf"\d{VIEW}#q-01-03$"))
    expect(both).to_have_attribute("aria-current", "page")
    find_switch(page, "en").get_by_role("link", name="Español").click()
    page.wait_for_url(f"**/es{VIEW}#q-01-03")
    expect(page.locator("a[aria-keyshortcuts=b]")).to_have_count(1)
    wait_for_script(page)
    expect(page.locator("#q-01-03 [data-row=id]")).to_be_in_viewport()
    page.keyboard.press("b")
    page.wait_for_url(f"**/es{QUIZ}#q-01-03")
    wait_for_script(page)
    expect(page.locator("#q-01-03 h2")).to_be_in_viewport()
    page.keyboard.press("b")
    page.wait_for_url(f"**/es{VIEW}#q-01-03")
    find_switch(page, "es").get_by_role("link", name="English").click()
    page.wait_for_url(re.compile(rf"\d{VIEW}#q-01-03$"))


def test_other_keys_and_letters_in_a_field_do_nothing(visit: Open) -> None:
    """Key combinations belong to the browser, and typing in a field doesn't trigger shortcuts."""
    page = visit(QUIZ)
    page.evaluate("document.querySelector('a.both').addEventListener('click', () => { window.left = true })")
    for key in ("Control+b", "Alt+b", "Meta+b", "Shift+b", "x"):
        page.keyboard.press(key)
        assert not page.evaluate("window.left"), key
    page.evaluate(
        "const field = document.createElement('input');"
        "document.querySelector('article').prepend(field); field.focus();"
    )
    page.keyboard.press("b")
    assert page.evaluate("document.querySelector('article > input').value") == "b"
    assert not page.evaluate("window.left")


def test_the_view_leads_back_to_each_language_and_on_to_the_next_view(visit: Open) -> None:
    """It does so in its header, breadcrumbs, and questions, and at its end."""
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
    onward = page.get_by_role("navigation", name=make_word("next", "en"), exact=True)
    link = onward.locator("a.next")
    expect(link.locator("small")).to_contain_text("Phase 2")
    expect(link.locator(".count")).not_to_be_empty()
    assert onward.locator("a[href*='/topics/']").count() > 0
    link.click()
    page.wait_for_url(f"**{LETTERS}")
    page.locator("a.previous").click()
    page.wait_for_url(f"**{VIEW}")
    only = page.locator(".controls").get_by_role("link", name="only_this_language-es", exact=True)
    expect(only).to_have_attribute("lang", "es")
    only.click()
    page.wait_for_url(re.compile(rf"/es{QUIZ}#?$"))


def test_the_view_works_without_a_script(visit: Open) -> None:
    """Both languages, links, and answers are available."""
    page = visit(VIEW, java_script_enabled=False)
    page.locator("#q-01-04 .answer > summary").click()
    expect(page.locator("#q-01-04 [data-row=answer] .said").nth(1)).to_have_text(
        "Suma los números y divide la suma entre cuántos son."
    )
    page.locator("#q-01-04 .foot > summary").click()
    page.locator("#q-01-04 .foot a").first.click()
    page.wait_for_url(f"**{QUIZ}#q-01-04")
