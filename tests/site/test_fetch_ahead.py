"""Prefetching: reaching for a link to the other language fetches its page once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from conftest import Open
from site_server import Asked, Server, serve

QUIZ = "/quizzes/phase-01-arithmetic/"
MIRROR = f"/es{QUIZ}"
SWITCH = ".languages a[hreflang=es]"

REACH: dict[str, Callable[[Locator], object]] = {
    "a pointer": Locator.hover,
    "a finger": lambda link: link.dispatch_event("pointerdown"),
    "the focus": Locator.focus,
}


@pytest.fixture
def host(site: Path) -> Iterator[Server]:
    """A host that lets browsers cache a page for ten minutes, as GitHub Pages does."""
    with serve(site, {"Cache-Control": "max-age=600"}) as server:
        yield server


def count(server: Server, path: str) -> int:
    return sum(one.path == path for one in server.asked)


def reach(page: Page, link: str, how: str = "a pointer") -> None:
    """Reaches for a link by mouse, keyboard, or touch, and waits until its page has been fetched."""
    with page.expect_event("requestfinished", lambda one: one.resource_type == "fetch"):
        REACH[how](page.locator(link).first)


@pytest.mark.parametrize("how", REACH)
def test_reaching_for_the_language_link_prefetches_the_mirror(visit: Open, host: Server, how: str) -> None:
    """It is fetched once, without the current page, and then comes from the browser cache."""
    page = visit(QUIZ, at=host.address)
    page.locator(".languages a[hreflang=en]").hover()
    assert count(host, MIRROR) == 0
    reach(page, SWITCH, how)
    assert (count(host, MIRROR), count(host, QUIZ)) == (1, 1)
    for again in REACH.values():
        page.mouse.move(0, 0)
        again(page.locator(SWITCH))
    page.locator(SWITCH).click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert count(host, MIRROR) == 1


def test_links_to_other_views_are_prefetched(visit: Open, host: Server) -> None:
    """A question's mirror link shares the mirror's request; the side-by-side page has its own."""
    page = visit(QUIZ, at=host.address)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    reach(page, ".question a[hreflang=es]")
    both = page.locator("a.both:visible").evaluate("link => new URL(link.href).pathname")
    reach(page, "a.both:visible")
    page.locator(SWITCH).hover()
    page.locator(".question a[hreflang=es]").first.click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.go_back()
    page.locator("a.both:visible").click()
    page.wait_for_url(f"**{both}*")
    assert (count(host, MIRROR), count(host, both)) == (1, 1)


def test_a_search_query_is_part_of_the_fetched_address(visit: Open, host: Server) -> None:
    page = visit("/search/?q=repeated", at=host.address)
    expect(page.locator(".results a")).to_have_count(1)
    reach(page, SWITCH)
    page.locator(SWITCH).click()
    page.wait_for_url("**/es/search/?q=repeated")
    page.wait_for_load_state("networkidle")
    assert [one.path for one in host.asked if one.path.startswith("/es/")] == ["/es/search/?q=repeated"]


def test_without_caching_the_prefetched_page_is_only_revalidated(visit: Open, site: Path) -> None:
    """Following the link sends a conditional request, which the host answers with “not modified”."""
    with serve(site, {"Cache-Control": "no-cache"}) as host:
        page = visit(QUIZ, at=host.address)
        reach(page, SWITCH)
        page.locator(SWITCH).click()
        expect(page.locator("html")).to_have_attribute("lang", "es")
        page.wait_for_load_state("networkidle")  # before the host stops
        asked = [one for one in host.asked if one.path == MIRROR]
    assert asked == [Asked(MIRROR), Asked(MIRROR, is_conditional=True)]


def test_nothing_is_prefetched_if_the_browser_saves_data(visit: Open, host: Server) -> None:
    page = visit(QUIZ, at=host.address)
    page.add_init_script("Object.defineProperty(NetworkInformation.prototype, 'saveData', { value: true })")
    page.reload()
    page.wait_for_load_state("networkidle")
    page.locator(SWITCH).hover()
    page.locator(SWITCH).click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert count(host, MIRROR) == 1, "when it is followed"
