"""Problems and notices: what is wrong in the data, or worth knowing, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import NamedTuple


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
    """Text as one safe line for a terminal, whatever a file has put into it."""
    shown = line if len(line) <= 1000 else f"{line[:1000]}…"
    return "".join(one if one.isprintable() else f"\\u{ord(one):04x}" for one in shown)


def quote(value: str) -> str:
    """A value of a file in quotes, shortened for a message."""
    return f"'{value}'" if len(value) <= 60 else f"'{value[:60]}…'"


def text_example(locales: Iterable[str]) -> str:
    """How a text is written in YAML: {en: …, es: …}."""
    return "{" + ", ".join(f"{locale}: …" for locale in sorted(locales)) + "}"


def suggest(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the closest known one, or all of them."""
    known = sorted(known)
    close = get_close_matches(word, known, n=1, cutoff=0.6)
    return f" Did you mean '{close[0]}'?" if close else f" Expected one of: {', '.join(known)}."


def report_problems(
    problems: Iterable[Problem], show: Callable[[Problem], str] = str, *, again: str = "make check"
) -> str:
    """All problems, one per line in file order, how many there are, and how to check again."""
    return f"{_lines(problems, 'problem', show)} Check again with: {again}"


def report_notices(notices: Iterable[Notice], show: Callable[[Problem], str] = str) -> str:
    """All notices, one per line in file order, and how many there are."""
    return _lines(notices, "notice", show)


def _lines(found: Iterable[Problem], noun: str, show: Callable[[Problem], str]) -> str:
    lines = [show(one) for one in sorted(set(found))]
    return "\n".join([*lines, f"{len(lines)} {noun}{'' if len(lines) == 1 else 's'}."])
