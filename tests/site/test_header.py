"""Header in Chromium: one row at every width and text size, the menu, and the theme picker."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from conftest import Open
from espejo.model.text import ONCE, Text
from espejo.rendering.page_view import View
from espejo.rendering.repository_links import RepositoryLinks
from espejo.rendering.site import Site
from espejo.site.frame import Around, Frame
from espejo.site.menu import MenuEntry, make_menu
from page_checks import box, find_switch, resize
from practicing import wait_until
from site_server import Server
from small_bank import SITE_URL, load_small_bank, make_word

QUIZ = "/quizzes/phase-01-arithmetic/"
SECTIONS = ["learn", "menu_practice", "menu_review", "look_up"]
LEARN = ["Phases", "Study guide", "Flash cards", "menu_topics"]
WIDTHS = (320, 390, 768, 1024, 1440)
NORMAL, DOUBLE = 16, 32
TALLEST = 64
"""The tallest that the header may be, in pixels."""

PLACES = """
header => {
  const shown = [...header.querySelectorAll("a, button, .icon, .mark-logo, .axis, span")].filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(":popover-open")
      && getComputedStyle(one).clipPath === "none" && !one.closest(".unseen"));
  return shown.map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const cut = one instanceof HTMLElement && one.scrollWidth > one.clientWidth && one.clientWidth > 0;
    return { name: one.textContent || one.className.baseVal, left, right, top, bottom, cut };
  });
}
"""
"""What can be seen in the row of the header, and where."""

LINKS = """
header => [...header.querySelectorAll("a, button")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .map((one) => { const box = one.getBoundingClientRect(); return [box.left, box.right] })
"""


def set_text_size(page: Page, pixels: int) -> None:
    """Sets the browser's default text size, as a reader does in its settings."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": pixels}})
    expect(page.locator("html")).to_have_css("font-size", f"{pixels * 1.25:g}px")


def find_menu_button(page: Page) -> Locator:
    return page.get_by_role("button", name=make_word("menu", "en"), exact=True)


def find_sections(page: Page) -> Locator:
    return page.get_by_role("navigation", name=make_word("sections", "en"), exact=True)


def add_both(page: Page) -> None:
    """Adds the side-by-side link to the row and the menu of a page that lacks it."""
    page.evaluate("""() => document.querySelectorAll(".languages, .sections").forEach((one) => {
        const link = document.createElement("a");
        Object.assign(link, { className: "both", href: "#", textContent: "Ambos" });
        one.after(link);
    })""")


def check_row(page: Page, width: int) -> None:
    """Checks that the header is one row of at most 64 pixels, in order, with nothing cut off."""
    resize(page, width)
    header = page.locator("header.top")
    around = box(header)
    assert around["height"] <= TALLEST
    places = header.evaluate(PLACES)
    assert places
    for one in places:
        assert 0 <= one["left"] <= one["right"] <= width, one
        assert around["y"] <= one["top"] <= one["bottom"] <= around["y"] + around["height"], one
        assert not one["cut"], one
    links = header.evaluate(LINKS)
    for (_, right), (left, _) in pairwise(links):
        assert right <= left + 0.5, links
    assert page.evaluate("document.querySelector('.top-inner').scrollWidth") <= width


@pytest.mark.parametrize("text", [NORMAL, DOUBLE])
@pytest.mark.parametrize("prefix", ["", "/es"])
def test_the_header_is_one_row(visit: Open, prefix: str, text: int) -> None:
    """The header fits one row at every width and text size, with and without the side-by-side link.

    The languages and the search stay visible at the end of a page. Where the row has no room for the
    side-by-side link, it is in the menu.
    """
    page = visit(f"{prefix}/search/")
    expect(page.locator("a.search-link")).to_have_attribute("aria-current", "page")
    set_text_size(page, text)
    locale = "es" if prefix else "en"
    for width in (*WIDTHS, 480, 640, 1023, 1040, 1920):
        check_row(page, width)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        for name in ("English", "Español"):
            expect(find_switch(page, locale).get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
        search = page.locator("header").get_by_role("link", name=make_word("search", locale), exact=True)
        expect(search).to_be_in_viewport(ratio=1)
        page.evaluate("scrollTo(0, 0)")
    add_both(page)
    for width in (*WIDTHS, 384, 640, 1920):
        check_row(page, width)
    if not prefix and text == NORMAL:
        check_place_of_both(page)


def check_place_of_both(page: Page) -> None:
    """Checks that the side-by-side link is shown once, in the row or in the menu."""
    both = page.get_by_role("link", name="Ambos")
    resize(page, 390)
    expect(both).to_have_count(1)
    expect(both).to_be_in_viewport(ratio=1)
    resize(page, 320)
    expect(both).to_have_count(0)
    find_menu_button(page).click()
    expect(both).to_have_count(1)


@pytest.mark.parametrize("fonts", [True, False], ids=["our fonts", "system fonts"])
def test_the_header_is_one_row_when_the_page_doubles_its_text_size(visit: Open, fonts: bool) -> None:
    """Layout follows the page's text size; media queries would follow only the browser's setting."""
    page = visit(f"/es{QUIZ}", fonts=fonts)
    page.evaluate("document.documentElement.style.fontSize = '250%'")
    for width in WIDTHS:
        check_row(page, width)


@pytest.mark.parametrize(("width", "text"), [(320, NORMAL), (1440, DOUBLE)])
def test_the_menu_works_without_scripts(visit: Open, width: int, text: int) -> None:
    """Enter opens it, Tab enters it, Escape or an outside click closes it, and the page doesn't move.

    Without scripts, there is no theme picker, and the system decides.
    """
    page = visit(QUIZ, width=width, java_script_enabled=False, color_scheme="dark")
    set_text_size(page, text)
    expect(find_sections(page)).to_be_hidden()
    button, before = find_menu_button(page), box(page.locator("h1"))
    button.focus()
    page.keyboard.press("Enter")
    links = find_sections(page).get_by_role("link")
    expect(links.first).to_be_visible()
    assert box(page.locator("h1")) == before
    expect(page.locator("header.top").get_by_role("radio")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(links.first).to_be_focused()
    expect(links.first).to_have_attribute("aria-current", "true")
    page.keyboard.press("Escape")
    expect(links.first).to_be_hidden()
    expect(button).to_be_focused()
    button.click()
    page.mouse.click(5, 790)
    expect(find_sections(page)).to_be_hidden()
    expect(find_theme_button(page)).to_have_count(0)
    expect(page.locator("body")).to_have_css("background-color", DARK)
    button.click()
    links.nth(1).click()
    page.wait_for_url("**/study-guide/")


@pytest.mark.parametrize("script", [True, False])
def test_a_wide_screen_shows_the_sections_in_the_header(visit: Open, script: bool) -> None:
    """What one does here is in keyboard order; the current section is marked and opens its entries."""
    page = visit(QUIZ, width=1440, java_script_enabled=script)
    expect(find_menu_button(page)).to_have_count(0)
    verbs = find_sections(page).locator("> ul > li > :is(a, button):visible")
    expect(verbs).to_have_text(SECTIONS)
    page.get_by_role("link", name="site", exact=True).focus()
    for at in range(len(SECTIONS)):
        page.keyboard.press("Tab")
        expect(verbs.nth(at)).to_be_focused()
    expect(find_sections(page).locator("button[aria-current=true]")).to_have_text(SECTIONS[:1])
    verbs.first.click()
    entries = find_sections(page).get_by_role("link")
    expect(entries).to_have_text([*LEARN, *SECTIONS[1:3]])
    assert box(verbs.first)["x"] <= box(entries.first)["x"] <= box(verbs.nth(2))["x"]
    page.keyboard.press("Tab")
    expect(entries.first).to_be_focused()
    expect(entries.first).to_have_attribute("aria-current", "true")
    page.keyboard.press("Escape")
    expect(entries.first).to_have_text(SECTIONS[1])
    expect(verbs.first).to_be_focused()


# Many entries


@cache
def make_site(count: int = 3) -> Site:
    """Returns the small bank with many collections."""
    bank = load_small_bank().bank
    last = bank.collections[-1]
    more = [
        replace(last, folder=f"cards-{number}", short=Text({ONCE: f"Cards {number}"}, last.place))
        for number in range(4, count + 1)
    ]
    collections = (*bank.collections, *more)
    return Site(replace(bank, collections=collections), home=SITE_URL, repository=RepositoryLinks())


def make_frame(site: Site, titles: tuple[str, ...] = ()) -> Frame:
    """Returns a home page whose menu has a `nav` with these titles."""
    view = View(site, "", "en")
    nav = tuple(MenuEntry(title, f"{number}/") for number, title in enumerate(titles))
    return Frame(view, around=Around(menu=make_menu(view, nav=nav)))


def show_header(page: Page, server: Server, frame: Frame) -> None:
    """Shows home with another site's header."""
    header = str(frame.part("header"))

    def exchange(route: Route) -> None:
        html = re.sub("<header class=.*?</header>", lambda _: header, route.fetch().text(), flags=re.DOTALL)
        route.fulfill(body=html, content_type="text/html")

    page.route(f"{server.address}/", exchange)
    page.goto(f"{server.address}/")


def test_the_menu_scrolls_with_many_collections(visit: Open, server: Server) -> None:
    """The menu scrolls on its own and can show each collection in full."""
    page = visit("/search/")
    show_header(page, server, make_frame(make_site(90)))
    for width in WIDTHS[:3]:
        check_row(page, width)
        find_menu_button(page).click()
        links = find_sections(page).get_by_role("link")
        expect(links).to_have_count(96)
        for link in (links.first, links.last):
            link.scroll_into_view_if_needed()
            expect(link).to_be_in_viewport(ratio=1)
        expect(page.locator("header.top").get_by_role("radio").last).to_be_in_viewport(ratio=1)
        panel = box(page.locator(".menu"))
        assert panel["x"] >= 0
        assert panel["x"] + panel["width"] <= width
        assert panel["y"] + panel["height"] <= 800
        assert page.evaluate("scrollY") == 0
        assert page.locator(".menu").evaluate("menu => menu.scrollWidth <= menu.clientWidth")
        page.keyboard.press("Escape")
    for width in WIDTHS[3:]:
        check_row(page, width)
        find_sections(page).get_by_role("button", name="learn").click()
        last = find_sections(page).get_by_role("link", name="menu_topics")
        last.scroll_into_view_if_needed()
        expect(last).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")


def test_sections_are_in_the_row_only_if_they_fit(visit: Open, server: Server) -> None:
    """The row holds at most five entries of a `nav`, and only if their names fit."""
    page = visit("/search/", width=1440)
    for titles, fits in (
        (("Guide", "First quiz", "News"), True),
        (("X",) * 6, False),
        (("Whatever one needs to know of sums",), False),
    ):
        frame = make_frame(make_site(), titles)
        assert frame.menu.fits is fits
        resize(page, 1440)
        show_header(page, server, frame)
        expect(find_menu_button(page)).to_have_count(0 if fits else 1)
        add_both(page)
        for width in (1024, 1440):
            check_row(page, width)


# Jumps to anchors


@pytest.mark.parametrize(("width", "text"), [(320, NORMAL), (390, DOUBLE), (1024, NORMAL), (1440, DOUBLE)])
def test_anchors_and_focused_elements_are_below_the_header(visit: Open, width: int, text: int) -> None:
    """A linked question and elements focused while tabbing backward stay visible at every text size."""
    page = visit(QUIZ, width=width)
    set_text_size(page, text)
    page.goto(f"{page.url}#q-01-03")
    wait_until(page, "scrollY > 0")
    covered = page.locator("header.top").evaluate("header => header.getBoundingClientRect().bottom")
    assert 0 < covered <= TALLEST
    assert covered <= box(page.locator("#q-01-03"))["y"] < covered + 4 * text
    for _ in range(6):
        page.keyboard.press("Shift+Tab")
        top = page.evaluate("document.activeElement.getBoundingClientRect().top")
        assert top >= covered or page.evaluate("!!document.activeElement.closest('header.top')")


# Theme

DARK, LIGHT = "rgb(21, 23, 27)", "rgb(251, 250, 247)"


def choose_theme(page: Page, name: str) -> None:
    """Opens the theme picker, chooses a theme, and closes it."""
    find_theme_button(page).click()
    page.get_by_role("group", name=make_word("theme", "en"), exact=True).get_by_label(
        make_word(f"theme_{name}", "en"), exact=True
    ).check()
    page.keyboard.press("Escape")


def find_theme_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^theme: "))


def expect_theme(page: Page, name: str, color: str) -> None:
    """Expects this background and the name of the chosen theme."""
    expect(page.locator("body")).to_have_css("background-color", color)
    expect(find_theme_button(page)).to_have_accessible_name(f"theme: theme_{name}")
    expect(page.locator("input[name=theme]:checked")).to_have_value(name)


def test_the_chosen_theme_persists_until_the_reader_chooses_system(visit: Open, server: Server) -> None:
    """It persists across reloads, pages, and windows; “system” deletes it and follows the system again."""
    page = visit(QUIZ, color_scheme="light")
    expect_theme(page, "system", LIGHT)
    choose_theme(page, "dark")
    page.reload()
    expect_theme(page, "dark", DARK)
    page.goto(f"{server.address}/glossary/")
    expect_theme(page, "dark", DARK)
    choose_theme(page, "light")
    page.emulate_media(color_scheme="dark")
    page.go_back()
    expect_theme(page, "light", LIGHT)
    choose_theme(page, "system")
    expect_theme(page, "system", DARK)
    assert page.evaluate("localStorage.getItem('theme')") is None
    page.emulate_media(color_scheme="light")
    page.reload()
    expect_theme(page, "system", LIGHT)
    other = page.context.new_page()
    other.goto(server.address)
    choose_theme(other, "dark")
    expect_theme(page, "dark", DARK)
    choose_theme(other, "system")
    expect_theme(page, "system", LIGHT)


def test_the_menu_theme_picker_works_with_the_arrow_keys(visit: Open) -> None:
    """On a phone, the menu shows the three themes in a row, as a single tab stop."""
    page = visit(QUIZ, width=320, color_scheme="light")
    expect(page.locator("header.top").get_by_role("radio")).to_have_count(0)
    find_menu_button(page).focus()
    page.keyboard.press("Enter")
    page.get_by_role("radio", name=make_word("theme_system", "en"), exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name=make_word("theme_dark", "en"), exact=True)).to_be_checked()
    expect(page.locator("body")).to_have_css("background-color", DARK)


def test_the_theme_works_where_storage_is_blocked(visit: Open) -> None:
    """The choice lasts while the page is open."""
    page = visit("/search/", color_scheme="light")
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked') } })"
    )
    page.reload()
    choose_theme(page, "dark")
    expect_theme(page, "dark", DARK)
    choose_theme(page, "system")
    expect_theme(page, "system", LIGHT)


def test_the_theme_is_applied_before_other_scripts_and_colors_the_browser_bar(visit: Open) -> None:
    """Every `theme-color` gets the chosen color, and its original back for “system”.

    The script in the head applies the theme before the first paint; controls that can't work are hidden.
    """
    page = visit(QUIZ, color_scheme="light")
    page.evaluate("""() => { for (const content of ["#aaaaaa", "#bbbbbb"]) {
        const meta = document.createElement("meta");
        document.head.append(Object.assign(meta, { name: "theme-color", content }));
    } }""")
    read = "[...document.querySelectorAll('meta[name=theme-color]')].map((meta) => meta.content)"
    written = page.evaluate(read)
    assert written[-2:] == ["#aaaaaa", "#bbbbbb"]
    choose_theme(page, "dark")
    assert set(page.evaluate(read)) == {DARK}
    choose_theme(page, "system")
    assert page.evaluate(read) == written
    choose_theme(page, "dark")
    page.route("**/main.js?v=*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.reload()
    expect(page.locator("body")).to_have_css("background-color", DARK)
    expect(find_theme_button(page)).to_have_count(0)
