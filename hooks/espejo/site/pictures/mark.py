"""Mark: the letters and the axis of the logo, from its SVG file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

MARK_SIZE = 36
"""The width and height of its drawing; the axis is in the middle."""

_PATH = re.compile(r'<path [^>]*\bd="([^"]+)"')


class Mark(NamedTuple):
    """The two paths of the logo, as SVG writes them."""

    letters: str
    axis: str


def read_mark(path: Path) -> Mark:
    """Read the logo, which has two paths: the letters, then the axis."""
    letters, axis = _PATH.findall(path.read_text(encoding="utf-8"))
    return Mark(letters, axis)
