"""Quiz screen: a Rich console that prints and reads lines, in a terminal or through pipes.

It never clears the screen or moves the cursor, so it works the same with screen readers, pipes, and small
windows. A line is an answer or, if it starts with a colon, a command: a letter could be a choice's label.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Mapping
from typing import TextIO, cast

from rich.console import Console, RenderableType
from rich.text import Text

from espejo.messages.message import Message, Speak, message
from espejo.model.problems import escape_line
from espejo.study.terminal.clean import clean, clean_line
from espejo.study.terminal.rich_text import plain_text, write_rows

NARROWEST, WIDEST = 20, 100
"""Line width limits, in columns."""

PIPED = 80
ROOM = 10
"""Columns reserved after a prompt, for typing."""

_MAX_LINE = 10_000
_TRAILING = re.compile(" +(?=\n)")
_SGR = re.compile("(\x1b\\[[0-9;]*m)")


HINT, SHOW, NEXT, PREVIOUS, AGAIN, HAND_IN, QUIT = ":h", ":s", ":n", ":p", ":r", ":e", ":q"
"""Commands."""

_ABOUT: Mapping[str, Message] = {
    HINT: message("show the hint"),
    SHOW: message("show the answer without answering"),
    NEXT: message("go on to the next one without answering"),
    PREVIOUS: message("go back to the one before"),
    AGAIN: message("ask this one again"),
    HAND_IN: message("hand in the exam"),
    QUIT: message("stop here; what you have answered stays"),
}


class QuitError(Exception):
    """The reader quits, or the input has ended."""


class _Guard:
    """A stream that lets through only printable lines and color codes.

    Text is already cleaned before layout. This is a second line of defense against anything missed.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.encoding = stream.encoding
        self.flush, self.isatty, self.fileno = stream.flush, stream.isatty, stream.fileno

    def write(self, text: str) -> int:
        shown = "".join(map(self._escape, _SGR.split(text)))
        self._stream.write(_TRAILING.sub("", shown))
        return len(text)

    def _escape(self, part: str) -> str:
        if _SGR.fullmatch(part):
            return part
        if self.isatty():
            return clean(part)
        return "\n".join(map(escape_line, part.split("\n")))  # GitHub Actions may read the output


class Screen:
    """Shows a quiz and reads answers, in the language of `tell`."""

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
        """Whether there are colors; if not, symbols replace them."""
        return self._console.color_system is not None and not self._console.no_color

    @property
    def width(self) -> int:
        return min(max(self._console.width, NARROWEST), WIDEST)

    def show(self, renderable: RenderableType) -> None:
        self._console.print(renderable, width=self.width)

    def say(self, text: str, style: str = "") -> None:
        """Show a message as a separate paragraph."""
        self.show(plain_text(self.tell(text), style))

    def head(self, text: str) -> None:
        """Show a message in bold after an empty line."""
        self.gap()
        self.say(text, "bold")

    def gap(self) -> None:
        """Print an empty line."""
        self._console.print()

    def ask(self, prompt: str, about: str, *commands: str) -> str:
        """Ask until the input is a text or one of these commands. `about` explains other valid input.

        Raise `QuitError` if the reader quits, and `KeyboardInterrupt` on Ctrl-C.
        """
        while True:
            text = self._read(prompt)
            if not text.startswith(":") and text != "?":
                return text
            command = f":{text[1:].strip().casefold()}"
            if command == QUIT:
                raise QuitError
            if command in commands:
                return command
            if command not in (":", ":?"):
                self.say(message("There is no command {command} here.", command=text))
            self.say(about)
            rows = ((one, plain_text(self.tell(_ABOUT[one]))) for one in (*commands, QUIT))
            self.show(write_rows(rows))

    def _read(self, prompt: str) -> str:
        """Show a prompt and read the next line, cutting a very long one."""
        shown = plain_text(f"{self.tell(prompt)} ", "bold")
        self._console.print(shown, end="", width=max(self.width - ROOM, NARROWEST))
        self._console.file.flush()
        line = rest = self._typed.readline(_MAX_LINE) if self._typed else ""
        while rest and not rest.endswith("\n"):
            rest = self._typed.readline(_MAX_LINE)
        if not line:
            self._console.print()
            raise QuitError
        if not self._typed.isatty():
            self.show(Text(clean_line(line)))  # only a terminal shows what was typed
        return line.strip()
