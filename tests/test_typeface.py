"""The math font has what the formulas need, stretches it, and is small."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pytest
from espejo.bank import load_bank
from espejo.typeface import cut_font, find_characters
from fontTools.ttLib import TTFont

from project import ROOT

SOURCE = ROOT / "node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff"


@pytest.fixture(scope="module")
def characters() -> str:
    return find_characters(load_bank(ROOT / "data").bank)


@pytest.fixture(scope="module")
def made() -> bytes:
    return cut_font(SOURCE, "()√→⏞𝑥𝑑")


def test_it_has_every_character_of_every_formula(characters: str) -> None:
    font = TTFont(BytesIO(cut_font(SOURCE, characters)))
    missing = {one for one in characters if ord(one) not in font.getBestCmap()}
    assert missing <= {"\u2061", "\u2063", "\ufe00"}  # not seen, only heard
    assert {"√", "𝑥", "∂", "("} <= set(characters)


def test_it_is_small(characters: str) -> None:
    assert len(cut_font(SOURCE, characters)) < 25_000


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
    font = TTFont(BytesIO(made))
    variants = font["MATH"].table.MathVariants
    name = font.getBestCmap()[ord("(")]
    construction = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(name)]
    assert len(construction.MathGlyphVariantRecord) > 5
    assert construction.GlyphAssembly


def test_all_roots_are_equally_wide(made: bytes) -> None:
    font = TTFont(BytesIO(made))
    variants = font["MATH"].table.MathVariants
    at = variants.VertGlyphCoverage.glyphs.index(font.getBestCmap()[ord("√")])
    records = variants.VertGlyphConstruction[at].MathGlyphVariantRecord
    assert len(records) > 2
    assert len({font["hmtx"][record.VariantGlyph][0] for record in records}) == 1
