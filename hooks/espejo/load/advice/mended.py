"""Mended lines: a mistake in one line of a file, the line without it, and how a message shows that line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from espejo.messages.message import Message, message, plural

MAX_SHOWN = 300
"""A message shows a mended line of at most so many characters; a longer one is only described."""


class Advice(NamedTuple):
    """What is wrong, and its line and column, counted from 1."""

    line: int
    column: int
    fact: Message


class Mended(NamedTuple):
    """A mistake in one line: its offset, its cause, the line without it, and what to do if not that line."""

    offset: int
    cause: Message
    line: str
    instead: Message | None = None


Mistake = Callable[[Sequence[str], int], Iterator[Mended]]
"""Looks for one mistake in the line at an index, and yields the ways to mend it, the likeliest first."""


class Rewrite(NamedTuple):
    """A line of a file, counted from 1, as it is and as it should be."""

    number: int
    before: str
    after: str

    def show(self) -> Message:
        """The end of a message: what to write instead of the line."""
        old, new = self.before.lstrip(), self.after.lstrip()
        spaces = len(self.after) - len(new)
        if old == new:
            return plural(
                "Begin this line with {count} space.", "Begin this line with {count} spaces.", spaces
            )
        if len(new) > MAX_SHOWN:
            return message("The line is too long to be shown mended here.")
        if spaces == len(self.before) - len(old):
            return message("Write: {line}", line=new)
        return plural(
            "Write, after {count} space: {line}", "Write, after {count} spaces: {line}", spaces, line=new
        )
