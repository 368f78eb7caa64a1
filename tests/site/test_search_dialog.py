"""Search dialog in Chromium: opening, closing, keyboard navigation, and lazy loading."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from conftest import PATIENCE, Open
from page_checks import ACCESSIBLE, LOOKS, box, resize, run_axe
from site_server import Server
from small_bank import make_word
from test_search import search

QUIZ = "/quizzes/phase-01-arithmetic/"


def open_dialog(page: Page, key: str = "/") -> Locator:
    page.keyboard.press(key)
    dialog = page.get_by_role("dialog", name=make_word("search_title", "en"))
    expect(dialog).to_be_visible()
    return dialog


def test_keys_that_open_the_search(visit: Open) -> None:
    """They open a modal dialog with the field focused; Escape closes it, even with text in the field.

    Similar keys are left to browsers and screen readers.
    """
    page = visit(QUIZ)
    for key in ("/", "Control+k", "Meta+k"):
        dialog = open_dialog(page, key)
        expect(dialog.get_by_role("searchbox")).to_be_focused()
        assert dialog.evaluate("one => one.matches(':modal')")
        search(page, "clock")
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(page.locator("dialog input")).not_to_be_focused()  # from the next frame on
    for key in ("Alt+/", "Control+/", "Control+Shift+K", "Control+Alt+k", "k"):
        page.keyboard.press(key)
        assert not dialog.is_visible(), key


@pytest.mark.parametrize(
    "path", ["/", "/glossary/", "/drills/chapter-01-facts/", "/contributing/", "/404.html"]
)
def test_the_link_in_the_header_opens_the_search_on_any_page(visit: Open, path: str) -> None:
    """Its results have the right addresses from any page, and the focus returns to the link on closing."""
    page = visit(path)
    link = page.locator("a.search-link").first
    link.click()
    search(page, "clock")
    found = page.locator(".results a").first.get_attribute("href")
    assert found == f"{QUIZ}#q-01-06"
    page.keyboard.press("Escape")
    expect(link).to_be_focused()


def test_the_link_is_followed_in_a_new_tab_and_without_javascript(visit: Open) -> None:
    page = visit(QUIZ)
    with page.context.expect_page() as opened:
        page.locator("a.search-link").first.click(modifiers=["Control"])
    opened.value.wait_for_url("**/search/")
    expect(page.locator("dialog")).to_have_count(0)
    page = visit(QUIZ, java_script_enabled=False)
    page.locator("a.search-link").first.click()
    page.wait_for_url("**/search/")


def test_a_slash_typed_into_a_field_is_text(visit: Open) -> None:
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


def test_on_the_search_page_the_key_leads_to_its_field(visit: Open) -> None:
    """No dialog opens on top of the search page."""
    page = visit("/search/?q=clock")
    expect(page.locator(".results a").first).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    expect(page.get_by_role("searchbox")).to_have_value("clock")
    expect(page.locator("dialog")).to_have_count(0)


def test_the_search_script_loads_only_when_the_dialog_opens(visit: Open) -> None:
    """Until then, main.js only listens for the link and the shortcut."""
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
def test_if_the_dialog_cannot_load_the_search_page_opens(browser: Browser, server: Server, part: str) -> None:
    page = browser.new_page(service_workers="block")
    page.set_default_timeout(PATIENCE)
    page.route(f"**/{part}", lambda route: route.abort())
    page.goto(f"{server.address}{QUIZ}")
    page.keyboard.press("/")
    page.wait_for_url("**/search/")
    page.close()


def test_the_ways_to_close_the_search(visit: Open) -> None:
    """The button and a click outside close it; the query is still there when it opens again."""
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
    """They move down through all groups and buttons, and back up; Enter opens the focused result."""
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
    """A result on the current page closes the dialog and scrolls to the question."""
    page = visit(QUIZ)
    dialog = open_dialog(page)
    search(page, "clock")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{QUIZ}#q-01-06")
    expect(dialog).to_be_hidden()
    expect(page.locator("#q-01-06")).to_be_in_viewport()


def test_the_dialog_links_to_the_search_page(visit: Open) -> None:
    """The link includes the query; the number of results is announced."""
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


def test_dialog_layout_and_accessibility(visit: Open) -> None:
    """It is a panel on a desktop, the full screen on a phone, and hidden on paper; axe finds no violations.

    Touch targets are at least 44 pixels: results, the close button, and the others.
    """
    page = visit("/glossary/", width=1200)
    dialog = open_dialog(page)
    assert box(dialog)["width"] == pytest.approx(44 * 16, abs=1)
    for width, theme in ((1200, "light"), (390, "dark"), (320, "dark")):
        resize(page, width)
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        for query in ("numbers", "resto", "first numbers xyzzy"):
            search(page, query)
            assert run_axe(page, ACCESSIBLE if width != 320 else LOOKS) == []
            assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth")
        if width != 1200:
            assert box(dialog) == {"x": 0, "y": 0, "width": width, "height": 800}
    search(page, "numbers first")
    for place in dialog.locator("li, button, input, .all-results").all():
        assert min(box(place)["height"], box(place)["width"]) >= 44, place.inner_text()
    page.emulate_media(media="print")
    expect(dialog).to_be_hidden()
