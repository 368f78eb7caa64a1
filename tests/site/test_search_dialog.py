"""Search dialog on every page, in a real Chromium: how it opens and closes, its keys, what it loads when."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from conftest import PATIENCE, Open
from site_server import Server
from small_bank import make_word
from test_browser import run_axe
from test_search import search

QUIZ = "/quizzes/phase-01-arithmetic/"


def open_dialog(page: Page, key: str = "/") -> Locator:
    page.keyboard.press(key)
    dialog = page.get_by_role("dialog", name=make_word("search_title", "en"))
    expect(dialog).to_be_visible()
    return dialog


@pytest.mark.parametrize("key", ["/", "Control+k", "Meta+k"])
def test_a_key_opens_the_search(visit: Open, key: str) -> None:
    """In a modal dialog with the field in focus; Escape closes it, also with something in the field."""
    page = visit(QUIZ)
    dialog = open_dialog(page, key)
    expect(dialog.get_by_role("searchbox")).to_be_focused()
    assert dialog.evaluate("one => one.matches(':modal')")
    search(page, "clock")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize(
    "path", ["/", "/glossary/", "/drills/chapter-01-facts/", "/contributing/", "/404.html"]
)
def test_the_link_in_the_header_opens_the_search_on_any_page(visit: Open, path: str) -> None:
    """What it finds leads to the right address from any page, and the focus returns to the link."""
    page = visit(path)
    link = page.locator("a.search-link").first
    link.click()
    search(page, "clock")
    found = page.locator(".results a").first.get_attribute("href")
    assert found == f"{QUIZ}#q-01-06"
    page.keyboard.press("Escape")
    expect(link).to_be_focused()


def test_a_click_that_asks_for_a_new_tab_gets_one(visit: Open) -> None:
    page = visit(QUIZ)
    with page.context.expect_page() as opened:
        page.locator("a.search-link").first.click(modifiers=["Control"])
    opened.value.wait_for_url("**/search/")
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("key", ["Alt+/", "Control+/", "Control+Shift+K", "Control+Alt+k", "k"])
def test_other_keys_do_not_open_the_search(visit: Open, key: str) -> None:
    """Browsers and screen readers have meanings of their own for these."""
    page = visit(QUIZ)
    dialog = open_dialog(page)  # so that everything is loaded, and another key would open it at once
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press(key)
    assert not dialog.is_visible()


def test_a_slash_that_is_typed_into_a_field_is_a_slash(visit: Open) -> None:
    page = visit(QUIZ)
    text = page.locator("textarea").first
    text.press_sequentially("1/2")
    page.keyboard.press("Control+k")
    expect(text).to_have_value("1/2")
    expect(page.locator("dialog")).to_have_count(0)
    field = open_dialog_by_link(page)
    field.press_sequentially("7 // 2")
    expect(field).to_have_value("7 // 2")


def open_dialog_by_link(page: Page) -> Locator:
    page.locator("a.search-link").first.click()
    return page.get_by_role("dialog").get_by_role("searchbox")


def test_without_javascript_the_link_leads_to_the_search_page(visit: Open) -> None:
    page = visit(QUIZ, java_script_enabled=False)
    page.locator("a.search-link").first.click()
    page.wait_for_url("**/search/")


def test_on_the_search_page_the_key_leads_to_its_field(visit: Open) -> None:
    """There is no second search over the first."""
    page = visit("/search/?q=clock")
    expect(page.locator(".results a").first).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    expect(page.get_by_role("searchbox")).to_have_value("clock")
    expect(page.locator("dialog")).to_have_count(0)


def test_nothing_of_the_search_is_loaded_before_it_is_opened(visit: Open) -> None:
    """But for the few lines of main.js that listen for it."""
    page = visit(QUIZ)
    loaded: list[str] = []
    page.on("request", lambda one: loaded.append(one.url))
    page.reload()
    page.wait_for_load_state("networkidle")
    assert loaded
    assert [one for one in loaded if "search" in one or "pagefind" in one] == []
    with page.expect_request("**/pagefind.js*"):
        open_dialog(page)


@pytest.mark.parametrize("part", ["search_dialog-*.js", "dialogs.css*"])
def test_a_dialog_that_cannot_be_loaded_is_the_search_page(
    browser: Browser, server: Server, part: str
) -> None:
    page = browser.new_page(service_workers="block")
    page.set_default_timeout(PATIENCE)
    page.route(f"**/{part}", lambda route: route.abort())
    page.goto(f"{server.address}{QUIZ}")
    page.keyboard.press("/")
    page.wait_for_url("**/search/")
    page.close()


def test_the_ways_to_close_the_search(visit: Open) -> None:
    """The button and a click beside the dialog; the query is still there when it opens again."""
    page = visit(QUIZ)
    dialog = open_dialog(page)
    search(page, "clock")
    page.get_by_role("button", name=make_word("search_close", "en"), exact=True).click()
    expect(dialog).to_be_hidden()
    open_dialog(page)
    expect(page.get_by_role("searchbox")).to_have_value("clock")
    expect(page.locator(".results a").first).to_be_visible()
    page.mouse.click(5, 400)
    expect(dialog).to_be_hidden()


def test_the_arrow_keys_move_through_the_results(visit: Open) -> None:
    """From the field down, over every group and button, and back; Enter opens the result in focus."""
    page = visit(QUIZ)
    open_dialog(page)
    search(page, "numbers")
    stops = page.locator(".results :is(a, button)")
    count = stops.count()
    assert count > 5
    for at in range(count):
        page.keyboard.press("ArrowDown")
        expect(stops.nth(at)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(stops.nth(count - 1)).to_be_focused()
    for _ in range(count):
        page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("ArrowDown")
    target = stops.first.get_attribute("href") or ""
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{target}")


def test_enter_in_the_field_opens_the_first_result(visit: Open) -> None:
    """A result on the same page too: the dialog closes, and the question is in view."""
    page = visit(QUIZ)
    dialog = open_dialog(page)
    search(page, "clock")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{QUIZ}#q-01-06")
    expect(dialog).to_be_hidden()
    expect(page.locator("#q-01-06")).to_be_in_viewport()


def test_the_dialog_leads_on_to_the_search_page(visit: Open) -> None:
    """With the query; and its results are announced."""
    page = visit(f"/es{QUIZ}")
    page.keyboard.press("/")
    link = page.get_by_role("link", name=make_word("search_page", "es"))
    expect(page.get_by_role("searchbox")).to_be_focused()
    expect(link).to_be_hidden()
    search(page, "división 7")
    expect(page.locator("dialog").get_by_role("status")).to_contain_text("división 7")
    link.click()
    page.wait_for_url(re.compile(r"/es/search/\?q=divisi%C3%B3n%207$"))
    expect(page.get_by_role("searchbox")).to_have_value("división 7")
    expect(page.locator(".results a").first).to_be_visible()


@pytest.mark.parametrize(("width", "theme"), [(320, "dark"), (1200, "light")])
def test_axe_finds_nothing_in_the_dialog(visit: Open, width: int, theme: str) -> None:
    """With results, a pair and marks; text has the enhanced contrast, and nothing scrolls sideways."""
    page = visit("/glossary/", width=width, color_scheme=theme)
    open_dialog(page)
    rules = {
        "runOnly": ["wcag2a", "wcag2aa", "wcag22aa", "best-practice"],
        "rules": {"color-contrast-enhanced": {"enabled": True}},
    }
    for query in ("numbers", "resto", "first numbers xyzzy"):
        search(page, query)
        assert run_axe(page, rules) == []
        assert page.locator("dialog").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_dialog_is_a_panel_at_a_desk_and_the_screen_on_a_phone(visit: Open) -> None:
    desk = open_dialog(visit(QUIZ)).bounding_box()
    assert desk
    assert desk["width"] == pytest.approx(44 * 16, abs=1)
    phone = open_dialog(visit(QUIZ, width=390, height=844)).bounding_box()
    assert phone == {"x": 0, "y": 0, "width": 390, "height": 844}


def test_what_can_be_touched_is_large_enough(visit: Open) -> None:
    """44 pixels, at any size of the text: a whole entry of the list, the button that closes, the others."""
    page = visit(QUIZ, width=320, has_touch=True)
    dialog = open_dialog(page)
    search(page, "numbers first")
    for place in dialog.locator("li, button, input, .all-results").all():
        box = place.bounding_box()
        assert box
        assert box["height"] >= 44, place.inner_text()
        assert box["width"] >= 44, place.inner_text()


def test_the_dialog_is_not_printed(visit: Open) -> None:
    page = visit(QUIZ)
    dialog = open_dialog(page)
    page.emulate_media(media="print")
    expect(dialog).to_be_hidden()
