"""Text fonts: subsets of the installed fonts with the characters of English and Spanish.

They take two seconds to make, so the setup makes them once, next to the packages. The browser loads the full
font only for pages with other Latin letters, as declared in `faces.css`.

By its license, a modified font can't keep its name, so these have their own. Style sheets don't see it.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from espejo.files import write_file
from espejo.site.assets import SMALL_FONTS

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


def write_small_fonts(node_modules: Path) -> None:
    """Write all small fonts next to the packages."""
    for name in SOURCES:
        write_file(node_modules / SMALL_FONTS / f"{name}.woff2", make_small_font(node_modules, name))


if __name__ == "__main__":
    write_small_fonts(Path("node_modules"))
