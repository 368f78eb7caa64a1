"""Hand-written pages in Chromium: Material's components match the appearance and behavior of the site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from conftest import Open
from newcomer_projects import COMPONENTS, NEWCOMER, QUIZ, build_once, check_built, read_settings
from site_server import serve
from test_browser import run_axe

pytestmark = pytest.mark.xdist_group("mkdocs-written")

FOLDER = NEWCOMER / "components"
PAGES = {
    f"docs/{path.relative_to(FOLDER)}": path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.md")
}

HOME, GUIDE, OTHER = "/", "/guide/", "/guide/more/"
WRITTEN = [f"/{COMPONENTS}/", f"/es/{COMPONENTS}/", OTHER, GUIDE, HOME]
WIDTHS = (320, 390, 768, 1024, 1440)

HAS_BUTTONS = "!document.querySelector('.written pre') || document.querySelector('.md-code__nav')"
"""Whether Material's script has reached the code blocks of a page."""

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
CONTRAST = {"runOnly": ["color-contrast-enhanced"]}


@pytest.fixture(scope="module")
def address(shared: Path) -> Iterator[str]:
    built = check_built(build_once(shared, "written", read_settings("components"), PAGES))
    with serve(built.site) as running:
        yield running.address


def measure(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box
    return box


def list_contents(page: Page) -> list[str]:
    """List the visible tables of contents, ours or Material's, including folded ones."""
    shown: list[str] = page.locator("nav.outline, .md-sidebar nav.md-nav--secondary").evaluate_all(
        "all => all.filter((one) => one.checkVisibility()).map((one) => one.className)"
    )
    return shown


def test_axe_finds_nothing_and_every_width_has_one_table_of_contents(visit: Open, address: str) -> None:
    """Contrast is at least 7:1 in both themes. The `nav` tree is shown where there is room for it."""
    page = visit(HOME, at=address)
    found = {}
    for path in WRITTEN:
        page.goto(address + path)
        page.wait_for_function(HAS_BUTTONS)
        for theme, width in product(THEMES, (390, 1440)):
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=theme)
            page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))")
            found[path, theme, width] = run_axe(page, {}) + run_axe(page, CONTRAST)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") == width, path
            if path != HOME:
                expect(page.locator(".md-sidebar--primary")).to_be_visible(visible=width >= 1220)
                (shown,) = list_contents(page)
                assert shown.startswith("md-nav" if width >= 1100 else "outline"), (path, width)
    assert {where: wrong for where, wrong in found.items() if wrong} == {}
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"{address}/guide/bare/")  # a page may hide its sidebars
        assert list_contents(page) == []
        page.goto(f"{address}/guide/alone/")
        expect(page.locator(".md-sidebar--primary")).to_be_hidden()
        assert len(list_contents(page)) == 1


def test_header_and_footer_are_those_of_other_pages(visit: Open, address: str) -> None:
    """Size, color, and type are the same, although this page also has Material's own style."""
    page, parts = visit(f"/{QUIZ}/", at=address), []
    for path in (f"/{QUIZ}/", OTHER):
        page.goto(address + path)
        parts.append(
            page.locator("header.top :not(.both, nav), footer.end, footer.end *").evaluate_all(
                "all => all.map((one) => { const { width, height } = one.getBoundingClientRect();"
                "const { color, font, boxShadow } = getComputedStyle(one);"
                "return [one.tagName, width, height, color, font, boxShadow]; })"
            )
        )
    assert parts[0] == parts[1]


def test_a_home_page_with_components_keeps_its_question(visit: Open, address: str) -> None:
    """Material's script and style affect only the hand-written part."""
    page = visit(HOME, at=address, width=390)
    expect(page.locator(".promise.md-typeset .md-code__button[data-md-type=copy]")).to_be_visible()
    expect(page.locator(".home-question")).to_be_visible()
    ours = page.locator(".home-question .md-code__button, .home-question .md-typeset__table")
    expect(ours).to_have_count(0)


