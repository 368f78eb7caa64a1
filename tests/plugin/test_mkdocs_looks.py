"""Looks that mkdocs.yml sets, on both kinds of pages: styles, scripts, logo, icon, colors, fonts, footer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from built_pages import BuiltPage, read, read_page, text_of
from newcomer_projects import NEWCOMER, OTHER, QUIZ, build_flat, build_full, build_plain, check_built

pytestmark = pytest.mark.xdist_group("mkdocs-full")

OWN = NEWCOMER / "docs" / "own"
FOLDER = "own/"

on_both_kinds = pytest.mark.parametrize("address", ["", OTHER, f"es/{OTHER}", QUIZ, f"es/{QUIZ}"])


@pytest.fixture(scope="module")
def plain(shared: Path) -> Path:
    return check_built(build_plain(shared)).site


@pytest.fixture(scope="module")
def full(shared: Path) -> Path:
    return check_built(build_full(shared)).site


@pytest.fixture(scope="module")
def flat(shared: Path) -> Path:
    return check_built(build_flat(shared)).site


# Styles and scripts


@on_both_kinds
def test_extra_css_comes_after_all_other_styles(full: Path, address: str) -> None:
    """So that what it says holds."""
    assert read_page(full, address).styles()[-1] == f"{FOLDER}own.css"


@on_both_kinds
def test_extra_javascript_is_loaded_as_a_file(full: Path, address: str) -> None:
    assert f"{FOLDER}own.js" in read_page(full, address).scripts()


@pytest.mark.parametrize("name", ["own.css", "own.js", "mark.svg", "icon.png"])
def test_a_file_of_ones_own_is_published_as_it_is(full: Path, name: str) -> None:
    assert (full / FOLDER / name).read_bytes() == (OWN / name).read_bytes()


# Logo and icon


def shows(page: BuiltPage, name: str, drawing: str = "") -> bool:
    """Whether the header has this picture: as a file or, if it is an SVG, drawn in the page itself."""
    files = [page.target(read(one, "src")).partition("?")[0] for one in page.all("header img")]
    return f"{FOLDER}{name}" in files or bool(drawing and page.all(f"header svg {drawing}"))


@on_both_kinds
def test_a_logo_of_ones_own_may_be_any_svg(full: Path, address: str) -> None:
    """This one has a group, a circle, a path and a polyline, and colors of its own."""
    assert shows(read_page(full, address), "mark.svg", 'circle[r="9.25"]')


@on_both_kinds
def test_a_logo_of_ones_own_may_be_a_png(flat: Path, address: str) -> None:
    assert shows(read_page(flat, address), "icon.png")


@on_both_kinds
def test_a_logo_of_ones_own_takes_the_place_of_ours(full: Path, plain: Path, address: str) -> None:
    """And leads home, under the name of the site."""
    ours = 'header .brand path[d^="M14 4H5v16h9"]'
    assert read_page(plain, address).all(ours)
    assert not read_page(full, address).all(ours)


@on_both_kinds
def test_a_favicon_may_be_a_png(full: Path, address: str) -> None:
    page = read_page(full, address)
    icons = page.all("link[rel~=icon]")
    assert [page.target(read(one, "href")).partition("?")[0] for one in icons] == [f"{FOLDER}icon.png"]
    assert read(icons[0], "type") in ("image/png", "")


@on_both_kinds
def test_a_favicon_may_be_an_svg(flat: Path, address: str) -> None:
    page = read_page(flat, address)
    icons = page.all("link[rel~=icon]")
    assert [page.target(read(one, "href")).partition("?")[0] for one in icons] == [f"{FOLDER}mark.svg"]
    assert read(icons[0], "type") in ("image/svg+xml", "")


# Colors

_PAIR = re.compile(r"light-dark\((#[0-9a-f]{3,6}), ?(#[0-9a-f]{3,6})\)")


def read_token(page: BuiltPage, name: str) -> tuple[str, str]:
    """A color of our style sheets in the light and in the dark theme: the last value that the page loads."""
    styles = "".join((page.site / one).read_text(encoding="utf-8") for one in page.styles())
    last = re.findall(rf"{name}: ?(light-dark\([^)]+\)|#[0-9a-f]{{3,6}})", styles)[-1]
    pair = _PAIR.fullmatch(last)
    return (pair[1], pair[2]) if pair else (last, last)


def contrast(first: str, second: str) -> float:
    """The contrast of two colors as WCAG measures it."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    digits = color[1:] if len(color) == 7 else "".join(digit * 2 for digit in color[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("address", [OTHER, QUIZ])
