"""Mark: the logo as pictures draw it, ours in the colors of the picture, any other as it is."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path
from typing import NamedTuple

import resvg_py

from espejo.messages.message import MessageError, message

MARK_SIZE = 36
"""The width and height of a logo in the units of the templates; the axis of ours is in the middle."""

_OWN = re.compile(r'<path d="([^"]+)"/>\s*<path class="axis" d="([^"]+)"/>')
_SVG = f'<svg xmlns="http://www.w3.org/2000/svg" width="{MARK_SIZE}" height="{MARK_SIZE}">{{}}</svg>'


class Mark(NamedTuple):
    """The letters and the axis of our own logo, as SVG writes paths, or another logo as a data address."""

    letters: str = ""
    axis: str = ""
    image: str = ""


def read_mark(path: Path) -> Mark:
    """Read the logo from an SVG or PNG file; raises MessageError if it cannot be drawn."""
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
    """Whether an image leaves anything on a picture: the renderer skips what it cannot read."""
    image = f'<image width="{MARK_SIZE}" height="{MARK_SIZE}" href="{address}"/>'
    drawn, empty = (resvg_py.svg_to_bytes(svg_string=_SVG.format(one)) for one in (image, ""))
    return drawn != empty
