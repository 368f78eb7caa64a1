"""Corrected lines: a mistake in one line, the line without it, and how messages show the correction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from espejo.messages.message import Message, message, plural
from espejo.model.problems import NO_FIX, Fix, OptionalFix, fix_in_line

MAX_SHOWN = 300
"""Messages show corrected lines up to this length, and only describe longer ones."""


class Advice(NamedTuple):
    """What is wrong, its line and column (from 1), and a fix if it's unambiguous."""

    line: int
    column: int
    fact: Message
    fix: OptionalFix = NO_FIX


class Mended(NamedTuple):
    """A mistake in one line: offset, cause, corrected line, and advice to give instead of that line."""

    offset: int
    cause: Message
    line: str
    instead: Message | None = None


Mistake = Callable[[Sequence[str], int], Iterator[Mended]]
"""Looks for one mistake in the line at an index; yields possible corrections, likeliest first."""


class Rewrite(NamedTuple):
    """A line (numbered from 1) before and after its correction."""

    number: int
    before: str
    after: str

    def show(self) -> Message:
        """End of a message: what to write instead of the line."""
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
            "Begin this line with {count} space, and write: {line}",
            "Begin this line with {count} spaces, and write: {line}",
            spaces,
            line=new,
        )

    @property
    def fix(self) -> Fix:
        """A fix of only the part that differs, so that two fixes of a line seldom overlap."""
        start = _count_same(self.before, self.after)
        same = _count_same(self.before[start:][::-1], self.after[start:][::-1])
        length = len(self.before) - start - same
        return fix_in_line(self.number, start + 1, length, self.after[start : len(self.after) - same])


def show_split(number: int, head: str, spaces: int, rest: str) -> Message:
    """End of a message: move the rest of a line (numbered from 1) to a new line."""
    return plural(
        "Leave only '{head}' on line {line}. On a new line below it, after {count} space, write: {rest}",
        "Leave only '{head}' on line {line}. On a new line below it, after {count} spaces, write: {rest}",
        spaces,
        head=head,
        line=str(number),
        rest=rest if len(rest) <= MAX_SHOWN else "…",
    )


def _count_same(one: str, other: str) -> int:
    """The length of the common prefix of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))
