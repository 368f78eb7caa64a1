"""A page of every kind in a real Chromium: one visit per language, in which everything is checked.

The Spanish page begins in the dark on a phone, the English one in the light on a desk.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from conftest import Open
from espejo.rendering.repository_links import ForgeLinks
from espejo.rendering.site import Site
from espejo.site.pages import list_pages
from small_bank import SITE_URL, load_small_bank
from test_browser import PAGES, PRINT, QUIZ, WIDTHS, open_answers, run_axe
from test_page_styles import find_missed_rules
from test_print import find_wrong_colors, list_controls

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
CONTRAST = {"runOnly": ["color-contrast-enhanced"]}
READ_LONGEST = (QUIZ, "/study-guide/", "/topics/division/", "/reference/formulas/", PRINT)
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

FIND_WIDE = """() => [...document.querySelectorAll("article *, header *")]
  .filter((one) => !one.matches("math *") && !one.closest("pre, .table, .formula, .unseen")
    && one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.outerHTML.slice(0, 80))"""

MEASURE_SIDES = """() => {
  const boxes = [...document.querySelectorAll("article.page, .outline, .md-sidebar")]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  return [Math.min(...boxes.map((one) => one.left)), innerWidth - Math.max(...boxes.map((one) => one.right))];
}"""


def test_a_page_of_every_kind_is_visited() -> None:
    """The pages below use every template of the site."""
    site = Site(load_small_bank().bank, home=SITE_URL, forge=ForgeLinks())
    templates = {f"/{page.path}/": page.template for page in list_pages(site, "en")}
    assert {templates[path] for path in PAGES if path in templates} == set(templates.values())


@pytest.mark.parametrize(("prefix", "theme", "width"), [("", "light", 1200), ("/es", "dark", 320)])
@pytest.mark.parametrize("path", [*PAGES, "/404.html"])
def test_nothing_is_wrong_with_a_page(visit: Open, path: str, prefix: str, theme: str, width: int) -> None:
    """Styles, widths, symmetry, accessibility, contrast, and print; the fixture checks the policy."""
    if path == "/404.html":
        prefix = ""
    page = visit(prefix + path, width=390, color_scheme=theme)
    found: dict[str, Any] = {}
    if "/print/" not in path:
        found["styles of other files"] = find_missed_rules(page)
    if path != "/404.html" and "/print/" not in path:
        found["not in the middle"] = list(find_uneven(page))
    open_answers(page)
    found["wider than the window"] = list(find_wide(page))
    page.set_viewport_size({"width": width, "height": 1600})
    found["axe"] = run_axe(page, RULES)
    for one in THEMES if path in READ_LONGEST else ():
        page.emulate_media(color_scheme=one)
        found[f"contrast, {one}"] = run_axe(page, CONTRAST)
    for one in THEMES if path != "/404.html" else ():
        page.emulate_media(color_scheme=one, media="print")
        found[f"printed colors, {one}"] = find_wrong_colors(page)
        found[f"printed controls, {one}"] = list_controls(page)
    assert {what: wrong for what, wrong in found.items() if wrong} == {}


def find_wide(page: Page) -> Iterator[tuple[int, Any]]:
    """Widths at which something is cut off; listings, tables, and formulas may scroll."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            yield width, "the page"
        if wide := page.evaluate(FIND_WIDE):
            yield width, wide


def find_uneven(page: Page) -> Iterator[tuple[int, float, float]]:
    """Widths at which more is free on one side of a page than on the other, or too little on both."""
    for width in (1440, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        left, right = page.evaluate(MEASURE_SIDES)
        if abs(left - right) > 2 or left < 100:
            yield width, left, right
