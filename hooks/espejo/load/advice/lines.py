"""YAML line splitter: finds the key, value, and comment of a line, even in a file that doesn't parse."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from espejo.load.advice.mended import Mended
from espejo.messages.message import Message, message, sentences

QUOTES = "\"'"
CLOSING = {'"': '"', "'": "'", "{": "}", "[": "]"}
COLON = re.compile(r":(?=\s|$)")
"""A colon that ends a key in YAML."""

_HEAD = re.compile(r""" *(?:- +)*(?:(?:"[^"]*"|'[^']*'|[\w.-]+) *:(?=\s|$))?\s*""")
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


def quote_whole_value(parts: Parts, cause: Message, text: str, offset: int = 0) -> Mended:
    """Correct a line by quoting this text as its value; `offset` locates the mistake in the value."""
    quoted = quote_value(text)
    is_doubled = "'" in text and quoted.startswith("'")
    doubled = message("In single quotes, an apostrophe is written twice.") if is_doubled else ""
    return Mended(len(parts.head) + offset, sentences(cause, doubled), f"{parts.head}{quoted}{parts.tail}")


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


def is_key(lines: Sequence[str], word: str, index: int) -> bool:
    """Whether a word is a key on any line other than the one at this index."""
    others = (line.lstrip(" -") for number, line in enumerate(lines) if number != index)
    return any(line.startswith(f"{word}:") for line in others)
