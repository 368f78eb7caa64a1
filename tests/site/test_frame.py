"""The frame of every page: footer, breadcrumbs, wide screens, and what a wrong or an old address shows."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from conftest import Open
from espejo.rendering.repository_links import ForgeLinks
from espejo.rendering.site import Site
from espejo.rendering.view import View
from espejo.site.frame import Frame
from project import ROOT
from site_server import Server
from small_bank import REPO_URL, SITE_URL, load_small_bank, make_word

QUIZ = "/quizzes/phase-01-arithmetic/"
COLUMNS = ("learn", "take_along", "contributing", "about")
REPOSITORY_FILES = f"{REPO_URL}/blob/HEAD/"
FORMS = f"{REPO_URL}/issues/new?template="


def find_column(page: Page, word: str, locale: str) -> Locator:
    """The column of the footer under this heading."""
    heading = page.get_by_role("heading", name=make_word(word, locale), exact=True, level=2)
    return page.locator("footer section").filter(has=heading)


def position(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box
    return box["x"], box["y"]


# Footer


@pytest.mark.parametrize(("prefix", "locale"), [("", "en"), ("/es", "es")])
def test_the_footer_has_four_labeled_columns(visit: Open, prefix: str, locale: str) -> None:
    """To learn, to take along, to contribute, and about: each with its links, in the reader's language."""
    page = visit(prefix + QUIZ)

    def words(*names: str) -> list[str]:
        return [make_word(name, locale) for name in names]

    collections = load_small_bank().bank.collections
    names = [(one.short or one.title).show(locale).markdown for one in collections]
    dates = {"en": "July 4, 2026", "es": "4 de julio de 2026"}
    expected = {
        "learn": [
            *names,
            *words("topics", "reference", "glossary_title", "practice_title", "review_title"),
            *words("search", "you"),
        ],
        "take_along": ["Anki", "PDF", *words("print_view"), "JSON", *words("offline_title", "terminal")],
        "contributing": words("how_to_contribute", "status", "fields", "repository", "report_site"),
        "about": [
            *words("proofs_title", "license_content", "license_code"),
            f"{make_word('edition', locale)} {dates[locale]}",
        ],
    }
    for word, links in expected.items():
        expect(find_column(page, word, locale).get_by_role("link")).to_have_text(links)
    expect(page.locator("footer p")).to_have_text(make_word("footer", locale))


@pytest.mark.parametrize("path", ["/", "/es/", f"/es{QUIZ}", "/404.html"])
def test_every_link_of_the_footer_leads_somewhere(visit: Open, server: Server, path: str) -> None:
    """Pages answer, with the part that is linked to; files and forms are in the repository."""
    page = visit(path)
    links = page.locator("footer a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert len(links) == len(set(links)) > 15
    for link in links:
        if link.startswith(REPOSITORY_FILES):
            assert (ROOT / link.removeprefix(REPOSITORY_FILES)).is_file(), link
        elif link.startswith(FORMS):
            assert (ROOT / ".github" / "ISSUE_TEMPLATE" / link.removeprefix(FORMS)).is_file(), link
        elif link != REPO_URL:
            address, _, anchor = urljoin(server.address + path, link).partition("#")
            answer = page.request.get(address)
            assert answer.status == 200, link
            assert f'id="{anchor}"' in answer.text() or not anchor, link


@pytest.mark.parametrize(
    ("width", "columns"), [(320, 2), (390, 2), (768, 4), (1024, 4), (1440, 4), (1920, 4)]
)
def test_the_columns_are_side_by_side(visit: Open, width: int, columns: int) -> None:
    """Two on a phone, four on a wider screen; nothing is wider than the window."""
    page = visit(f"/es{QUIZ}", width=width)
    places = [position(find_column(page, word, "es")) for word in COLUMNS]
    assert len({x for x, _ in places}) == columns
    assert len({y for _, y in places}) == len(COLUMNS) // columns
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_thumb_can_hit_each_link_of_the_footer(visit: Open) -> None:
    """On a phone each is 44 pixels tall and as wide as its column."""
    page = visit("/", width=390, has_touch=True, is_mobile=True)
    for link in page.locator("footer a").all():
        box = link.bounding_box()
        assert box
        assert box["height"] >= 44


def test_the_footer_lists_few_of_many_collections() -> None:
    """The first six of them, and a link to all; without a repository, licenses are named and not linked."""
    bank = load_small_bank().bank
    seven = tuple(replace(bank.collections[0], folder=f"sums-{number}") for number in range(7))
    for count in (6, 7):
        site = Site(replace(bank, collections=seven[:count]), home=SITE_URL, forge=ForgeLinks())
        footer = Frame(View(site, "", "en")).part("footer")
        assert len(re.findall(r'href="\./sums-\d/"', footer)) == 6
        assert (f'<a href="./">{make_word("all_collections", "en")}</a>' in footer) == (count == 7)
    assert f"<li>{make_word('license_code', 'en')}</li>" in footer
    assert make_word("repository", "en") not in footer


# Breadcrumbs


@pytest.mark.parametrize(
    ("path", "trail"),
    [
        ("/quizzes/", []),
        (QUIZ, ["Phase quizzes"]),
        ("/reference/formulas/", ["reference"]),
        ("/topics/division/", ["topics"]),
        ("/contributing/", []),
        ("/contributing/fields/", ["contributing"]),
    ],
)
def test_breadcrumbs_lead_up_to_home(visit: Open, path: str, trail: list[str]) -> None:
    """They are one line on the smallest phone, and the last one leads to the page above."""
    page = visit(path, width=320)
    crumbs = page.get_by_role("navigation", name=make_word("breadcrumbs", "en"), exact=True)
    links = crumbs.get_by_role("link")
    expect(links).to_have_text([make_word("home", "en"), *trail])
    assert len({position(link)[1] for link in links.all()}) == 1
    links.last.click()
    page.wait_for_url(re.compile(r":\d+" + re.sub(r"[^/]+/$", "", path) + "$"))


@pytest.mark.parametrize("path", ["/", "/404.html"])
def test_home_and_the_page_for_wrong_addresses_have_no_breadcrumbs(visit: Open, path: str) -> None:
    """Above home there is nothing, and a wrong address is nowhere."""
    expect(visit(path).locator(".crumbs")).to_have_count(0)


# A wrong address


@pytest.mark.parametrize(
    ("address", "order"), [("/es/no/such/", ["es", "en"]), ("/no/es/", ["en", "es"]), ("/esp/", ["en", "es"])]
)
def test_a_lost_reader_can_search_in_the_language_of_the_address(
    browser: Browser, server: Server, address: str, order: list[str]
) -> None:
    """The first form of the page leads to the search in that language, with what was typed."""
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


def test_a_lost_reader_can_search_without_a_script(browser: Browser, server: Server) -> None:
    """Both languages are there, each with a form and a way home."""
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
    """It stays for as long as its script takes to load: in the middle, in the reader's theme."""
    page = visit("/search/", color_scheme="dark", width=1440)
    page.route("**/moved.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"{server.address}/quizzes/phase-02-sets/")
    expect(page.get_by_role("heading", name=make_word("moved_title", "en"))).to_be_visible()
    expect(page.locator("body")).to_have_css("background-color", "rgb(21, 23, 27)")
    article = page.locator("article.page").bounding_box()
    assert article
    assert abs(article["x"] - (1440 - article["x"] - article["width"])) <= 2
