"""Page layout: footer, breadcrumbs, the 404 page, and redirects."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from conftest import Open
from espejo.rendering.page_view import View
from espejo.rendering.repository_links import RepositoryLinks
from espejo.rendering.site import Site
from espejo.site.frame import Frame
from page_checks import box, measure_width, resize
from project import ROOT
from site_server import Server
from small_bank import REPO_URL, SITE_URL, load_small_bank, make_word

QUIZ = "/quizzes/phase-01-arithmetic/"
REPOSITORY_FILES = f"{REPO_URL}/blob/HEAD/"
FORMS = f"{REPO_URL}/issues/new?template="


# Footer


@pytest.mark.parametrize("path", ["index.html", f"es{QUIZ}index.html", "404.html"])
def test_repository_links_in_the_footer_exist(site: Path, path: str) -> None:
    """Golden pages check the footer's text, and the link test its internal links."""
    _, _, footer = (site / path).read_text(encoding="utf-8").partition("<footer")
    footer = footer.partition("</footer")[0]
    links = re.findall(r'href="([^"]+)"', footer)
    assert 10 <= len(links) == len(set(links)) <= 12
    files = [link.removeprefix(REPOSITORY_FILES) for link in links if link.startswith(REPOSITORY_FILES)]
    forms = [link.removeprefix(FORMS) for link in links if link.startswith(FORMS)]
    assert files and forms
    assert [file for file in files if not (ROOT / file).is_file()] == []
    assert [form for form in forms if not (ROOT / ".github" / "ISSUE_TEMPLATE" / form).is_file()] == []


def test_the_columns_of_the_footer(visit: Open) -> None:
    """The footer has two columns on a phone and three on wider screens; on a phone, links are easy to tap."""
    page = visit(f"/es{QUIZ}")
    for width, columns in ((320, 2), (390, 2), (768, 3), (1024, 3), (1440, 3), (1920, 3)):
        resize(page, width)
        places = [box(section) for section in page.locator("footer section").all()]
        assert len({place["x"] for place in places}) == columns
        assert len({place["y"] for place in places}) == 4 - columns
        assert measure_width(page) <= width
    page = visit("/", width=390, has_touch=True, is_mobile=True)
    assert min(box(link)["height"] for link in page.locator("footer a").all()) >= 44


def test_without_a_repository_the_footer_names_no_license_of_the_code() -> None:
    site = Site(load_small_bank().bank, home=SITE_URL, repository=RepositoryLinks())
    footer = Frame(View(site, "", "en")).part("footer")
    assert make_word("license_code", "en") not in footer
    assert make_word("repository", "en") not in footer


# Breadcrumbs


def test_breadcrumbs_lead_up_to_home(visit: Open) -> None:
    """They fit one line on the smallest phone, and the last one leads to the parent page.

    Home and the 404 page have none. On a phone, home is left out if there are others: the logo leads there.
    """
    page = visit("/404.html", width=320)
    home, crumbs = page.url.removesuffix("/404.html"), page.locator(".crumbs")
    expect(crumbs).to_have_count(0)
    page.goto(home)
    expect(crumbs).to_have_count(0)
    for path, trail in (
        ("/quizzes/", []),
        (QUIZ, ["Phase quizzes"]),
        ("/reference/formulas/", []),
        ("/topics/division/", ["topics"]),
        ("/contributing/", []),
        ("/contributing/fields/", ["contributing"]),
    ):
        page.goto(home + path)
        named = page.get_by_role("navigation", name=make_word("breadcrumbs", "en"), exact=True)
        links = named.get_by_role("link")
        expect(links).to_have_text(trail or [make_word("home", "en")])
        assert len({box(link)["y"] for link in links.all()}) == 1
        links.last.click()
        page.wait_for_url(home + (re.sub(r"[^/]+/$", "", path) if trail else "/"))


# 404 page


@pytest.mark.parametrize(
    ("address", "order"), [("/es/no/such/", ["es", "en"]), ("/no/es/", ["en", "es"]), ("/esp/", ["en", "es"])]
)
def test_the_404_page_searches_in_the_language_of_the_address(
    browser: Browser, server: Server, address: str, order: list[str]
) -> None:
    """Its first form opens the search page in that language with the query."""
    page = browser.new_page(service_workers="block")
    answer = page.goto(server.address + address)
    assert answer
    assert answer.status == 404
    sections = page.locator("section.lost")
    assert sections.evaluate_all("all => all.map(one => one.lang)") == order
    expect(sections.first.get_by_role("searchbox")).to_be_in_viewport()
    sections.first.get_by_label(make_word("search_hint", order[0]), exact=True).fill("remainder")
    sections.first.get_by_role("button", name=make_word("search", order[0]), exact=True).click()
    prefix = "/es" if order[0] == "es" else ""
    page.wait_for_url(re.compile(rf":\d+{prefix}/search/\?q=remainder$"))
    expect(page.get_by_role("searchbox")).to_have_value("remainder")
    page.close()


def test_the_404_page_works_without_scripts(browser: Browser, server: Server) -> None:
    """It has a search form and a home link in each language."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.address}/es/no/such/")
    for locale, prefix in (("en", ""), ("es", "es/")):
        section = page.locator(f"section.lost[lang={locale}]")
        expect(section.get_by_role("link", name=make_word("home", locale))).to_have_attribute(
            "href", f"/{prefix}"
        )
        expect(section.get_by_role("search")).to_have_attribute("action", f"/{prefix}search/")
    page.get_by_role("searchbox").last.fill("resto")
    page.keyboard.press("Enter")
    page.wait_for_url("**/es/search/?q=resto")
    context.close()


# The redirect page


def test_the_redirect_page_looks_like_the_others(visit: Open, server: Server) -> None:
    """Its message is centered and uses the reader's theme; it is visible while its script loads."""
    page = visit("/search/", color_scheme="dark", width=1440)
    page.route("**/moved.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"{server.address}/quizzes/phase-02-sets/")
    expect(page.get_by_role("heading", name=make_word("moved_title", "en"))).to_be_visible()
    expect(page.locator("body")).to_have_css("background-color", "rgb(21, 23, 27)")
    article = box(page.locator("article.page"))
    assert abs(article["x"] - (1440 - article["x"] - article["width"])) <= 2
