"""Math font: a subset of STIX Two Math with only the characters used in formulas."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import decomposition

from espejo.markdown.fragments import find_formulas
from espejo.model.bank import Bank

if TYPE_CHECKING:  # slow to import
    from fontTools.ttLib import TTFont

_TEXT = re.compile(r">([^<]+)<")
_ROOT = re.compile("<msqrt|<mroot")
_LONE_LETTER = re.compile(r"<mi>([^<])</mi>")

# Browsers show single letters in italics, which are separate characters in Unicode.
_ITALICS = {
    chr(int(decomposition(chr(code)).split()[1], 16)): chr(code)
    for code in (*range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D71C))
    if decomposition(chr(code))
} | {"h": "\u210e"}


def _ranges(*pairs: tuple[int, int]) -> str:
    return "".join(chr(code) for first, last in pairs for code in range(first, last + 1))


REPERTOIRE = (
    _ranges(
        (0x20, 0x7E),
        (0x391, 0x3A9),
        (0x3B1, 0x3C9),
        (0x1D400, 0x1D467),
        (0x1D49C, 0x1D4CF),
        (0x1D6E2, 0x1D71B),
    )
    + "\u00a0¬±·×÷ˆ˜¯˙¨′″‴‖…⋯⋮ℎℓℝℤℕℚℂℒℳ←→↔⇐⇒⇔↦⟵⟶⟹⟺∀∂∃∅∇∈∉∏∑−∗∘√∝∞∣∥∧∨∩∪∫≈≠≡≤≥∼≪≫⊂⊆⊙⊕⊗⊤⊥⋅⌈⌉⌊⌋⟨⟩⏞⏟ϵϕ"
)
"""Characters for formulas on Anki cards: fixed, so that cards from different builds share one font."""


def find_characters(bank: Bank) -> str:
    """Find all characters used in the bank's formulas, sorted."""
    found: set[str] = set()
    for _, text in bank.texts():
        for markdown in text.passages.values():
            for formula in find_formulas(markdown):
                found.update(*(unescape(text) for text in _TEXT.findall(formula)))
                found.update(_ITALICS.get(letter, letter) for letter in _LONE_LETTER.findall(formula))
                found.update("√" if _ROOT.search(formula) else "")
    return "".join(sorted(found))


@cache  # while serving, most edits add no characters
def subset_font(source: Path, characters: str) -> bytes:
    """Subset the font to these characters, their larger variants, and their parts, as WOFF2."""
    from fontTools import subset

    options = subset.Options(flavor="woff2", hinting=False, layout_features=["ssty"], drop_tables=["GPOS"])
    font = subset.load_font(str(source), options)
    _fix_arrows(font)
    _narrow_roots(font)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    output = BytesIO()
    font.flavor = "woff2"
    font.save(output)
    return output.getvalue()


def _fix_arrows(font: TTFont) -> None:
    """Make right arrows stretch: STIX has the connector of their heads on the wrong side."""
    variants = font["MATH"].table.MathVariants
    for construction in (*variants.HorizGlyphConstruction, *variants.VertGlyphConstruction):
        for part in construction.GlyphAssembly.PartRecords[1:] if construction.GlyphAssembly else ():
            if part.StartConnectorLength < variants.MinConnectorOverlap <= part.EndConnectorLength:
                ends = part.EndConnectorLength, part.StartConnectorLength
                part.StartConnectorLength, part.EndConnectorLength = ends


def _narrow_roots(font: TTFont) -> None:
    """Make all root signs equally wide, because Chromium reserves the width of the widest one."""
    from fontTools.misc.transform import Scale
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    variants, widths, glyphs = font["MATH"].table.MathVariants, font["hmtx"], font.getGlyphSet()
    root = font.getBestCmap()[ord("√")]
    construction = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(root)]
    names = {variant.VariantGlyph for variant in construction.MathGlyphVariantRecord}
    names |= {part.glyph for part in construction.GlyphAssembly.PartRecords}
    for name in names - {root}:
        scale = widths[root][0] / widths[name][0]
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(TransformPen(pen, Scale(scale, 1)))
        glyph = pen.glyph()
        glyph.recalcBounds(font["glyf"])
        font["glyf"][name] = glyph
        widths[name] = (widths[root][0], glyph.xMin)