def test_tabs_details_and_icons_work_without_a_script(visit: Open, address: str) -> None:
    page = visit(OTHER, at=address, width=390, java_script_enabled=False)
    blocks, labels = page.locator(".tabbed-block"), page.locator(".tabbed-labels > label")
    expect(blocks.nth(0)).to_be_visible()
    expect(blocks.nth(1)).to_be_hidden()
    for number in (1, 0):
        labels.nth(number).click()
        expect(blocks.nth(number)).to_be_visible()
        expect(blocks.nth(1 - number)).to_be_hidden()
        expect(labels.nth(number)).not_to_have_css("border-bottom-color", "rgba(0, 0, 0, 0)")
        expect(labels.nth(1 - number)).to_have_css("border-bottom-color", "rgba(0, 0, 0, 0)")
    page.locator("summary", has_text="Closed").click()
    expect(page.get_by_text("Inside.")).to_be_visible()
    page.goto(f"{address}/{COMPONENTS}/")
    for icon in page.locator("article .twemoji svg").all():
        assert 12 <= measure(icon)["height"] <= 40


def test_components_look_and_work_as_the_site_does(visit: Open, address: str) -> None:
    """One visit covers the relevant widths and themes, and print."""
    page = visit(f"{OTHER}#lists", at=address, width=1440)
    check_contents(page)
    check_line_numbers(page)
    check_tasks(page)
    for width in (1440, 320):
        page.set_viewport_size({"width": width, "height": 800})
        check_code_buttons(page, width)
    for theme, other in (THEMES, THEMES[::-1]):
        page.emulate_media(color_scheme=theme)
        expect(page.locator(f"img[src$='#only-{theme}']")).to_be_visible()
        expect(page.locator(f"img[src$='#only-{other}']")).to_be_hidden()
    page.set_viewport_size({"width": 1440, "height": 800})
    check_paper(page)


def check_contents(page: Page) -> None:
    """The table of contents marks the target heading, which is placed below the header."""
    expect(page.locator(".md-sidebar--secondary .md-nav__link--active")).to_have_text(re.compile("Lists"))
    assert 0 < measure(page.locator("#lists"))["y"] - measure(page.locator("header.top"))["height"] < 32


def check_line_numbers(page: Page) -> None:
    numbers, lines = page.locator(".linenodiv a"), page.locator("td.code code > span")
    for number in range(3):
        tops = [measure(one.nth(number))["y"] for one in (numbers, lines)]
        assert abs(tops[0] - tops[1]) < 3


def check_tasks(page: Page) -> None:
    """An open task has an empty ring, not just another color. Its text is the checkbox's accessible name."""
    boxes = page.get_by_role("checkbox")
    expect(boxes.nth(0)).to_have_accessible_name(re.compile("^Done"))
    expect(boxes.nth(0)).to_be_checked()
    expect(boxes.nth(1)).not_to_be_checked()
    masks = page.locator(".task-list-indicator").evaluate_all(
        "all => all.map((one) => getComputedStyle(one, '::before').maskImage)"
    )
    assert masks[0].startswith("url(")
    assert masks[1] == "none"


def check_code_buttons(page: Page, width: int) -> None:
    """They are large enough to tap and cover nothing; the keyboard scrolls code and tables."""
    listing = page.locator("td.code pre")
    code, copy = page.locator("td.code pre > code"), listing.locator("[data-md-type=copy]")
    buttons = measure(listing.locator(".md-code__nav"))
    assert measure(code)["x"] + measure(code)["width"] <= buttons["x"]
    assert buttons["x"] + buttons["width"] <= width
    assert min(measure(copy)["width"], measure(copy)["height"]) >= 44
    for box in (code, page.locator(".table")):
        expect(box).to_have_attribute("tabindex", "0")
        box.evaluate("box => { box.scrollLeft = 0; }")
        box.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_function("box => box.scrollLeft > 0", arg=box.element_handle())


def check_paper(page: Page) -> None:
    """In print there is only the text, including everything folded on screen."""
    page.emulate_media(media="print")
    for part in ("header.top", ".md-sidebar--primary", ".md-sidebar--secondary", "footer.end", ".md-top"):
        expect(page.locator(part)).to_be_hidden()
    for part in (".md-code__nav", ".md-content__button", ".neighbors", ".edit-page", ".linenos"):
        expect(page.locator(part).first).to_be_hidden()
    expect(page.get_by_text("Inside.")).to_be_visible()
    expect(page.locator(".tabbed-block").last).to_be_visible()
