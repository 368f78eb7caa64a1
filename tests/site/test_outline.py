"""Outline of a page in a real Chromium: where the reader is, and the list that folds on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from conftest import Open, wait_for_script
from site_server import Server
from small_bank import make_word

QUIZ = "/quizzes/phase-01-arithmetic/"
PHONE = {"width": 390, "height": 844}


def find_outline(page: Page) -> Locator:
    return page.get_by_role("navigation", name=make_word("on_this_page", "en"), exact=True)


def find_current(page: Page) -> Locator:
    return find_outline(page).locator("[aria-current=true]")


def test_the_entry_of_the_question_being_read_is_marked(visit: Open) -> None:
    """One entry is the current one, also for a screen reader; above the first question there is none."""
    page = visit(QUIZ)
    expect(find_current(page)).to_have_count(0)
    for question in ("q-01-03", "q-01-05", "q-01-02"):
        page.evaluate("id => document.getElementById(id).scrollIntoView()", question)
        expect(find_current(page)).to_have_attribute("href", f"#{question}")
    page.evaluate("scrollTo(0, 0)")
    expect(find_current(page)).to_have_count(0)


def test_the_current_entry_is_marked_by_shape_and_weight(visit: Open) -> None:
    """A bar and a bolder id, not color alone; and no entry moves because of it."""
    page = visit(QUIZ)
    entries = find_outline(page).get_by_role("link")
    heights = [entry.bounding_box() for entry in entries.all()]
    page.goto(page.url + "#q-01-03")
    current = find_current(page)
    expect(current).to_have_css("border-left-style", "solid")
    expect(current.locator(".id")).to_have_css("font-weight", "700")
    expect(entries.first).to_have_css("border-left-style", "none")
    page.evaluate("scrollTo(0, 0)")
    assert [entry.bounding_box() for entry in entries.all()] == heights


def test_the_last_question_is_marked_after_a_jump_to_it(visit: Open) -> None:
    """Also on a window so high that the page cannot scroll as far as that."""
    page = visit(f"{QUIZ}#q-01-07", height=2500)
    expect(find_current(page)).to_have_attribute("href", "#q-01-07")


def test_a_long_outline_keeps_the_current_entry_in_sight(visit: Open, server: Server) -> None:
    """It scrolls by itself, at a desk, and the page stays where the reader scrolled it."""
    page = visit("/")
    page.route(f"**{QUIZ}", _with_two_hundred_questions)
    page.goto(f"{server.address}{QUIZ}")
    wait_for_script(page)
    page.evaluate("location.hash = 'many-150'")
    expect(page.locator("#many-150")).to_be_in_viewport()
    place = page.evaluate("scrollY")
    expect(find_current(page)).to_have_attribute("href", "#many-150")
    expect(find_current(page)).to_be_in_viewport(ratio=1)
    expect(find_outline(page)).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == place > 0


def test_a_long_outline_does_not_fill_a_phone(visit: Open, server: Server) -> None:
    """Unfolded, two hundred entries scroll in a part of the screen."""
    page = visit("/", **PHONE)
    page.route(f"**{QUIZ}", _with_two_hundred_questions)
    page.goto(f"{server.address}{QUIZ}")
    find_outline(page).locator("summary").click()
    box = find_outline(page).bounding_box()
    assert box
    assert box["height"] < PHONE["height"] * 0.75


def _with_two_hundred_questions(route: Route) -> None:
    """The page with many more questions, and their entries in the outline."""
    html = route.fetch().text()
    links = "".join(f'<li><a href="#many-{n}"><span class=id>many-{n}</span></a></li>' for n in range(200))
    questions = "".join(f'<section class="question" id="many-{n}"><h2>{n}</h2></section>' for n in range(200))
    html = html.replace("</ol>\n</details>\n</nav>", f"{links}</ol></details></nav>", 1)
    html = html.replace("</article>", f"{questions}</article>", 1)
    assert "many-199" in html.split("<article")[0]
    route.fulfill(body=html, content_type="text/html")


@pytest.mark.parametrize("script", [True, False])
def test_on_a_phone_the_outline_is_one_line_that_unfolds(visit: Open, script: bool) -> None:
    """A line as high as a thumb beside the breadcrumbs, closed at first, with a script and without one."""
    page = visit(QUIZ, **PHONE, java_script_enabled=script)
    outline = find_outline(page)
    line, crumbs = outline.locator("summary").bounding_box(), page.locator(".crumbs li").last.bounding_box()
    assert line and crumbs
    assert 44 <= line["height"] <= 46
    assert line["y"] == pytest.approx(crumbs["y"], abs=1)
    assert line["x"] >= crumbs["x"] + crumbs["width"]
    entry = outline.get_by_role("link").nth(3)
    expect(entry).to_be_hidden()
    outline.locator("summary").click()
    expect(entry).to_be_visible()
    entry_box = entry.bounding_box()
    assert entry_box
    assert entry_box["height"] >= 44


def test_on_a_phone_an_entry_leads_to_its_question_and_folds_the_list(visit: Open) -> None:
    """The question lands below the header, although the list above it folds at the same time."""
    page = visit(QUIZ, **PHONE)
    outline = find_outline(page)
    outline.locator("summary").click()
    outline.get_by_role("link", name=re.compile("q-01-04")).click()
    page.wait_for_url("**#q-01-04")
    expect(outline.locator("details")).not_to_have_attribute("open", "")
    expect(page.locator("#q-01-04 h2")).to_be_in_viewport(ratio=1)
    assert page.evaluate(_DISTANCE_BELOW_HEADER, "q-01-04") >= 0


_DISTANCE_BELOW_HEADER = (
    "id => document.getElementById(id).getBoundingClientRect().top"
    " - document.querySelector('.top').getBoundingClientRect().bottom"
)


@pytest.mark.parametrize("script", [True, False])
def test_at_a_desk_the_outline_is_open_beside_the_text(visit: Open, script: bool) -> None:
    """Without a button to fold it, with a script and without one, also when the window gets wider later."""
    page = visit(QUIZ, **PHONE, java_script_enabled=script)
    page.set_viewport_size({"width": 1200, "height": 800})
    outline = find_outline(page)
    expect(outline.get_by_role("link").first).to_be_visible()
    expect(outline.locator("summary")).to_be_hidden()
    beside, text = outline.bounding_box(), page.locator("article").bounding_box()
    assert beside
    assert text
    assert beside["x"] >= text["x"] + text["width"]


@pytest.mark.parametrize("width", [320, 1024, 1440])
def test_a_jump_ends_below_the_header(visit: Open, width: int) -> None:
    """Whatever the height of the header at this width."""
    page = visit(f"{QUIZ}#q-01-03", width=width)
    expect(page.locator("#q-01-03")).to_be_in_viewport()
    assert page.evaluate(_DISTANCE_BELOW_HEADER, "q-01-03") >= 0
