"""Problems and notices: what is wrong in the data, or worth knowing, each with its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from difflib import get_close_matches
from typing import NamedTuple, TypeVar

MAX_OF_A_KIND = 40
MAX_KINDS = 100
"""A report lists so many problems of a kind, and so many kinds; the rest is only counted."""

MAX_COMPARED = 5_000_000
_MAX_WORD = 200
"""How many pairs of letters are compared to suggest a word that was meant, and how long a word may be."""

_VALUE = re.compile(r"'[^']*'|\d+")

# What the log of a workflow on GitHub takes for a command: `::` at the start of a line, `##[` anywhere in it.
_COMMAND = re.compile(r"(^ *):(?=:)|#(?=#\[)")


class Place(NamedTuple):
    """A file relative to the project, and a line and column counted from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Problem(NamedTuple):
    """One thing that is wrong: its place, the id of the record, and the fact."""

    place: Place
    owner: str
    fact: str

    def __str__(self) -> str:
        owner = f"{self.owner}: " if self.owner else ""
        return printable(f"{self.place}: {owner}{self.fact}")


class Notice(Problem):
    """One thing worth knowing that does not stop a build."""

    __slots__ = ()


def printable(line: str) -> str:
    """Text as one safe line for a terminal, whatever a file has put into it, shortened if it is very long."""
    return escape_line(line if len(line) <= 1000 else f"{line[:1000]}…")


def escape_line(line: str) -> str:
    """Text as one line that a terminal or the log of a workflow only shows.

    What does not print is escaped as in JSON (so JSON stays the same JSON), and so is the start of a command.
    """
    if not line.isprintable():
        line = "".join(one if one.isprintable() else _escape_character(one) for one in line)
    return _COMMAND.sub(lambda start: f"{start[1] or ''}{_escape_character(start[0][-1])}", line)


def _escape_character(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def quote(value: str) -> str:
    """A value of a file in quotes, shortened for a message."""
    return f"'{value}'" if len(value) <= 60 else f"'{value[:60]}…'"


def text_example(locales: Iterable[str]) -> str:
    """How a text is written in YAML: {en: …, es: …}."""
    return "{" + ", ".join(f"{locale}: …" for locale in sorted(locales)) + "}"


def suggest(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """The end of a message about an unknown word: the closest known one, or else what was expected."""
    known = sorted(known)
    short = [one for one in known if len(one) <= _MAX_WORD] if len(word) <= _MAX_WORD else []
    close = get_close_matches(word, short, n=1, cutoff=0.6)
    if close:
        return f" Did you mean '{close[0]}'?"
    return f" Expected {otherwise}" if otherwise else f" Expected one of: {', '.join(known)}."


class Suggester:
    """Makes suggestions for one file or rule, as long as not too many letters have to be compared.

    Comparing words is slow, and a report lists only the first few dozen problems of a kind.
    """

    def __init__(self) -> None:
        self._left = MAX_COMPARED

    def __call__(self, word: str, known: Collection[str], otherwise: str = "") -> str:
        work = (len(word) + 1) * (sum(map(len, known)) + 1) if self._left > 0 else 0
        self._left -= work
        return suggest(word, known, otherwise) if work and self._left >= 0 else ""


def report_problems(
    problems: Iterable[Problem], show: Callable[[Problem], str] = str, *, again: str = "make check"
) -> str:
    """All problems, one per line in file order, how many there are, and how to check again."""
    return f"{_lines(problems, 'problem', show)} Check again with: {again}"


def report_notices(notices: Iterable[Notice], show: Callable[[Problem], str] = str) -> str:
    """All notices, one per line in file order, and how many there are."""
    return _lines(notices, "notice", show)


def _lines(found: Iterable[Problem], noun: str, show: Callable[[Problem], str]) -> str:
    distinct = set(found)
    lines = map(show, list_first(distinct))
    return "\n".join([*lines, f"{len(distinct):,} {noun}{'' if len(distinct) == 1 else 's'}."])


Listed = TypeVar("Listed", bound=Problem)


def list_first(found: Iterable[Listed]) -> Iterator[Listed]:
    """The first few dozen problems of each kind, in file order; the last one says how many more there are."""
    ordered = sorted(set(found))
    kinds = [_VALUE.sub("", one.fact.partition(". ")[0]) for one in ordered]
    others = set(list(dict.fromkeys(kinds))[MAX_KINDS:])
    kinds = ["" if kind in others else kind for kind in kinds]  # all that are left count as one kind
    left, listed = Counter(kinds), Counter[str]()
    for kind, one in zip(kinds, ordered, strict=True):
        listed[kind] += 1
        left[kind] -= 1
        if listed[kind] == MAX_OF_A_KIND and left[kind]:
            more = f"And {left[kind]:,} more of this kind." if kind else f"And {left[kind]:,} more problems."
            yield one._replace(fact=f"{one.fact} {more}")
        elif listed[kind] <= MAX_OF_A_KIND:
            yield one
