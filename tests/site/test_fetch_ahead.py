"""Prefetching: a page in the other language is fetched once, when a reader reaches for its link."""

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
    """A host that lets browsers keep a page for ten minutes, as GitHub Pages does."""
    with serve(site, {"Cache-Control": "max-age=600"}) as server:
        yield server


def count(server: Server, path: str) -> int:
    return sum(one.path == path for one in server.asked)


def reach(page: Page, link: str, how: str = "a pointer") -> None:
    """Reaches for a link, and waits until what it leads to has come."""
    with page.expect_event("requestfinished", lambda one: one.resource_type == "fetch"):
        REACH[how](page.locator(link).first)


@pytest.mark.parametrize("how", REACH)
def test_the_mirror_is_fetched_when_a_reader_reaches_for_it(visit: Open, host: Server, how: str) -> None:
    """Once, and not the page itself. Then it comes from the cache of the browser."""
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


def test_links_to_other_views_are_fetched_too(visit: Open, host: Server) -> None:
    """A question's link to its mirror leads to the same page; both languages side by side are another."""
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


def test_a_host_without_caching_sends_the_page_once(visit: Open, site: Path) -> None:
    """The link is followed with a question whether the page is newer, which it is not."""
    with serve(site, {"Cache-Control": "no-cache"}) as host:
        page = visit(QUIZ, at=host.address)
        reach(page, SWITCH)
        page.locator(SWITCH).click()
        expect(page.locator("html")).to_have_attribute("lang", "es")
        page.wait_for_load_state("networkidle")  # before the host is gone
        asked = [one for one in host.asked if one.path == MIRROR]
    assert asked == [Asked(MIRROR), Asked(MIRROR, is_conditional=True)]


def test_nothing_is_fetched_ahead_if_the_browser_saves_data(visit: Open, host: Server) -> None:
    page = visit(QUIZ, at=host.address)
    page.add_init_script("Object.defineProperty(NetworkInformation.prototype, 'saveData', { value: true })")
    page.reload()
    page.wait_for_load_state("networkidle")
    page.locator(SWITCH).hover()
    page.locator(SWITCH).click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert count(host, MIRROR) == 1, "when it is followed"
