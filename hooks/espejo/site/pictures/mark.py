"""Logo in generated images: ours takes the colors of the image, any other is drawn unchanged."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path
from typing import NamedTuple

import resvg_py

from espejo.messages.message import MessageError, message

MARK_SIZE = 36
"""Width and height of a logo in template units; the axis of ours is in the middle."""

_OWN = re.compile(r'<path d="([^"]+)"/>\s*<path class="axis" d="([^"]+)"/>')
_SVG = f'<svg xmlns="http://www.w3.org/2000/svg" width="{MARK_SIZE}" height="{MARK_SIZE}">{{}}</svg>'


class Mark(NamedTuple):
    """The SVG paths of our own logo (letters and axis), or another logo as a data URL."""

    letters: str = ""
    axis: str = ""
    image: str = ""


def read_mark(path: Path) -> Mark:
    """Read the logo from an SVG or PNG file; raises MessageError if the renderer can't draw it."""
    content = path.read_bytes()
    if own := _OWN.search(content.decode(errors="replace")):
        return Mark(*own.groups())
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
