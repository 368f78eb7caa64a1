"""Terminal output: colors for a terminal that has them, and text that any standard output can take."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TextIO

_CODES = {"bold": "1", "red": "31", "green": "32", "yellow": "33", "dim": "2"}


_ESCAPE = "espejo_escape"


def prepare_output() -> None:
    """Make standard output and error accept any text, also if they are closed or cannot encode it."""
    codecs.register_error(_ESCAPE, _escape)
    sys.stdout = sys.stdout or _open_null()
    sys.stderr = sys.stderr or _open_null()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ESCAPE)


def finish_output() -> None:
    """Write what is still buffered. Whatever cannot be written is dropped, or Python would try again."""
    try:
        sys.stdout.flush()
    except OSError as error:
        with suppress(OSError, ValueError):  # a stream of a test has no descriptor
            os.dup2(_open_null().fileno(), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # nobody is left to read it: that is fine
            raise


def _open_null() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _escape(error: UnicodeError) -> tuple[str, int]:
    """Write characters that the output cannot encode as JSON does, so that JSON stays valid."""
    assert isinstance(error, UnicodeEncodeError)  # noqa: S101 (nothing is decoded with it)
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def has_color(stream: TextIO) -> bool:
    """Whether a stream is a terminal with color: not a dumb one, and NO_COLOR (no-color.org) is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, color: str, stream: TextIO | None = None) -> str:
    return f"\033[{_CODES[color]}m{text}\033[0m" if has_color(stream or sys.stdout) else text
