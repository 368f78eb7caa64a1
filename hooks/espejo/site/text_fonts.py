"""Text fonts: small files with what English and Spanish need, made of the fonts that the setup installs.

They take two seconds to make, so the setup makes them once, beside the packages. A page that has other Latin
letters loads the whole font for those alone: `faces.css` says which file has which.

A changed font must not have the name of the original, by its license, so these have one of their own. Style
sheets do not see it.
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
"""For each small font the package and the file that it is made of, and the name it has instead of theirs."""

CHARACTERS = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "ÁÉÍÑÓÚÜáéíñóúü¡¿ªº«»"  # Spanish
    + "Öäçèêïö"  # of other languages, but in words and names that English has: naïve, Schrödinger
    + "\u00a0©°±²³·¹×÷–—‘’“”•…′″‹›−"
)
"""What the small fonts have."""

WEIGHTS = (400, 700)
"""The lightest and the boldest weight that pages use."""

_FEATURES = ["ccmp", "kern", "liga", "locl", "pnum", "tnum"]
"""What browsers apply to all text, and the figures that style sheets ask for."""

_NAMES = (1, 3, 4, 6, 16, 25)
"""The entries of a font that have its name."""


def make_small_font(node_modules: Path, name: str) -> bytes:
    """One of the small fonts, as WOFF2."""
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
    """Write all small fonts beside the packages."""
    for name in SOURCES:
        write_file(node_modules / SMALL_FONTS / f"{name}.woff2", make_small_font(node_modules, name))


if __name__ == "__main__":
    write_small_fonts(Path("node_modules"))
