"""Terminal output: prints text from the data safely, with control characters escaped.

All commands print through this module. In a workflow log, a line that begins with `::` would be a command to
the runner, so it is escaped, too. Printing works even if standard output is closed or can't encode the text.
"""

from __future__ import annotations

import codecs
import io
import json
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from espejo.messages.catalog import ENGLISH, speak_in
from espejo.messages.message import Speak
from espejo.model.problems import escape_line

_CODES = {"bold": "1", "red": "31", "green": "32", "yellow": "33", "dim": "2"}
_COLOR = re.compile(rf"(\033\[(?:0|{'|'.join(_CODES.values())})m)")


class _Language:
    """The output language of the commands."""

    name: str = ENGLISH
    speak: Speak = str


def set_language(language: str) -> None:
    """Set the output language."""
    _Language.name = language
    _Language.speak = speak_in(language)


def spoken_language() -> str:
    """The code of the output language."""
    return _Language.name


def tell(text: str) -> str:
    """Translate a message into the output language."""
    return _Language.speak(text)


def say(text: str, stream: TextIO | None = None) -> None:
    """Print one or more lines, escaping control characters and workflow commands."""
    stream = stream or sys.stdout
    keep = _COLOR if has_color(stream) else None
    lines = (_escape(line, keep) for line in tell(text).split("\n"))
    try:
        print("\n".join(lines), file=stream)
    except BrokenPipeError:  # the reader is gone, but the command continues
        _discard(stream)


def warn(text: str) -> None:
    """Print one or more lines to standard error, after flushing standard output."""
    with suppress(OSError):  # finish_output tries again
        sys.stdout.flush()
    say(text, sys.stderr)


def send_commands(commands: Iterable[str]) -> None:
    """Print workflow commands verbatim: data in them must already be escaped."""
    print("".join(f"{command}\n" for command in commands), end="", flush=True)


def _escape(line: str, keep: re.Pattern[str] | None) -> str:
    parts = keep.split(line) if keep else [line]
    return "".join(part if keep and keep.fullmatch(part) else escape_line(part) for part in parts)


_ESCAPE = "espejo_escape"


def prepare_output() -> None:
    """Make standard output and error accept any text, even if they are closed or can't encode it."""
    codecs.register_error(_ESCAPE, _escape_unencodable)
    sys.stdout = sys.stdout or _open_null()
    sys.stderr = sys.stderr or _open_null()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ESCAPE)


def finish_output() -> None:
    """Flush standard output. Drop what can't be written, or Python would try again at exit."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _discard(sys.stdout)
        if not isinstance(error, BrokenPipeError):  # a reader that is gone is fine
            raise


def _discard(stream: TextIO) -> None:
    """Discard everything written to a stream from now on."""
    with suppress(OSError, ValueError):  # streams in tests have no file descriptor
        os.dup2(_open_null().fileno(), stream.fileno())


def _open_null() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _escape_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Escape unencodable characters as in JSON, so that JSON output stays valid."""
    assert isinstance(error, UnicodeEncodeError)  # noqa: S101 (only used for encoding)
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def has_color(stream: TextIO) -> bool:
    """Whether a stream is a color terminal, and NO_COLOR (no-color.org) is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, color: str, stream: TextIO | None = None) -> str:
    said = tell(text)
    return f"\033[{_CODES[color]}m{said}\033[0m" if has_color(stream or sys.stdout) else said