def test_our_colors_follow_the_palette(full: Path, plain: Path, address: str) -> None:
    before, after = (read_token(read_page(site, address), "--accent") for site in (plain, full))
    assert after[0] != before[0]
    assert after[1] != before[1]


@pytest.mark.parametrize("address", [OTHER, QUIZ])
def test_a_palette_stays_readable(full: Path, address: str) -> None:
    page = read_page(full, address)
    for accent, paper in zip(read_token(page, "--accent"), read_token(page, "--paper"), strict=True):
        assert contrast(accent, paper) >= 4.5


def test_the_components_of_material_follow_the_palette(full: Path) -> None:
    """A style sheet after Material's own says which colors its buttons, links and boxes have."""
    page = read_page(full, OTHER)
    styles = page.styles()
    (material,) = [place for place, one in enumerate(styles) if "stylesheets/main." in one]
    later = "".join((full / one).read_text(encoding="utf-8") for one in styles[material + 1 :])
    assert "--md-primary-fg-color:" in later
    assert "--md-accent-fg-color:" in later


def test_a_page_written_by_hand_has_the_scheme_of_material(flat: Path) -> None:
    assert read(read_page(flat, OTHER).one("body"), "data-md-color-scheme") == "slate"


@on_both_kinds
def test_two_schemes_with_toggles_leave_the_choice_to_the_reader(full: Path, address: str) -> None:
    page = read_page(full, address)
    assert read(page.one("meta[name=color-scheme]"), "content") == "light dark"
    assert page.all("header .themes, header [data-md-component=palette]")


@on_both_kinds
def test_one_scheme_is_no_choice(flat: Path, address: str) -> None:
    """A site that is dark only says so to the browser, and offers no other theme."""
    page = read_page(flat, address)
    assert read(page.one("meta[name=color-scheme]"), "content") == "dark"
    assert not page.all("header .themes, header [data-md-component=palette]")


# Language, fonts and footer


@on_both_kinds
def test_the_language_of_the_theme_is_that_of_the_page(flat: Path, address: str) -> None:
    """`theme.language: es` is what Material's own words are in where no other language is built."""
    assert read(read_page(flat, address).one("html"), "lang") == ("es" if address.startswith("es/") else "en")


@pytest.mark.parametrize(("prefix", "words"), [("", "Copy to clipboard"), ("es/", "Copiar al portapapeles")])
def test_the_words_of_material_are_in_the_language_of_the_page(flat: Path, prefix: str, words: str) -> None:
    assert words in read_page(flat, prefix + OTHER).one("script#__config").text()


@on_both_kinds
def test_a_page_takes_no_font_from_another_host(full: Path, flat: Path, address: str) -> None:
    for site in (full, flat):
        assert "fonts.googleapis.com" not in read_page(site, address).html
        assert "fonts.gstatic.com" not in read_page(site, address).html


@on_both_kinds
def test_the_copyright_is_in_the_footer(full: Path, address: str) -> None:
    assert "Copyright © The Adders" in text_of(read_page(full, address).one("footer:last-of-type"))


@on_both_kinds
def test_social_links_are_in_the_footer(full: Path, address: str) -> None:
    """With a name for those who do not see the icon."""
    page = read_page(full, address)
    (link,) = page.all('footer a[href="https://social.test/@sums"]')
    assert "Sums on Mastodon" in (text_of(link), read(link, "title"), read(link, "aria-label"))
    assert link.css_first("svg")
