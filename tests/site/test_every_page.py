"""Visits a page of each kind once in Chromium, and checks and uses everything on it.

Languages alternate: odd pages are checked in English, even ones in Spanish, and each is then measured in the
other language. The fixture `visit` fails a test if the content security policy blocks anything, or if
anything fails to load or comes from another host.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from conftest import Open
from espejo.rendering.repository_links import RepositoryLinks
from espejo.rendering.site import Site
from espejo.site.pages import list_pages
from page_checks import find_faults, find_missed_rules, find_wide, open_all, resize
from practicing import wait_for_fields
from small_bank import SITE_URL, load_small_bank

# In Spanish, the first page lacks texts and has a stale one; in English, the second page lacks some texts.
QUIZ, LETTERS = "/quizzes/phase-01-arithmetic/", "/quizzes/phase-02-collections/"
PAGES = [
    *("/", QUIZ, f"{QUIZ}side-by-side/", "/quizzes/", LETTERS),
    *("/study-guide/", "/study-guide/quiz-01-division/", "/study-guide/quiz-02-averages/"),
    *("/topics/", "/topics/division/", "/reference/formulas/", "/reference/patterns/"),
    *("/study-guide/print/", "/study-guide/print/numbers/"),
    *("/drills/", "/drills/chapter-01-facts/", "/downloads/", "/glossary/"),
    *("/search/", "/practice/", "/review/", "/you/log/", "/status/", "/proofs/", "/corrections/"),
    *("/offline/", "/contributing/", "/contributing/fields/"),
]

MEASURE_SIDES = """() => {
  const boxes = [...document.querySelectorAll("article.page, .outline, .md-sidebar")]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  return [Math.min(...boxes.map((one) => one.left)), innerWidth - Math.max(...boxes.map((one) => one.right))];
}"""

FIND_UNNAMED = """() => {
  const names = (urls) =>
    urls.map((url) => new URL(url).pathname).filter((path) => path.includes("/assets/js/"));
  const loaded = names(performance.getEntriesByType("resource").map(({ name }) => name))
    .filter((path) => !path.includes("/worker-"));
  const links = [...document.querySelectorAll("script[src], link[rel=modulepreload]")];
  const named = names(links.map((one) => one.src ?? one.href));
  const twice = loaded.filter((path, at) => loaded.indexOf(path) !== at);
  return [...new Set(loaded).symmetricDifference(new Set(named)), ...twice];
}"""
"""Scripts that a page loads without naming them, so that they come late, and those that it loads twice."""

SETTLE = "new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))"
"""Until the page has heard what opened or closed, which may hide buttons: browsers tell it a moment later."""


def test_every_page_template_is_visited() -> None:
    """The pages above use every page template of the site."""
    site = Site(load_small_bank().bank, home=SITE_URL, repository=RepositoryLinks())
    templates = {f"/{page.path}/": page.template for page in list_pages(site, "en")}
    assert {templates[path] for path in PAGES if path in templates} == set(templates.values())


@pytest.mark.parametrize("path", [*PAGES, "/404.html"])
def test_a_page_passes_all_checks(visit: Open, path: str) -> None:
    """Checks styles, symmetry, widths, accessibility, contrast, and print, and presses every control."""
    here, other = ("es", "en") if path in PAGES and PAGES.index(path) % 2 else ("en", "es")
    page = visit(("/es" if here == "es" else "") + path, permissions=["clipboard-read", "clipboard-write"])
    expect(page.locator("h1").first).to_be_visible()
    if page.locator(".question[data-kind]").count():
        wait_for_fields(page)
    found: dict[str, object] = {"scripts not named": page.evaluate(FIND_UNNAMED)}
    if "/print/" not in path:
        found["styles of other files"] = find_missed_rules(page)
        found["not in the middle"] = list(find_uneven(page)) if path != "/404.html" else []
    open_all(page)
    found |= find_faults(page)
    if path == "/404.html":
        del found["controls on paper"]  # nobody prints it
    resize(page, 1200)
    use_everything(page)
    for language in (other, here):
        page.locator(f"a[hreflang={language}]:visible").first.click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.wait_for_load_state()
        found[f"too wide in {language}"] = list(find_wide(page)) if language == other else []
        resize(page, 1200)
    assert {what: wrong for what, wrong in found.items() if wrong} == {}


def find_uneven(page: Page) -> Iterator[tuple[int, float, float]]:
    """Yields window widths at which the page is off center or has too little margin."""
    for width in (1440, 1920):
        resize(page, width, 900)
        left, right = page.evaluate(MEASURE_SIDES)
        if abs(left - right) > 2 or left < 100:
            yield width, left, right


def use_everything(page: Page) -> None:
    """Uses all buttons and disclosures on a page, presses keys, and prints it."""
    used = set()
    for button in page.locator("button:not([data-keys])").all():  # what they open loads late
        if button.is_visible() and button.is_enabled() and (name := name_button(button)) not in used:
            used.add(name)  # each kind once: a page has many equal buttons that check an answer
            button.click()
            page.keyboard.press("Escape")  # what it opened may cover the next one
            page.evaluate(SETTLE)
    for summary in page.locator("summary").all():
        if summary.is_visible():
            summary.press("Enter")
    for key in ("Tab", "Shift+Tab", "End", "Home", "Escape"):
        page.keyboard.press(key)
    assert page.pdf().startswith(b"%PDF")


def name_button(button: Locator) -> str:
    """Returns a button's text, or else its accessible name."""
    name: str = button.evaluate("one => one.getAttribute('aria-label') ?? one.textContent.trim()")
    return name
