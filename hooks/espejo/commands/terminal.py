"""Terminal colors: colored text for a terminal, plain text for anything else."""

from __future__ import annotations

import os
import sys
from typing import TextIO

_CODES = {"bold": "1", "red": "31", "green": "32", "yellow": "33", "dim": "2"}


def has_color(stream: TextIO) -> bool:
    """Whether a stream is a terminal with color: not a dumb one, and NO_COLOR (no-color.org) is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, color: str, stream: TextIO | None = None) -> str:
    return f"\033[{_CODES[color]}m{text}\033[0m" if has_color(stream or sys.stdout) else text
