"""Fonts made once, at set-up, next to the packages: they take two seconds.

Text fonts have the characters of English and Spanish. The browser loads the full font only for pages with
other Latin letters, as declared in `faces.css`. The math font of Anki cards has a fixed set of characters.

By its license, a modified font can't keep its name, so these have their own. Style sheets don't see it.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from espejo.files import write_file
from espejo.site.assets import CARDS, MADE_FONTS, MATH_FONT
from espejo.site.math_font import REPERTOIRE, subset_font

SOURCES = {
    "serif": ("source-serif-4", "source-serif-4-latin-wght-normal", "Espejo Serif"),
    "serif-italic": (
        "source-serif-4",
        "source-serif-4-latin-wght-italic",
        "Espejo Serif Italic",
    ),
    "code": ("source-code-pro", "source-code-pro-latin-wght-normal", "Espejo Code"),
}
"""For each subset: the package and file of the original, and the name that replaces the original's."""

CHARACTERS = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "ÁÉÍÑÓÚÜáéíñóúü¡¿ªº«»"  # Spanish
    + "Öäçèêïö"  # in words and names borrowed by English: naïve, Schrödinger
    + "\u00a0©°±²³·¹×÷–—‘’“”•…′″‹›−"
)
"""Characters included in the small fonts."""

WEIGHTS = (400, 700)
"""Lightest and boldest weight used on pages."""

_FEATURES = ["ccmp", "kern", "liga", "locl", "pnum", "tnum"]
"""OpenType features that browsers apply by default, and the figure styles used in style sheets."""

_NAMES = (1, 3, 4, 6, 16, 25)
"""Entries of the `name` table that contain the font's name."""


def make_small_font(node_modules: Path, name: str) -> bytes:
    """Make one of the small fonts, as WOFF2."""
    package, file, own_name = SOURCES[name]
    source = node_modules / "@fontsource-variable" / package / "files" / f"{file}.woff2"
    font = TTFont(source, recalcTimestamp=False)
    subsetter = subset.Subsetter(subset.Options(layout_features=_FEATURES, name_IDs=["*"]))
    subsetter.populate(text=CHARACTERS)
    subsetter.subset(font)
    instantiateVariableFont(font, {"wght": WEIGHTS}, inplace=True)
    _rename(font, own_name)
    output = BytesIO()
    font.flavor = "woff2"
    font.save(output)
    return output.getvalue()


def _rename(font: TTFont, name: str) -> None:
    for record in font["name"].names:
        if record.nameID in _NAMES:
            record.string = name.replace(" ", "") if record.nameID in (6, 25) else name


def write_fonts(node_modules: Path) -> None:
    """Write all fonts next to the packages."""
    fonts = {name: make_small_font(node_modules, name) for name in SOURCES}
    fonts[CARDS] = subset_font(node_modules / MATH_FONT, REPERTOIRE)
    for name, content in fonts.items():
        write_file(node_modules / MADE_FONTS / f"{name}.woff2", content)


if __name__ == "__main__":
    write_fonts(Path("node_modules"))
