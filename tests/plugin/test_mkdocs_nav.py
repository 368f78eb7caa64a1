"""`nav` and `theme.features`: the navigation menu, and what Material shows next to a page's text."""

from __future__ import annotations

from pathlib import Path

import pytest
from selectolax.lexbor import LexborNode

from built_pages import BuiltPage, read, read_page, text_of
from newcomer_projects import COMPONENTS, OTHER, PREFIXES, QUIZ, build_full
from small_bank import make_word

pytestmark = pytest.mark.xdist_group("mkdocs-full")

ELSEWHERE = "https://elsewhere.test/sums"
TITLES = {
    "": ("Another page", "Components", "First quiz", "Elsewhere"),
    "es/": ("Otra página", "Componentes", "Primer quiz", "Otro sitio"),
}
SECTIONS = {"": "Guide", "es/": "Guía"}

_DOING = ("menu_practice", "menu_review")
TABS = {
    "": ["Guide", "First quiz", "Elsewhere", *(make_word(word, "en") for word in _DOING)],
    "es/": ["Guía", "Primer quiz", "Otro sitio", *(make_word(word, "es") for word in _DOING)],
}

on_both_kinds = pytest.mark.parametrize("address", ["", OTHER, QUIZ, "topics", "review"])
in_both_languages = pytest.mark.parametrize("prefix", PREFIXES, ids=["en", "es"])


@on_both_kinds
@in_both_languages
def test_the_menu_has_what_nav_lists_in_the_language_of_the_page(
    full: Path, prefix: str, address: str
) -> None:
    """It lists pages in folders with their section, a quiz with a custom title, and an external link.

    It replaces what there is to learn and to look up. Practice, review, and search stay.
    """
    page = read_page(full, prefix + address)
    menus = "body > header nav, .md-tabs, .md-sidebar--primary nav"
    links = page.targets("body > header nav a, .md-tabs a, .md-sidebar--primary nav a")
    menu = {text: target.partition("#")[0] for text, target in links.items()}
    targets = [*(f"{prefix}{one}/" for one in (OTHER, COMPONENTS, QUIZ)), ELSEWHERE]
    assert [menu.get(title) for title in TITLES[prefix]] == targets
    assert any(SECTIONS[prefix] in text_of(one).split() for one in page.shown(menus))
    assert f"{prefix}drills/" not in menu.values()
    around = set(page.targets("body > header a").values())
    assert {f"{prefix}{name}/" for name in ("practice", "review", "search")} <= around
    assert [read(one, "hreflang") for one in page.shown("body > header a[hreflang]")] == ["en", "es"]
    marks = "nav a[aria-current]:not([hreflang]), .md-nav__link--active"
    marked = {page.target(read(one, "href")).partition("#")[0] for one in page.all(marks)}
    assert f"{prefix}{address}/" in marked or address not in (OTHER, QUIZ)


def test_a_strict_build_reports_nothing_about_the_nav(shared: Path) -> None:
    """MkDocs reports pages that aren't in `nav`, but pages of the bank are left out on purpose."""
    built = build_full(shared)
    for words in ("phase-02-collections.md", "topics/division.md", "not found in the doc", "WARNING"):
        assert built.lines(words) == []


def find_in_menu(page: BuiltPage, address: str) -> list[LexborNode]:
    links = page.shown("body > header nav a, .md-sidebar--primary nav a")
    return [one for one in links if page.target(read(one, "href")) == f"{address}/"]


@in_both_languages
def test_titles_icons_and_status_are_those_of_each_page(full: Path, prefix: str) -> None:
    """The menu shows a page's icon and status. A quiz keeps its own title on its page."""
    listed = find_in_menu(read_page(full, prefix + COMPONENTS), prefix + OTHER)
    assert any(one.css_first("svg") for one in listed)
    assert any(one.css_first(".md-status--new") for one in listed)
    heading = text_of(read_page(full, prefix + QUIZ).one("h1"))
    assert not heading.startswith(("First quiz", "Primer quiz"))
    assert heading.startswith(("Phase 1", "Fase 1"))


@in_both_languages
def test_a_page_may_hide_its_sidebar_but_not_the_header(full: Path, prefix: str) -> None:
    quiet = read_page(full, f"{prefix}guide/quiet")
    assert read_page(full, prefix + OTHER).shown(".md-sidebar--primary")
    assert not quiet.shown(".md-sidebar--primary")
    search = make_word("search", "es" if prefix else "en")
    assert quiet.targets("body > header a")[search] == f"{prefix}search/"


@pytest.mark.parametrize("address", [OTHER, QUIZ])
@in_both_languages
def test_tabs_are_the_top_level_of_the_nav(full: Path, address: str, prefix: str) -> None:
    """The header has one row of tabs, and there is no list at the top of the page."""
    page = read_page(full, prefix + address)
    (row, *_) = page.shown("body > header nav ul, .md-tabs__list")
    items = [one for one in row.iter() if one.tag == "li"]
    found = [text_of(one.css_first("a, .section, label, span") or one) for one in items]
    assert [one for one in found if one not in ("Start", "Inicio")] == TABS[prefix]
    for listed in page.all("body > ul, body > nav > ul, .md-container > nav > ul, .md-container > ul"):
        assert "md-tabs__list" in read(listed, "class").split()
        assert any("stylesheets/main." in one for one in page.styles())


@in_both_languages
def test_footer_links_and_the_button_up_are_only_there_if_asked_for(
    full: Path, plain: Path, prefix: str
) -> None:
    links = [".md-footer__link--prev, a[rel=prev]", ".md-footer__link--next, a[rel=next]"]
    page = read_page(full, prefix + COMPONENTS)
    found = [page.target(read(page.one(selector), "href")) for selector in links]
    assert found == [f"{prefix}{OTHER}/", f"{prefix}{QUIZ}/"]
    assert not read_page(plain, prefix + COMPONENTS).all(", ".join(links))
    for mark in (".md-nav--primary.md-nav--lifted", '.md-top[data-md-component="top"]'):
        assert page.one(mark)
        assert not read_page(plain, OTHER).all(mark)


@pytest.mark.parametrize(("prefix", "heading"), [("", "#admonitions"), ("es/", "#avisos")])
def test_toc_integrate_puts_the_outline_into_the_menu(
    flat: Path, plain: Path, prefix: str, heading: str
) -> None:
    """A single `nav` then links to other pages and to this page's headings."""
    page = read_page(flat, prefix + COMPONENTS)
    menus = [[page.target(read(one, "href")) for one in nav.css("a[href]")] for nav in page.shown("nav")]
    (menu,) = [targets for targets in menus if any(one.endswith(heading) for one in targets)][:1]
    assert f"{prefix}{OTHER}.html" in menu
    assert not page.shown(".md-sidebar--secondary nav a")
    assert "An example" in read_page(plain, OTHER).targets(".md-sidebar--secondary nav a, nav.outline a")
