"""`theme.features`: what Material offers next to a text is there if it is asked for, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from built_pages import read, read_page, text_of
from newcomer_projects import COMPONENTS, OTHER, PREFIXES, QUIZ

pytestmark = pytest.mark.xdist_group("mkdocs-full")

in_both_languages = pytest.mark.parametrize("prefix", PREFIXES, ids=["en", "es"])
TABS = {"": ["Guide", "First quiz", "Elsewhere"], "es/": ["Guía", "Primer quiz", "Otro sitio"]}


@pytest.mark.parametrize("address", [OTHER, QUIZ])
@in_both_languages
def test_navigation_tabs_are_the_top_level_of_the_nav(full: Path, address: str, prefix: str) -> None:
    """One row in the header, which leads home by the name of the site, and no list on top of the page."""
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
    """One `nav` then leads to other pages and to the headings of this one."""
    page = read_page(flat, prefix + COMPONENTS)
    menus = [[page.target(read(one, "href")) for one in nav.css("a[href]")] for nav in page.shown("nav")]
    (menu,) = [targets for targets in menus if any(one.endswith(heading) for one in targets)][:1]
    assert f"{prefix}{OTHER}.html" in menu
    assert not page.shown(".md-sidebar--secondary nav a")
    assert "An example" in read_page(plain, OTHER).targets(".md-sidebar--secondary nav a, nav.outline a")
