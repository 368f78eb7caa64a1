"""YAML lines: their parts, even in a file that doesn't parse, and how messages show a corrected line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from espejo.messages.message import Message, message, plural, sentences
from espejo.model.keys import list_keys
from espejo.model.problems import NO_FIX, Fix, OptionalFix, fix_in_line
from espejo.model.proof import Proof
from espejo.model.quiz import Card, Choice, Question

MAX_SHOWN = 300
"""Messages show corrected lines up to this length, and only describe longer ones."""


class Advice(NamedTuple):
    """What is wrong, its line and column (from 1), and a fix if it's unambiguous."""

    line: int
    column: int
    fact: Message
    fix: OptionalFix = NO_FIX


class Correction(NamedTuple):
    """A mistake in one line: offset, cause, corrected line, and advice to give instead of that line."""

    offset: int
    cause: Message
    line: str
    instead: Message | None = None


FindMistake = Callable[[Sequence[str], int], Iterator[Correction]]
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
            return message("The corrected line is too long to show here.")
        if spaces == len(self.before) - len(old):
            return message("Write: {line}", line=new)
        return plural(
            "Begin this line with {count} space, and write: {line}",
            "Begin this line with {count} spaces, and write: {line}",
            spaces,
            line=new,
        )

    def advise(self, column: int, fact: Message) -> Advice:
        """Advice to write the corrected line."""
        return Advice(self.number, column, sentences(fact, self.show()), self.fix)

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


QUOTES = "\"'"
CLOSING = {'"': '"', "'": "'", "{": "}", "[": "]"}
COLON = re.compile(r":(?=\s|$)")
"""A colon that ends a key in YAML."""

_HEAD = re.compile(r""" *(?:- +)*(?:(?:"[^"]*"|'[^']*'|[\w.-]+) *:(?=\s|$))?\s*""")
_KEYS = frozenset(key.name for shape in (Question, Card, Choice, Proof) for key in list_keys(shape))
"""Keys that a file may use for the first time in the line in question."""

_COMMENT = re.compile(r"(?:^|\s)#.*")
_WORD = re.compile(r" *(?:- +)*([A-Za-z_][\w-]*)")


class Parts(NamedTuple):
    """A line in three parts: indentation, dashes, and key; value; trailing space and comment."""

    head: str
    value: str
    tail: str


def split_line(line: str) -> Parts:
    """Split a line before and after its value."""
    head = _HEAD.match(line)
    start = head.end() if head else 0
    rest = line[start:]
    close = CLOSING.get(rest[:1])  # a comment comes after the quote or bracket that closes the value
    comment = _COMMENT.search(rest, rest.rfind(close) + 1 if close else 0)
    value = rest[: comment.start() if comment else len(rest)].rstrip()
    return Parts(line[:start], value, rest[len(value) :].rstrip())


def quote_value(text: str) -> str:
    """Quote a text with the kind of quotes that needs no escaping, if possible."""
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    escaped = text.replace("'", "''")
    return f"'{escaped}'"


def quote_whole_value(parts: Parts, cause: Message, text: str, offset: int = 0) -> Correction:
    """Correct a line by quoting this text as its value; `offset` locates the mistake in the value."""
    quoted = quote_value(text)
    is_doubled = "'" in text and quoted.startswith("'")
    doubled = message("In single quotes, an apostrophe is written twice.") if is_doubled else ""
    return Correction(
        len(parts.head) + offset, sentences(cause, doubled), f"{parts.head}{quoted}{parts.tail}"
    )


def describe_sign(sign: str) -> Message:
    """Message: the text needs quotes because of its first character."""
    return message("a text that begins with {sign} needs quotes.", sign=sign)


def count_spaces(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def find_line_before(lines: Sequence[str], index: int) -> int | None:
    """The index of the last non-blank line before this one."""
    return next((number for number in range(index - 1, -1, -1) if lines[number].strip()), None)


def find_word(line: str) -> re.Match[str] | None:
    """Match the first word of a line, which may be a key; group 1 is the word."""
    return _WORD.match(line)


def is_known_key(lines: Sequence[str], index: int) -> bool:
    """Whether another line of the file uses the first word of this line as a key."""
    word = find_word(lines[index])
    return bool(word and is_key(lines, word[1], index))


def is_record_key(word: str) -> bool:
    """Whether a word is a key of a question, card, choice, or proof."""
    return word in _KEYS


def is_key(lines: Sequence[str], word: str, index: int) -> bool:
    """Whether a word is a key of a question or card, or on any line other than the one at this index."""
    others = (line.lstrip(" -") for number, line in enumerate(lines) if number != index)
    return word in _KEYS or any(line.startswith(f"{word}:") for line in others)
