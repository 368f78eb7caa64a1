"""SVG renderer: draws templates and the logo as PNG. It has only our fonts, so images are always the same."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import resvg_py
from fontTools.ttLib import TTFont

from espejo.messages.message import MessageError, message
from espejo.rendering.environment import get_template
from espejo.site.appearance import find_lines

FONT = "@fontsource/source-serif-4/files/source-serif-4-{script}-{weight}-normal.woff"
SCRIPTS = ("latin", "latin-ext", "greek", "cyrillic", "vietnamese")
WEIGHTS = (400, 600)
_UNKNOWN = 0.6
"""Width of a character missing in all fonts, which is drawn as a box."""

ELLIPSIS = "…"


class Face(NamedTuple):
    """A font weight: its family name for SVG, and the width of each character, in ems."""

    family: str
    widths: dict[str, float]

    def measure(self, text: str) -> float:
        """Measure a line in ems, ignoring kerning."""
        return sum(self.widths.get(letter, _UNKNOWN) for letter in text)


class Canvas(AbstractContextManager["Canvas"]):
    """Draws the templates under pictures/. Unpacks the fonts once, into a temporary folder."""

    def __init__(self, node_modules: Path) -> None:
        self._node_modules = node_modules
        self._folder = TemporaryDirectory()

        self._files: list[str] = []  # in order of preference
        self.text, self.bold = (self._unpack(weight) for weight in WEIGHTS)

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def _unpack(self, weight: int) -> Face:
        """Unpack a font weight into files for the renderer, one per script."""
        widths: dict[str, float] = {}
        for script in SCRIPTS:
            self._files.append(str(Path(self._folder.name, f"{script}-{weight}.ttf")))
            with TTFont(self._node_modules / FONT.format(script=script, weight=weight)) as font:
                font.flavor = None
                font.save(self._files[-1])
                family = str(font["name"].getDebugName(1))
                widths = dict(_read_widths(font)) | widths
        return Face(family, widths)

    def draw(self, template: str, width: int, height: int, **variables: object) -> bytes:
        """Draw an image of this size from a template, which escapes its variables."""
        svg = get_template(f"pictures/{template}.svg").render(
            width=width, height=height, text_face=self.text.family, bold_face=self.bold.family, **variables
        )
        return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=self._files)


def _read_widths(font: TTFont) -> Iterator[tuple[str, float]]:
    advances, units = font["hmtx"], font["head"].unitsPerEm
    for code, glyph in font.getBestCmap().items():
        yield chr(code), advances[glyph][0] / units


def wrap_text(text: str, face: Face, ems: float, lines: int) -> list[str]:
    """Wrap a text at this width. If it needs more lines, the last one ends in an ellipsis."""
    found: list[str] = []
    for word in _split_words(text, face, ems):
        if found and face.measure(f"{found[-1]} {word}") <= ems:
            found[-1] += f" {word}"
        elif len(found) < lines:
            found.append(word)
        else:
            return [*found[:-1], _shorten(found[-1], face, ems)] if found else [ELLIPSIS]
    return found


def _split_words(text: str, face: Face, ems: float) -> Iterator[str]:
    """Split a text into words, breaking those that are wider than a line."""
    for word in text.split():
        part, width = "", 0.0
        for letter in word:
            advance = face.measure(letter)
            if part and width + advance > ems:
                yield part
                part, width = "", 0.0
            part, width = part + letter, width + advance
        yield part


def _shorten(line: str, face: Face, ems: float) -> str:
    """End a line in an ellipsis, after a whole word if there is one."""
    while " " in line and face.measure(line + ELLIPSIS) > ems:
        line = line.rpartition(" ")[0]
    while face.measure(line + ELLIPSIS) > ems:
        line = line[:-1]
    return line.rstrip(" ,;:.") + ELLIPSIS


MARK_SIZE = 36
"""Width and height of a logo in template units; its axis is in the middle."""

_SVG = f'<svg xmlns="http://www.w3.org/2000/svg" width="{MARK_SIZE}" height="{MARK_SIZE}">{{}}</svg>'


class Mark(NamedTuple):
    """The SVG paths of a logo that is only lines (letters and axis), or another logo as a data URL."""

    letters: str = ""
    axis: str = ""
    image: str = ""


def read_mark(path: Path) -> Mark:
    """Read the logo from an SVG or PNG file; raises MessageError if the renderer can't draw it."""
    content = path.read_bytes()
    if lines := find_lines(content.decode(errors="replace")):
        return Mark(*lines)
    media_type = "image/png" if content.startswith(b"\x89PNG") else "image/svg+xml"
    address = f"data:{media_type};base64,{b64encode(content).decode()}"
    if not _is_drawn(address):
        fact = message(
            "{file} cannot be drawn. Expected an SVG or PNG file, in which letters are paths.", file=str(path)
        )
        raise MessageError(fact)
    return Mark(image=address)


def _is_drawn(address: str) -> bool:
    """Whether the renderer draws anything for this image; it silently skips what it can't read."""
    image = f'<image width="{MARK_SIZE}" height="{MARK_SIZE}" href="{address}"/>'
    drawn, empty = (resvg_py.svg_to_bytes(svg_string=_SVG.format(one)) for one in (image, ""))
    return drawn != empty
