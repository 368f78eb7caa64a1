"""Screen of a quiz: a Rich console that shows lines and asks for lines, on a terminal or through pipes.

Nothing is cleared and no cursor is moved: a screen reader, a pipe and a small window all get the same.
"""

from __future__ import annotations

import io
import re
import sys
from typing import TextIO, cast

from rich.console import Console, RenderableType
from rich.text import Text

from espejo.messages.message import Speak
from espejo.model.problems import escape_line
from espejo.study.terminal.text.clean import clean, clean_line
from espejo.study.terminal.text.markdown import plain_text

NARROWEST, WIDEST = 20, 100
"""Lines are never wider than a person can read, nor so narrow that nothing can be laid out."""

PIPED = 80
ROOM = 10
"""Columns that stay free after a prompt, for what is typed there."""

_MAX_LINE = 10_000
_TRAILING = re.compile(" +(?=\n)")
_SGR = re.compile("(\x1b\\[[0-9;]*m)")


class EndOfInputError(Exception):
    """Nothing more will be typed."""


class _Guard(io.TextIOBase):
    """A stream that lets through lines of printable text and the codes of colors, and nothing else.

    What is shown was cleaned before it was laid out. This is the second line, for what somebody forgets.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()

    def write(self, text: str) -> int:
        shown = "".join(map(self._escape, _SGR.split(text)))
        self._stream.write(_TRAILING.sub("", shown))
        return len(text)

    def _escape(self, part: str) -> str:
        if _SGR.fullmatch(part):
            return part
        if self._is_terminal:
            return clean(part)
        return "\n".join(map(escape_line, part.split("\n")))  # the reader may be the runner of a workflow

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return self._is_terminal

    def fileno(self) -> int:
        return self._stream.fileno()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._stream.encoding or "utf-8"


class Screen:
    """Where a quiz is shown and answered, in the language of `tell`."""

    def __init__(self, tell: Speak, output: TextIO | None = None, typed: TextIO | None = None) -> None:
        out = output or sys.stdout
        width = None if out.isatty() else PIPED
        self.tell = tell
        guard = cast(TextIO, _Guard(out))
        self._console = Console(
            file=guard, width=width, highlight=False, markup=False, emoji=False, soft_wrap=False
        )
        self._typed = typed or sys.stdin
        if isinstance(self._typed, io.TextIOWrapper):
            self._typed.reconfigure(errors="replace")

    @property
    def colored(self) -> bool:
        """Whether colors tell things apart: if not, marks have to."""
        return self._console.color_system is not None and not self._console.no_color

    @property
    def width(self) -> int:
        return min(max(self._console.width, NARROWEST), WIDEST)

    def show(self, renderable: RenderableType) -> None:
        self._console.print(renderable, width=self.width)

    def say(self, text: str, style: str = "") -> None:
        """Show a message, in a paragraph of its own."""
        self.show(plain_text(self.tell(text), style))

    def gap(self) -> None:
        """Leave a line empty."""
        self._console.print()

    def ask(self, prompt: str) -> str:
        """Ask for a line. Raise `EndOfInputError` if there is none, and `KeyboardInterrupt` on Ctrl-C."""
        shown = plain_text(f"{self.tell(prompt)} ", "bold")
        self._console.print(shown, end="", width=max(self.width - ROOM, NARROWEST))
        self._console.file.flush()
        line = self._read()
        if line is None:
            self._console.print()
            raise EndOfInputError
        if not self._is_typed():
            self.show(Text(clean_line(line)))  # what was typed is seen only on a terminal
        return line.strip()

    def _is_typed(self) -> bool:
        return self._typed.isatty()

    def _read(self) -> str | None:
        """The next line, or None at the end; what is longer than anybody types is cut."""
        if not self._typed:
            return None
        line = rest = self._typed.readline(_MAX_LINE)
        while rest and not rest.endswith("\n"):
            rest = self._typed.readline(_MAX_LINE)
        return line or None
