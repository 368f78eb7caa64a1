"""Prompt: reads a line, which is an answer, or a command if it starts with a colon.

Commands need the colon because a single letter could be the label of a choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from espejo.messages.message import Message, message
from espejo.study.terminal.rich_text import plain_text, write_rows
from espejo.study.terminal.screen import Screen

HINT, SHOW, NEXT, PREVIOUS, AGAIN, HAND_IN, QUIT = "h", "s", "n", "p", "r", "e", "q"

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
    """The reader wants to quit."""


class Line(NamedTuple):
    """A typed line: a text, or the letter of a command."""

    text: str
    command: str = ""


def ask_line(screen: Screen, prompt: Message, allowed: Iterable[str], about: Message) -> Line:
    """Ask until the input is a text or an allowed command. `about` explains other valid input."""
    commands = (*allowed, QUIT)
    while True:
        text = screen.ask(prompt)
        letter = text[1:].strip().casefold()
        if not text.startswith(":") and text != "?":
            return Line(text)
        if letter == QUIT:
            raise QuitError
        if text.startswith(":") and letter in commands:
            return Line("", letter)
        if letter not in ("", "?"):
            screen.say(message("There is no command {command} here.", command=text))
        _show_help(screen, commands, about)


def _show_help(screen: Screen, commands: Iterable[str], about: Message) -> None:
    screen.say(about)
    rows = ((f":{letter}", plain_text(screen.tell(_ABOUT[letter]))) for letter in commands)
    screen.show(write_rows(rows))
