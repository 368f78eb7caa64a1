"""The math font: it has the characters that the formulas need, stretches them, and is small."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from unicodedata import category

import pytest
from fontTools.ttLib import TTFont

from espejo.check.project import inspect_project
from espejo.rendering.site import Site
from espejo.site.math_font import REPERTOIRE, find_characters, subset_font
from project import ROOT
from small_bank import SITE_URL, load_small_bank, write_bank

SOURCE = ROOT / "node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff"
INVISIBLE = {"\u2061", "\u2063", "\ufe00"}
"""Characters that only a screen reader notices, so that no font needs them."""

TOPIC = r"""
  - id: signs
    title: {en: Signs, es: Signos}
    about:
      en: 'Square roots such as $\sqrt{y}$, functions such as $\log h$, and $\frac{\partial f}{\partial x}$.'
      es: 'Raíces como $\sqrt[3]{y}$, funciones como $\log h$, y $\alpha \to \beta$.'
"""


@pytest.fixture(scope="module")
def characters(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The characters of a bank whose formulas have roots and functions, and differ between languages."""
    data = write_bank(tmp_path_factory.mktemp("signs") / "data")
    with (data / "topics.yaml").open("a", encoding="utf-8") as topics:
        topics.write(TOPIC.removeprefix("\n"))
    loaded = inspect_project(data)
    assert loaded.faults == []
    return find_characters(Site(loaded.bank, home=SITE_URL))


@pytest.fixture(scope="module")
def made() -> bytes:
    return subset_font(SOURCE, "()√→⏞𝑥𝑑")


def test_it_finds_the_characters_that_formulas_show(characters: str) -> None:
    """In every language, with the italics of single letters and the sign of a root, and nothing else."""
    found = set(characters)
    assert {"√", "𝑥", "ℎ", "∂", "(", "∑", "⋅", "→", "𝛼", "l", "o", "g"} <= found
    assert sorted(found) == list(characters)
    assert not found & set("ñ¿?%`"), "text beside the formulas is set in another font"
    small = set(find_characters(Site(load_small_bank().bank, home=SITE_URL)))
    assert small < found
    assert "√" not in small


def test_it_has_every_character_of_every_formula(characters: str) -> None:
    font = TTFont(BytesIO(subset_font(SOURCE, characters)))
    missing = {one for one in characters if ord(one) not in font.getBestCmap()}
    assert missing <= INVISIBLE


def test_it_has_every_character_that_a_card_may_need() -> None:
    """The font of the cards is made once for all formulas, and is a fraction of the whole font."""
    made = subset_font(SOURCE, REPERTOIRE)
    font = TTFont(BytesIO(made))
    assigned = {one for one in REPERTOIRE if category(one) != "Cn"}  # its ranges have gaps in Unicode
    missing = {one for one in assigned if ord(one) not in font.getBestCmap()}
    assert missing == set()
    assert len(made) < 45_000


def test_it_is_small(characters: str) -> None:
    """A page loads only what the formulas of the bank show."""
    assert len(subset_font(SOURCE, characters)) < 12_000


def test_arrows_stretch(made: bytes) -> None:
    """A browser joins two parts only if both overlap by as much as the font asks for."""
    font = TTFont(BytesIO(made))
    variants = font["MATH"].table.MathVariants
    names = [font.getBestCmap()[ord(one)] for one in "→⏞"]
    for name in names:
        construction = variants.HorizGlyphConstruction[variants.HorizGlyphCoverage.glyphs.index(name)]
        parts = construction.GlyphAssembly.PartRecords
        for left, right in pairwise(parts):
            joint = min(left.EndConnectorLength, right.StartConnectorLength)
            assert joint >= variants.MinConnectorOverlap, name


def test_brackets_stretch(made: bytes) -> None:
    """They have larger forms, and parts of which even larger ones are built."""
    font = TTFont(BytesIO(made))
    variants = font["MATH"].table.MathVariants
    name = font.getBestCmap()[ord("(")]
    construction = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(name)]
    assert len(construction.MathGlyphVariantRecord) > 5
    assert construction.GlyphAssembly


def test_all_roots_are_equally_wide(made: bytes) -> None:
    """Chromium leaves a gap after a root that is narrower than the widest."""
    font = TTFont(BytesIO(made))
    variants = font["MATH"].table.MathVariants
    at = variants.VertGlyphCoverage.glyphs.index(font.getBestCmap()[ord("√")])
    records = variants.VertGlyphConstruction[at].MathGlyphVariantRecord
    assert len(records) > 2
    assert len({font["hmtx"][record.VariantGlyph][0] for record in records}) == 1
