"""Problems and notices (errors and hints about the data): records, fixes, suggestions, reports."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import groupby
from typing import NamedTuple, TypeVar

from espejo.messages.message import Message, Speak, comma_separated, message, plural, sentences
from espejo.packages import CHECK

MAX_OF_A_KIND = 40
MAX_KINDS = 100
"""Report limits: problems per kind, and kinds. The rest are only counted."""

MAX_NOTICES_OF_A_FILE = 5
"""Above this limit, a report only counts the notices of each kind."""

MAX_COMPARED = 5_000_000
_MAX_WORD = 200
"""Limits for spelling suggestions: letter pairs compared, and word length."""

_VALUE = re.compile(r"'[^']*'|\d+")

# Workflow commands in a GitHub Actions log: `::` at the start of a line, `##[` anywhere in it.
_COMMAND = re.compile(r"(^ *):(?=:)|#(?=#\[)")


class Place(NamedTuple):
    """A file relative to the project, and a line and column, from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Fix(NamedTuple):
    """A text edit, as in editors: replaces the text between two positions.

    Lines and columns are counted from 1, and the end is exclusive. For an insertion, start and end are equal.
    """

    line: int
    column: int
    last_line: int
    last_column: int
    text: str


OptionalFix = Fix | tuple[()]
NO_FIX: tuple[()] = ()
"""For problems without a single obvious fix. A tuple, like Fix, so that problems can be sorted."""


def fix_in_line(line: int, column: int, length: int, text: str) -> Fix:
    """A fix that replaces `length` characters of one line."""
    return Fix(line, column, line, column + length, text)


class Problem(NamedTuple):
    """One error: its place, the id of its record, the message, and a fix if there is one."""

    place: Place
    owner: str
    fact: Message
    fix: OptionalFix = NO_FIX

    def __str__(self) -> str:
        return self.show(str)

    def show(self, speak: Speak) -> str:
        """The problem as one line, in the language of `speak`."""
        owner = f"{self.owner}: " if self.owner else ""
        return printable(f"{self.place}: {owner}{speak(self.fact)}")


class Notice(Problem):
    """A hint that doesn't fail the build."""

    __slots__ = ()


def list_owners(problems: Iterable[Problem]) -> set[tuple[str, str]]:
    """The records with problems, by file and id."""
    return {(problem.place.file, problem.owner) for problem in problems}


def printable(line: str) -> str:
    """Make text from a file safe to print as one line in a terminal; shorten it if very long."""
    return escape_line(line if len(line) <= 1000 else f"{line[:1000]}…")


def escape_line(line: str) -> str:
    """Escape text so that a terminal or CI log displays it as one line and executes nothing.

    Unprintable characters and workflow commands are escaped as in JSON, so JSON keeps its meaning.
    """
    if not line.isprintable():
        line = "".join(one if one.isprintable() else _escape_character(one) for one in line)
    return _COMMAND.sub(lambda start: f"{start[1] or ''}{_escape_character(start[0][-1])}", line)


