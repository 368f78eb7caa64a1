"""Fonts of text and code: small files for English and Spanish, and the whole ones for other Latin letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from playwright.sync_api import Page

from conftest import Open
from espejo.site.assets import MADE_FONTS
from espejo.site.made_fonts import CHARACTERS, SOURCES, WEIGHTS, make_small_font
from espejo.site.styles import STYLES
from project import ROOT

QUIZ = "/quizzes/phase-01-arithmetic/"
WHOLE = "source-serif-4-latin-wght-normal"
FACE = re.compile(r"@font-face \{(.*?)\}", re.DOTALL)
RANGE = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?")
WITHOUT_INK = set(map(ord, "\u00ad\u2002\u2009\u200b\ufeff"))
"""Characters that no file is worth loading for."""


def list_faces() -> Iterator[tuple[str, set[int]]]:
    """The file and the range of each font that comes in parts."""
    for face in FACE.findall((STYLES / "faces.css").read_text(encoding="utf-8")):
        if ranges := RANGE.findall(face.partition("unicode-range")[2]):
            codes = {code for a, b in ranges for code in range(int(a, 16), int(b or a, 16) + 1)}
            yield re.findall(r"fonts/([\w-]+)\.woff2", face)[0], codes


def read_codes(path: Path) -> set[int]:
    return set(TTFont(path).getBestCmap())


@pytest.mark.parametrize("name", SOURCES)
def test_a_small_font_is_what_the_installed_font_gives(name: str) -> None:
    """If not, run `make setup`."""
    small = ROOT / "node_modules" / MADE_FONTS / f"{name}.woff2"
    assert small.read_bytes() == make_small_font(ROOT / "node_modules", name)


@pytest.mark.parametrize("name", SOURCES)
def test_a_small_font_is_about_half_of_the_whole(name: str) -> None:
    package, file, _ = SOURCES[name]
    whole = ROOT / "node_modules/@fontsource-variable" / package / "files" / f"{file}.woff2"
    small = ROOT / "node_modules" / MADE_FONTS / f"{name}.woff2"
    assert small.stat().st_size < 0.56 * whole.stat().st_size
    assert read_codes(small) == set(map(ord, CHARACTERS))


def test_each_character_is_in_one_file_of_a_font() -> None:
    """A browser would fetch a second file that may have it too, when the first one is late."""
    faces = dict(list_faces())
    assert len(faces) == 2 * len(SOURCES)
    for name, (package, file, _) in SOURCES.items():
        whole = read_codes(ROOT / "node_modules/@fontsource-variable" / package / "files" / f"{file}.woff2")
        assert faces[name] == set(map(ord, CHARACTERS))
        assert not faces[name] & faces[file]
        assert whole - WITHOUT_INK <= faces[name] | faces[file]


def test_the_fonts_have_every_weight_that_a_sheet_asks_for() -> None:
    for path in (STYLES).glob("*.css"):
        rules = FACE.sub("", path.read_text(encoding="utf-8"))
        weights = {int(one) for one in re.findall(r"font(?:-weight)?: (\d{3})\b", rules)}
        assert all(WEIGHTS[0] <= one <= WEIGHTS[1] for one in weights), path.name


def list_fonts(page: Page) -> set[str]:
    """The files of fonts that a page has fetched."""
    names: list[str] = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    return {Path(name.partition("?")[0]).stem for name in names if ".woff2" in name}


@pytest.mark.parametrize("locale", ["", "/es"])
def test_a_page_in_english_or_spanish_loads_small_fonts(visit: Open, locale: str) -> None:
    page = visit(locale + QUIZ)
    fonts = list_fonts(page)
    assert "serif" in fonts
    assert fonts <= {*SOURCES, "stix-two-math"}


def test_other_letters_are_set_in_the_same_font(visit: Open) -> None:
    """A page that has one fetches the whole font for it."""
    page = visit(QUIZ)
    with page.expect_request(f"**/{WHOLE}.woff2*"):
        page.locator("h1").evaluate("heading => heading.append(' œuvre')")


@pytest.mark.parametrize(("width", "waits"), [(390, False), (1200, True)])
def test_only_a_wide_page_waits_for_the_font_of_text(visit: Open, width: int, waits: bool) -> None:
    """On a phone, text is painted as soon as it is there."""
    page = visit(QUIZ, width=width)
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('link[rel=preload][as=font]')]"
        ".filter(({ media }) => matchMedia(media).matches).map(({ href }) => href)"
    )
    assert any("/serif.woff2" in one for one in found) == waits
