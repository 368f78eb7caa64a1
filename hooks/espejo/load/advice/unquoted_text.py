"""YAML mistakes in unquoted text: a colon, a key, or a special character that needs quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from espejo.load.advice.lines import (
    COLON,
    Parts,
    count_spaces,
    describe_sign,
    is_key,
    quote_whole_value,
    split_line,
)
from espejo.load.advice.mended import Mended, Mistake, show_split
from espejo.load.advice.quotes import has_key_in_braces
from espejo.messages.message import message

# YAML syntax characters at the start of a value.
_SIGN = re.compile(r"[-?](?=\s)|[>|](?![-+0-9]*(?:\s*$|\s+#))|[*&!%@`{\[\]},]")
_KEY_IN_VALUE = re.compile(r"(?:- +)?([a-z][\w-]*):(?=\s|$)")


def _find_key_in_value(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find two keys on the same line: title: en: Text."""
    parts = split_line(lines[index])
    key = _KEY_IN_VALUE.match(parts.value)
    if not key or not parts.head.rstrip().endswith(":") or not is_key(lines, key[1], index):
        return
    if parts.value.endswith("}"):
        line = f"{parts.head}{{{parts.value}{parts.tail}"
        yield Mended(len(parts.head), message("the {{ before '{key}' is missing.", key=key[0]), line)
    cause = message("'{key}' needs a line of its own.", key=key[0])
    spaces = _find_spaces_below(lines, index, parts)
    instead = show_split(index + 1, parts.head.strip(), spaces, parts.value)
    yield quote_whole_value(parts, cause, parts.value)._replace(instead=instead)


def _find_spaces_below(lines: Sequence[str], index: int, parts: Parts) -> int:
    """The indent of a value below its key: that of its other lines, or two more than the key."""
    key = len(parts.head) - len(parts.head.lstrip(" -"))
    below = takewhile(lambda line: not line.strip() or count_spaces(line) > key, lines[index + 1 :])
    dash = "-" if parts.value.startswith("-") else ""
    starts = (count_spaces(line) for line in below if line.strip() and line.lstrip().startswith(dash))
    return min(starts, default=key + 2)


def _find_sign_at_start(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find a text that begins with a YAML syntax character: *bold*, @name, > quotation."""
    parts = split_line(lines[index])
    sign = _SIGN.match(parts.value)
    if sign and not has_key_in_braces(parts.value):
        yield quote_whole_value(parts, describe_sign(sign[0]), parts.value)


def _find_colon(lines: Sequence[str], index: int) -> Iterator[Mended]:
    parts = split_line(lines[index])
    colon = COLON.search(parts.value)
    if colon and parts.head.strip() and parts.value[0] not in "\"'{[|>":
        cause = (
            message("a text with a colon and a space after it needs quotes.")
            if colon.end() < len(parts.value)
            else message("a text that ends with a colon needs quotes.")
        )
        yield quote_whole_value(parts, cause, parts.value, colon.start())


UNQUOTED_MISTAKES: tuple[Mistake, ...] = (_find_key_in_value, _find_sign_at_start, _find_colon)