def _escape_character(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def quote(value: str) -> str:
    """Quote a value for a message, shortened if long."""
    return f"'{value}'" if len(value) <= 60 else f"'{value[:60]}…'"


def text_example(locales: Iterable[str]) -> str:
    """How a text is written in YAML: {en: …, es: …}, or … in a bank of one language."""
    passages = [f"{locale}: …" for locale in locales]
    return "{" + ", ".join(passages) + "}" if len(passages) > 1 else "…"


def find_closest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, ignoring case; empty if none is close."""
    return next(iter(_list_closest(word, known, 1)), "")


def _list_closest(word: str, known: Iterable[str], count: int) -> list[str]:
    short = sorted(one for one in known if len(one) <= _MAX_WORD) if len(word) <= _MAX_WORD else []
    same = [one for one in short if one.casefold() == word.casefold()]
    return (same or get_close_matches(word, short, n=count, cutoff=0.6))[:count]


def suggest(word: str, known: Iterable[str], otherwise: str = "") -> Message:
    """End of a message about an unknown word: the closest known word, or what was expected."""
    known = sorted(known)
    return describe_expected(find_closest(word, known), known, otherwise)


def describe_expected(closest: str, known: Iterable[str], otherwise: str = "") -> Message:
    """Like `suggest`, with the closest word already found."""
    if closest:
        return message("Did you mean '{word}'?", word=closest)
    if otherwise:
        return message("Expected {expected}", expected=otherwise)
    return message("Expected one of: {words}.", words=comma_separated(sorted(known)))


class Suggester:
    """Spelling suggestions for one file or rule, with a budget of letter comparisons.

    Comparing words is slow, and a report lists only the first few dozen problems of a kind anyway.
    """

    def __init__(self) -> None:
        self._left = MAX_COMPARED

    def __call__(self, word: str, known: Collection[str], otherwise: str = "") -> Message:
        closest = self.find_closest(word, known)
        return sentences() if closest is None else describe_expected(closest, known, otherwise)

    def find_closest(self, word: str, known: Collection[str]) -> str | None:
        """The known word that was probably meant; empty if none is close, None if the budget is spent."""
        return find_closest(word, known) if self._may_compare(word, known) else None

    def has_one_answer(self, word: str, known: Collection[str]) -> bool:
        """Whether exactly one known word is close."""
        return self._may_compare(word, known) and len(_list_closest(word, known, 2)) == 1

    def _may_compare(self, word: str, known: Collection[str]) -> bool:
        work = (len(word) + 1) * (sum(map(len, known)) + 1) if self._left > 0 else 0
        self._left -= work
        return bool(work) and self._left >= 0


Show = Callable[[Problem], str]


def report_problems(
    problems: Iterable[Problem],
    show: Show = str,
    speak: Speak = str,
    *,
    again: str = CHECK,
    all_: bool = False,
) -> str:
    """Problems one per line in file order, their number, and the command to check again."""
    distinct = sorted(set(problems))
    lines = map(show, distinct if all_ else list_first(distinct))
    total = plural(
        "{count} problem. Check again with: {command}",
        "{count} problems. Check again with: {command}",
        len(distinct),
        command=again,
    )
    return "\n".join([*lines, speak(total)])


def report_notices(
    notices: Iterable[Notice],
    show: Show = str,
    speak: Speak = str,
    *,
    all_: bool = False,
    program: str = "espejo",
) -> str:
    """Notices one per line in file order, and their number; files with many get a one-line summary."""
    distinct = sorted(set(notices))
    files = [list(in_file) for _, in_file in groupby(distinct, key=lambda one: one.place.file)]
    shown = files if all_ else files[:MAX_OF_A_KIND]
    lines: list[str] = []
    for in_file in shown:
        is_short = all_ or len(in_file) <= MAX_NOTICES_OF_A_FILE
        lines += map(show, in_file) if is_short else [_sum_notices(in_file, speak)]
    if left := len(files) - len(shown):
        lines.append(speak(plural("And {count} more file.", "And {count} more files.", left)))
    total = plural("{count} notice.", "{count} notices.", len(distinct))
    is_summed = len(lines) < len(distinct)
    see_all = message("To see each of them, run: {command}", command=f"{program} check --all")
    return "\n".join([*lines, speak(sentences(total, see_all) if is_summed else total)])


def _sum_notices(in_file: Sequence[Notice], speak: Speak) -> str:
    """Summarize the notices of one file in a line: the number of each kind, most frequent first."""
    said = [speak(one.fact).partition(". ")[0].rstrip(".") for one in in_file]
    alike: dict[str, set[str]] = {}  # what differs within a kind is blanked out
    for one in said:
        alike.setdefault(_VALUE.sub("…", one), set()).add(one)
    kinds = Counter(
        min(alike[kind]) if len(alike[kind]) == 1 else kind for kind in (_VALUE.sub("…", one) for one in said)
    )
    common = kinds.most_common(MAX_NOTICES_OF_A_FILE)
    others = kinds.total() - sum(count for _, count in common)
    listed = [f"{count:,} × {kind}" for kind, count in common]
    listed += [speak(message("{count} × something else", count=others))] if others else []
    total = speak(plural("{count} notice", "{count} notices", len(in_file)))
    return printable(f"{in_file[0].place.file}: {total}: {'; '.join(listed)}")


Listed = TypeVar("Listed", bound=Problem)


def list_first(found: Iterable[Listed]) -> Iterator[Listed]:
    """The first few dozen problems of each kind, in file order; the last one adds how many were cut."""
    ordered = sorted(set(found))
    kinds = [_VALUE.sub("", one.fact.partition(". ")[0]) for one in ordered]
    others = set(list(dict.fromkeys(kinds))[MAX_KINDS:])
    kinds = ["" if kind in others else kind for kind in kinds]  # the rest count as one kind
    left, listed = Counter(kinds), Counter[str]()
    for kind, one in zip(kinds, ordered, strict=True):
        listed[kind] += 1
        left[kind] -= 1
        if listed[kind] == MAX_OF_A_KIND and left[kind]:
            more = (
                message("And {count} more of this kind.", count=left[kind])
                if kind
                else plural("And {count} more problem.", "And {count} more problems.", left[kind])
            )
            yield one._replace(fact=sentences(one.fact, more))
        elif listed[kind] <= MAX_OF_A_KIND:
            yield one
