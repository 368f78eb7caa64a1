"""Text enters; it leaves with colour if whoever reads it sits at a terminal, and plain if not."""

from __future__ import annotations

import os
import sys
from typing import TextIO

_CODES = {"bold": "1", "red": "31", "green": "32", "yellow": "33", "dim": "2"}


def has_colour(stream: TextIO) -> bool:
    """A terminal has, unless its user has set NO_COLOR (no-color.org) or it is a dumb one."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, colour: str, stream: TextIO | None = None) -> str:
    return f"\033[{_CODES[colour]}m{text}\033[0m" if has_colour(stream or sys.stdout) else text
