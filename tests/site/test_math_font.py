"""Math font subset: it has all characters of formulas, stretches them, and stays small."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from unicodedata import category

import pytest
from fontTools.ttLib import TTFont

from espejo.check.project import inspect_project
from espejo.site.math_font import REPERTOIRE, find_characters, subset_font
from project import ROOT
from small_bank import load_small_bank, write_bank

SOURCE = ROOT / "node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff"
INVISIBLE = {"\u2061", "\u2063", "\ufe00"}
"""Characters without a glyph, for screen readers."""

TOPIC = r"""
  - id: signs
    title: {en: Signs, es: Signos}
    about:
      en: 'Square roots such as $\sqrt{y}$, functions such as $\log h$, and $\frac{\partial f}{\partial x}$.'
      es: 'Raíces como $\sqrt[3]{y}$, funciones como $\log h$, y $\alpha \to \beta$.'
"""


@pytest.fixture(scope="module")
def characters(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Formula characters of a bank with roots and with function names that differ between languages."""
    data = write_bank(tmp_path_factory.mktemp("signs") / "data")
    with (data / "topics.yaml").open("a", encoding="utf-8") as topics:
        topics.write(TOPIC.removeprefix("\n"))
    loaded = inspect_project(data)
    assert loaded.faults == []
    return find_characters(loaded.bank)


@pytest.fixture(scope="module")
def made() -> bytes:
    return subset_font(SOURCE, "()√→⏞𝑥𝑑")


def test_characters_of_formulas_are_found(characters: str) -> None:
    """They come from all languages, with single letters in italics and the root sign, without any prose."""
    found = set(characters)
    assert {"√", "𝑥", "ℎ", "∂", "(", "∑", "⋅", "→", "𝛼", "l", "o", "g"} <= found
    assert sorted(found) == list(characters)
    assert not found & set("ñ¿?%`"), "prose has another font"
    small = set(find_characters(load_small_bank().bank))
    assert small < found
    assert "√" not in small


def test_the_subset_for_pages_is_complete_and_small(characters: str) -> None:
    subset = subset_font(SOURCE, characters)
    known = TTFont(BytesIO(subset)).getBestCmap()
    assert {one for one in characters if ord(one) not in known} <= INVISIBLE
    assert len(subset) < 12_000


def test_the_subset_for_cards_has_the_whole_repertoire() -> None:
    """One subset serves all formulas, yet is a fraction of the full font."""
    subset = subset_font(SOURCE, REPERTOIRE)
    known = TTFont(BytesIO(subset)).getBestCmap()
    assert [one for one in REPERTOIRE if category(one) != "Cn" and ord(one) not in known] == []
    assert len(subset) < 45_000


def test_arrows_stretch(made: bytes) -> None:
    """Browsers join two glyph parts only if they overlap as much as the font requires."""
    font = TTFont(BytesIO(made))
    variants = font["MATH"].table.MathVariants
    names = [font.getBestCmap()[ord(one)] for one in "→⏞"]
    for name in names:
        construction = variants.HorizGlyphConstruction[variants.HorizGlyphCoverage.glyphs.index(name)]
        parts = construction.GlyphAssembly.PartRecords
        for left, right in pairwise(parts):
            joint = min(left.EndConnectorLength, right.StartConnectorLength)
            assert joint >= variants.MinConnectorOverlap, name


def test_brackets_stretch_and_roots_are_equally_wide(made: bytes) -> None:
    """Brackets have larger variants, and parts for even larger ones.

    Chromium leaves a gap after a root that is narrower than the widest.
    """
    font = TTFont(BytesIO(made))
    variants = font["MATH"].table.MathVariants
    bracket, root = (
        variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(font.getBestCmap()[ord(sign)])]
        for sign in "(√"
    )
    assert len(bracket.MathGlyphVariantRecord) > 5
    assert bracket.GlyphAssembly
    roots = [record.VariantGlyph for record in root.MathGlyphVariantRecord]
    assert len(roots) > 2
    assert len({font["hmtx"][glyph][0] for glyph in roots}) == 1
