"""`nav` of mkdocs.yml: the menu of what there is to read, on every page, next to what the software brings."""

from __future__ import annotations

from pathlib import Path

import pytest
from selectolax.lexbor import LexborNode

from built_pages import BuiltPage, read, read_page, text_of
from newcomer_projects import COMPONENTS, OTHER, PREFIXES, QUIZ, Built, build_full, check_built
from small_bank import make_word

pytestmark = pytest.mark.xdist_group("mkdocs-full")

ELSEWHERE = "https://elsewhere.test/sums"
TITLES = {
    "": {
        "Another page": f"{OTHER}/",
        "Components": f"{COMPONENTS}/",
        "First quiz": f"{QUIZ}/",
        "Elsewhere": ELSEWHERE,
    },
    "es/": {
        "Otra página": f"es/{OTHER}/",
        "Componentes": f"es/{COMPONENTS}/",
        "Primer quiz": f"es/{QUIZ}/",
        "Otro sitio": ELSEWHERE,
    },
}
SECTIONS = {"": "Guide", "es/": "Guía"}

on_both_kinds = pytest.mark.parametrize("address", ["", OTHER, QUIZ, "topics", "review"])
in_both_languages = pytest.mark.parametrize("prefix", PREFIXES, ids=["en", "es"])


@pytest.fixture(scope="module")
def full(shared: Path) -> Built:
    return check_built(build_full(shared))


@pytest.fixture(scope="module")
def site(full: Built) -> Path:
    return full.site


def read_menu(page: BuiltPage) -> dict[str, str]:
    """The links of all menus of a page, which is what stands in a `nav` outside of the text."""
    menus = page.targets("body > header nav a, .md-tabs a, .md-sidebar--primary nav a")
    return {text: target.partition("#")[0] for text, target in menus.items()}


@on_both_kinds
@in_both_languages
def test_the_menu_has_what_nav_lists_in_the_language_of_the_page(
    site: Path, prefix: str, address: str
) -> None:
    """Pages in folders, a quiz with a title of its own, and a link to another host."""
    menu = read_menu(read_page(site, prefix + address))
    assert {title: menu.get(title) for title in TITLES[prefix]} == TITLES[prefix]


@on_both_kinds
@in_both_languages
def test_the_menu_names_the_sections_in_the_language_of_the_page(
    site: Path, prefix: str, address: str
) -> None:
    page = read_page(site, prefix + address)
    texts = [text_of(one) for one in page.shown("body > header nav, .md-tabs, .md-sidebar--primary nav")]
    assert any(SECTIONS[prefix] in text.split() for text in texts)


@on_both_kinds
@in_both_languages
def test_what_the_software_brings_stays_beside_a_nav(site: Path, prefix: str, address: str) -> None:
    """Practice, review, search and both languages."""
    page = read_page(site, prefix + address)
    targets = set(page.targets("body > header a, footer a").values())
    assert {f"{prefix}{name}/" for name in ("practice", "review", "search")} <= targets
    assert [read(one, "hreflang") for one in page.shown("body > header a[hreflang]")] == ["en", "es"]


@on_both_kinds
@in_both_languages
def test_a_nav_takes_the_place_of_our_own_menu(site: Path, prefix: str, address: str) -> None:
    """Who does not list the collections does not want them in the menu; the footer still has them."""
    page = read_page(site, prefix + address)
    assert f"{prefix}drills/" not in read_menu(page).values()
    assert f"{prefix}drills/" in page.targets("footer a").values()


@in_both_languages
def test_a_quiz_keeps_its_own_title_on_its_page(site: Path, prefix: str) -> None:
    heading = text_of(read_page(site, prefix + QUIZ).one("h1"))
    assert not heading.startswith(("First quiz", "Primer quiz"))
    assert heading.startswith(("Phase 1", "Fase 1"))


@pytest.mark.parametrize("address", [OTHER, QUIZ])
@in_both_languages
def test_the_menu_marks_the_page_that_is_open(site: Path, prefix: str, address: str) -> None:
    page = read_page(site, prefix + address)
    marked = page.all(
        "body > header nav a[aria-current]:not([hreflang]), nav a[aria-current=page], .md-nav__link--active"
    )
    assert f"{prefix}{address}/" in {page.target(read(one, "href")).partition("#")[0] for one in marked}


def test_a_page_of_the_bank_that_is_not_in_the_nav_is_no_news(full: Built) -> None:
    """MkDocs lists pages that are not in `nav`. Nobody has forgotten those of the bank."""
    assert full.lines("quizzes/phase-02-collections.md") == []
    assert full.lines("topics/division.md") == []


def test_nothing_in_the_nav_is_unknown(full: Built) -> None:
    assert full.lines("not found in the documentation files") == []
    assert full.lines("WARNING") == []


@in_both_languages
def test_the_menu_shows_the_icon_of_a_page(site: Path, prefix: str) -> None:
    assert any(
        one.css_first("svg") for one in find_in_menu(read_page(site, prefix + COMPONENTS), prefix + OTHER)
    )


@in_both_languages
def test_the_menu_shows_the_status_of_a_page(site: Path, prefix: str) -> None:
    found = find_in_menu(read_page(site, prefix + COMPONENTS), prefix + OTHER)
    assert any(one.css_first(".md-status--new") for one in found)


def find_in_menu(page: BuiltPage, address: str) -> list[LexborNode]:
    links = page.shown("body > header nav a, .md-sidebar--primary nav a")
    return [one for one in links if page.target(read(one, "href")) == f"{address}/"]


@in_both_languages
def test_a_page_has_a_menu_beside_it_unless_it_hides_it(site: Path, prefix: str) -> None:
    shown = {
        address: bool(read_page(site, prefix + address).shown(".md-sidebar--primary"))
        for address in (OTHER, "guide/quiet")
    }
    assert shown == {OTHER: True, "guide/quiet": False}


@in_both_languages
def test_a_page_that_hides_its_menu_keeps_the_header(site: Path, prefix: str) -> None:
    targets = read_page(site, f"{prefix}guide/quiet").targets("body > header a")
    assert targets[make_word("search", "es" if prefix else "en")] == f"{prefix}search/"
