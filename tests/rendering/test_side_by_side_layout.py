"""Layout of the side-by-side view in a real Chromium: the axis, its columns, the phone, and the way on."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from conftest import Open
from espejo.rendering.site import Site
from espejo.site.pages import list_pages
from page_checks import open_answers
from small_bank import SITE_URL, load_small_bank, make_word
from test_browser import find_switch
from test_side_by_side import DECK, GUIDE, LETTERS, QUIZ, VIEW, VIEWS

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
"""The baselines of a passage, of the mark of its language and of the link to its line."""

ENDS = """
[...document.querySelectorAll(".twin .pair:not(.shared)")].map(
  (row) => [...row.querySelectorAll(":scope > .side")].map((cell) => {
    const { left, right } = cell.getBoundingClientRect(), style = getComputedStyle(cell);
    return [left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft),
      right - parseFloat(style.paddingRight)];
  }))
"""
"""Where the text of each cell may begin and end."""


def measure(page: Page, selector: str, side: str) -> list[float]:
    script = "(all, side) => all.map((one) => one.getBoundingClientRect()[side])"
    found = page.locator(selector).evaluate_all(script, side)
    assert found, selector
    return [float(one) for one in found]


# From a tablet on.


@pytest.mark.parametrize("width", [768, 1024, 1440])
@pytest.mark.parametrize("path", VIEWS)
def test_the_columns_are_symmetric_about_the_axis(visit: Open, path: str, width: int) -> None:
    """The text ends as far left of the axis as it begins right of it; the axis is the middle of the page."""
    page = visit(path, width=width)
    open_answers(page)
    (axis,) = {round(one) for one in measure(page, ".twin .side + .side", "left")}
    assert abs(axis - page.evaluate("document.documentElement.clientWidth") / 2) <= 1
    for (start, end), (other_start, other_end) in page.evaluate(ENDS):
        assert abs((axis - end) - (other_start - axis)) <= 2
        assert abs((axis - start) - (other_end - axis)) <= 2


@pytest.mark.parametrize("path", VIEWS)
def test_the_axis_has_no_gap_within_a_question(visit: Open, path: str) -> None:
    """From the row of its id past fields and buttons, through hint and answer, to the last reason."""
    page = visit(path)
    expect(page.locator("form.practice").last).to_be_attached()
    open_answers(page)
    for section in page.locator(".twin").all():
        script = (
            "all => all.map((one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().bottom])"
        )
        rows = section.locator(".pair, .field, .act, .grading").evaluate_all(script)
        assert len(rows) > 2
        for (_, bottom), (top, _) in pairwise(rows):
            assert abs(bottom - top) <= 1.5, "the line above a hint or an answer is 1 pixel"


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_the_lines_of_hint_and_answer_are_no_wider_than_the_text(visit: Open, width: int) -> None:
    """They begin and end with the columns, also on a phone."""
    page = visit(VIEW, width=width)
    (left, right) = (measure(page, ".page", side)[0] for side in ("left", "right"))
    assert min(measure(page, ".twin summary", "left")) >= left
    assert max(measure(page, ".twin summary", "right")) <= right


def test_links_to_lines_stand_in_the_margins_until_they_are_needed(visit: Open) -> None:
    """Unseen until the pointer is on the row, then left of the left column and right of the right one."""
    page = visit(VIEW, width=768)
    first, second = page.locator("#q-01-01 [data-row=title] .pencil").all()
    for link in (first, second):
        expect(link).to_have_css("opacity", "0")
    page.locator("#q-01-01 [data-row=title]").hover()
    for link in (first, second):
        expect(link).to_have_css("opacity", "1")
    assert max(measure(page, ".side:first-child > .pencil", "right")) <= measure(page, ".page", "left")[0] + 1
    assert min(measure(page, ".side + .side > .pencil", "left")) >= measure(page, ".page", "right")[0] - 1


def test_links_to_lines_are_in_sight_where_nothing_hovers(visit: Open) -> None:
    """On a tablet: a finger cannot find what appears under a pointer."""
    page = visit(VIEW, width=820, has_touch=True, is_mobile=True)
    assert page.evaluate("matchMedia('(hover: none)').matches")
    expect(page.locator("#q-01-01 [data-row=title] .pencil").first).to_have_css("opacity", "1")


def test_a_right_choice_is_named_within_its_row(visit: Open) -> None:
    """By a solid tab on its upper line, which belongs to what is below; the row is tinted, with a bar."""
    page = visit(VIEW)
    open_answers(page)
    word, row = page.locator("#q-01-01 .side[data-right]").first.evaluate(
        "one => ['::after', '::before'].map((part) => { const style = getComputedStyle(one, part);"
        " return { top: style.top, ground: style.backgroundColor, shadow: style.boxShadow } })"
    )
    assert word["top"] == "0px"
    assert word["ground"] != row["ground"] != "rgba(0, 0, 0, 0)"
    assert "inset" in row["shadow"]


def test_a_table_has_the_ground_of_the_page(visit: Open) -> None:
    """There is no card around a question, so there is no sheet behind what scrolls."""
    page = visit(LETTERS)
    open_answers(page)
    read = "one => getComputedStyle(one)"
    table = page.locator(".twin .table").first.evaluate(f"{read}.backgroundColor")
    assert table == page.locator("body").evaluate(f"{read}.backgroundColor")


# On a phone.


@pytest.mark.parametrize("path", VIEWS)
def test_the_first_question_begins_on_the_first_screen(visit: Open, path: str) -> None:
    page = visit(path, width=390)
    assert measure(page, ".twin", "top")[0] <= 650


def test_on_a_phone_the_language_of_the_page_leads(visit: Open) -> None:
    """The other is quiet, and its titles are smaller and lighter."""
    page = visit(VIEW, width=390)
    read = "all => all.map((one) => { const { color, fontSize, fontWeight } = getComputedStyle(one);"
    read += " return [color, parseFloat(fontSize), Number(fontWeight)] })"
    for row in (".twin-head [data-row=subject]", "#q-01-01 [data-row=title]"):
        first, second = page.locator(f"{row} .said").evaluate_all(read)
        assert first[0] != second[0]
        assert first[1] > second[1] == 20
        assert first[2] > second[2] == 400
    series = measure(page, "[data-row=series] .side", "top")
    assert len(series) == 2
    assert len(set(series)) == 1


@pytest.mark.parametrize("width", [390, 1200])
def test_marks_and_links_stand_on_the_first_line_of_their_passage(visit: Open, width: int) -> None:
    """On its baseline, whatever the size of its text."""
    page = visit(VIEW, width=width)
    cells = page.locator(":is([data-row=subject], [data-row=title], [data-row=focus]) > .side:has(.said)")
    for passage, mark, pencil in cells.evaluate_all(BASELINES):
        assert abs(passage - pencil) <= 1
        assert width > 768 or abs(passage - mark) <= 1


def test_on_a_phone_links_to_lines_come_with_the_other_links(visit: Open) -> None:
    """Those of the question whose links are open, and of no other."""
    page = visit(VIEW, width=390)
    here, elsewhere = (
        page.locator(f"#{id_} [data-row=title] .pencil").first for id_ in ("q-01-01", "q-01-02")
    )
    expect(here).to_have_css("opacity", "0")
    expect(here).to_have_css("pointer-events", "none")
    page.locator("#q-01-01 .foot > summary").click()
    expect(here).to_have_css("opacity", "1")
    expect(here).to_have_css("pointer-events", "auto")
    expect(elsewhere).to_have_css("opacity", "0")


# The header and the way on.


def test_only_both_is_current_on_the_view(visit: Open) -> None:
    """The language of the page keeps its weight there, without the line that marks what is current."""
    page = visit(f"/es{VIEW}")
    switch = find_switch(page, "es")
    expect(switch.locator("[aria-current]")).to_have_count(0)
    spanish, english = (switch.get_by_role("link", name=name) for name in ("Español", "English"))
    expect(spanish).to_have_css("font-weight", "650")
    expect(spanish).to_have_css("text-decoration-line", "none")
    expect(english).to_have_css("font-weight", "400")
    expect(page.locator(".languages + a.both")).to_have_css("text-decoration-line", "underline")


def test_the_end_of_a_view_leads_to_the_next_view(visit: Open) -> None:
    """With its series and size, and to the topics of what was asked."""
    page = visit(VIEW)
    onward = page.get_by_role("navigation", name=make_word("next", "en"), exact=True)
    link = onward.locator("a.next")
    expect(link.locator("small")).to_contain_text("Phase 2")
    expect(link.locator(".count")).not_to_be_empty()
    assert onward.locator("a[href*='/topics/']").count() > 0
    link.click()
    page.wait_for_url(f"**{LETTERS}")
    page.locator("a.previous").click()
    page.wait_for_url(f"**{VIEW}")


@pytest.mark.parametrize("locale", ["en", "es"])
def test_the_views_follow_each_other_like_the_pages(locale: str) -> None:
    """Also from one collection to the next: each leads to the view of the quiz that the page leads to."""
    pages = {page.path: page for page in list_pages(Site(load_small_bank().bank, home=SITE_URL), locale)}
    views = {path: page for path, page in pages.items() if path.endswith("/side-by-side")}
    assert {VIEW, GUIDE, DECK} <= {f"/{path}/" for path in views}
    for path, view in views.items():
        unit = pages[path.removesuffix("/side-by-side")]
        for way in ("previous", "next"):
            wanted, found = unit.subject[way], view.subject[way]
            assert (found and found.path) == (wanted and f"{wanted.path}/side-by-side")
    assert QUIZ.strip("/") in pages
