"""`theme.features`: what Material offers beside a text is there if it is asked for, and only then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from built_pages import read, read_page, text_of
from newcomer_projects import (
    COMPONENTS,
    OTHER,
    PREFIXES,
    QUIZ,
    build_flat,
    build_full,
    build_plain,
    check_built,
)

pytestmark = pytest.mark.xdist_group("mkdocs-full")

in_both_languages = pytest.mark.parametrize("prefix", PREFIXES, ids=["en", "es"])


@pytest.fixture(scope="module")
def plain(shared: Path) -> Path:
    return check_built(build_plain(shared)).site


@pytest.fixture(scope="module")
def full(shared: Path) -> Path:
    return check_built(build_full(shared)).site


@pytest.fixture(scope="module")
def flat(shared: Path) -> Path:
    return check_built(build_flat(shared)).site


@pytest.mark.parametrize("address", [OTHER, QUIZ])
@pytest.mark.parametrize(
    ("prefix", "titles"),
    [("", ["Guide", "First quiz", "Elsewhere"]), ("es/", ["Guía", "Primer quiz", "Otro sitio"])],
)
def test_navigation_tabs_are_the_top_of_the_nav(
    full: Path, address: str, prefix: str, titles: list[str]
) -> None:
    """In the header, which leads home by the name of the site: one row for the sections and pages on top."""
    page = read_page(full, prefix + address)
    (row, *_) = page.shown("body > header nav ul, .md-tabs__list")
    items = [one for one in row.iter() if one.tag == "li"]
    found = [text_of(one.css_first("a, .section, label, span") or one) for one in items]
    assert [one for one in found if one not in ("Start", "Inicio")] == titles


def test_with_navigation_tabs_the_menu_beside_a_text_is_that_of_its_section(full: Path, plain: Path) -> None:
    """Material's style does that, if the menu says so."""
    assert read_page(full, OTHER).one(".md-nav--primary.md-nav--lifted")
    assert not read_page(plain, OTHER).all(".md-nav--lifted")


@pytest.mark.parametrize("address", [OTHER, QUIZ])
def test_tabs_leave_no_list_on_top_of_a_page(full: Path, address: str) -> None:
    """Every list of links before the text is part of a menu that has a style."""
    page = read_page(full, address)
    for listed in page.all("body > ul, body > nav > ul, .md-container > nav > ul, .md-container > ul"):
        assert "md-tabs__list" in read(listed, "class").split()
        assert any("stylesheets/main." in one for one in page.styles())


@in_both_languages
def test_navigation_footer_leads_to_the_pages_before_and_after(full: Path, prefix: str) -> None:
    page = read_page(full, prefix + COMPONENTS)
    before, after = (
        page.one("a.md-footer__link--prev, a[rel=prev]"),
        page.one("a.md-footer__link--next, a[rel=next]"),
    )
    assert page.target(read(before, "href")) == f"{prefix}{OTHER}/"
    assert page.target(read(after, "href")) == f"{prefix}{QUIZ}/"


@in_both_languages
def test_without_navigation_footer_there_is_none(plain: Path, prefix: str) -> None:
    links = ".md-footer__link--prev, .md-footer__link--next, a[rel=prev], a[rel=next]"
    assert not read_page(plain, prefix + COMPONENTS).all(links)


def test_navigation_top_offers_to_go_back_up(full: Path, plain: Path) -> None:
    """Material's script shows it when a reader scrolls up."""
    button = '.md-top[data-md-component="top"]'
    assert read_page(full, OTHER).one(button)
    assert not read_page(plain, OTHER).all(button)


@pytest.mark.parametrize(("prefix", "heading"), [("", "#admonitions"), ("es/", "#avisos")])
def test_toc_integrate_puts_the_outline_into_the_menu(flat: Path, prefix: str, heading: str) -> None:
    """The same `nav` leads to other pages and to the headings of this one."""
    page = read_page(flat, prefix + COMPONENTS)
    menus = [[page.target(read(one, "href")) for one in nav.css("a[href]")] for nav in page.shown("nav")]
    (menu,) = [targets for targets in menus if any(one.endswith(heading) for one in targets)][:1]
    assert f"{prefix}{OTHER}.html" in menu
    assert not page.shown(".md-sidebar--secondary nav a")


def test_without_toc_integrate_the_outline_stands_beside_the_text(plain: Path) -> None:
    assert "An example" in read_page(plain, OTHER).targets(".md-sidebar--secondary nav a, nav.outline a")


def test_content_features_reach_the_script(full: Path) -> None:
    """Code is copied and annotated, and tabs are linked, by Material's own script."""
    features = json.loads(read_page(full, COMPONENTS).one("script#__config").text())["features"]
    assert {"content.code.copy", "content.code.annotate", "content.tabs.link"} <= set(features)
