"""Appearance set in mkdocs.yml, on both kinds of pages: styles, scripts, logo, colors, fonts, and footer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from built_pages import BuiltPage, read, read_page, text_of
from newcomer_projects import NEWCOMER, OTHER, QUIZ

pytestmark = pytest.mark.xdist_group("mkdocs-full")

OWN = NEWCOMER / "docs" / "own"
FOLDER = "own/"

on_both_kinds = pytest.mark.parametrize("address", ["", OTHER, f"es/{OTHER}", QUIZ, f"es/{QUIZ}"])


@on_both_kinds
def test_extra_css_comes_last_and_extra_javascript_is_a_file(full: Path, address: str) -> None:
    """Both are published unchanged, as are images."""
    page = read_page(full, address)
    assert page.styles()[-1] == f"{FOLDER}own.css"
    assert f"{FOLDER}own.js" in page.scripts()
    for name in ("own.css", "own.js", "mark.svg", "icon.png"):
        assert (full / FOLDER / name).read_bytes() == (OWN / name).read_bytes()


def shows(page: BuiltPage, name: str, drawing: str = "") -> bool:
    """Check whether the header has this image, as a file or, for an SVG, inline."""
    files = [page.target(read(one, "src")).partition("?")[0] for one in page.all("header img")]
    return f"{FOLDER}{name}" in files or bool(drawing and page.all(f"header svg {drawing}"))


@on_both_kinds
def test_logo_and_favicon_may_be_any_svg_or_a_png(full: Path, flat: Path, plain: Path, address: str) -> None:
    """They replace the square. The SVG has a group, a circle, a path, a polyline, and its own colors."""
    square = 'header .brand path[d^="M8 8h20v20"]'
    assert read_page(plain, address).all(square)
    assert not read_page(full, address).all(square)
    assert shows(read_page(full, address), "mark.svg", 'circle[r="9.25"]')
    assert shows(read_page(flat, address), "icon.png")
    for site, name, kind in ((full, "icon.png", "image/png"), (flat, "mark.svg", "image/svg+xml")):
        page = read_page(site, address)
        (icon,) = page.all("link[rel~=icon]")
        assert page.target(read(icon, "href")).partition("?")[0] == f"{FOLDER}{name}"
        assert read(icon, "type") in (kind, "")


def read_accents(page: BuiltPage) -> list[str]:
    """List every value that the styles of a page give our link color."""
    styles = "".join((page.site / one).read_text(encoding="utf-8") for one in page.styles())
    return re.findall(r"--accent: ?(light-dark\([^)]+\)|#[0-9a-f]{3,6})", styles)


@pytest.mark.parametrize("address", [OTHER, QUIZ])
def test_our_colors_follow_the_palette(full: Path, plain: Path, address: str) -> None:
    """The last value wins."""
    before, after = (read_accents(read_page(site, address)) for site in (plain, full))
    assert after and after[-1] not in before


def test_the_components_of_material_follow_the_palette(full: Path, flat: Path) -> None:
    """A style sheet after Material's own sets the colors of buttons, links, and boxes."""
    page = read_page(full, OTHER)
    styles = page.styles()
    (material,) = [place for place, one in enumerate(styles) if "stylesheets/main." in one]
    later = "".join((full / one).read_text(encoding="utf-8") for one in styles[material + 1 :])
    assert "--md-primary-fg-color:" in later
    assert "--md-accent-fg-color:" in later
    assert read(read_page(flat, OTHER).one("body"), "data-md-color-scheme") == "slate"


@on_both_kinds
def test_a_page_has_its_own_language_its_themes_and_no_font_of_another_host(
    full: Path, flat: Path, address: str
) -> None:
    """`theme.language: es` is for sites in one language. Readers choose a theme only if there are two."""
    page = read_page(flat, address)
    locale = "es" if address.startswith("es/") else "en"
    assert read(page.one("html"), "lang") == locale
    if address.endswith(OTHER):
        words = {"en": "Copy to clipboard", "es": "Copiar al portapapeles"}[locale]
        assert words in page.one("script#__config").text()
    for site, schemes in ((full, "light dark"), (flat, "dark")):
        page = read_page(site, address)
        assert read(page.one("meta[name=color-scheme]"), "content") == schemes
        assert bool(page.all("header .themes, header [data-md-component=palette]")) == (site == full)
        assert not re.search(r"fonts\.g(?:oogleapis|static)\.com", page.html)


@on_both_kinds
def test_the_footer_has_the_copyright_and_social_links(full: Path, address: str) -> None:
    """Each link has a name for readers who don't see the icon."""
    page = read_page(full, address)
    assert "Copyright © The Adders" in text_of(page.one("footer:last-of-type"))
    (link,) = page.all('footer a[href="https://social.test/@sums"]')
    assert "Sums on Mastodon" in (text_of(link), read(link, "title"), read(link, "aria-label"))
    assert link.css_first("svg")
