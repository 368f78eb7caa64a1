"""Mistakes in text without quotes: a colon, a key or a sign of YAML in it, where it needs quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from espejo.load.advice.lines import COLON, is_key, quote_whole_value, split_line
from espejo.load.advice.mended import Mended, Mistake
from espejo.load.advice.quotes import has_key_in_braces
from espejo.messages.message import message

# What YAML reads as a sign and not as text at the start of a value.
_SIGN = re.compile(r"[-?](?=\s)|[>|](?![-+0-9]*(?:\s*$|\s+#))|[*&!%@`{\[\]},]")
_KEY_IN_VALUE = re.compile(r"(?:- +)?([a-z][\w-]*):(?=\s|$)")


def _find_key_in_value(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find a key after another on the same line: title: en: Text."""
    parts = split_line(lines[index])
    key = _KEY_IN_VALUE.match(parts.value)
    if not key or not parts.head.rstrip().endswith(":") or not is_key(lines, key[1], index):
        return
    if parts.value.endswith("}"):
        line = f"{parts.head}{{{parts.value}{parts.tail}"
        yield Mended(len(parts.head), message("the {{ before this is missing."), line)
    cause = message("'{key}' cannot follow another key on the same line.", key=key[0])
    instead = message(
        "Write it on a line of its own below '{above}', indented further.", above=parts.head.strip(" -")
    )
    yield quote_whole_value(parts, cause, parts.value)._replace(instead=instead)


def _find_sign_at_start(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find a text that begins with a sign of YAML: *bold*, @name, > quotation."""
    parts = split_line(lines[index])
    sign = _SIGN.match(parts.value)
    if sign and not has_key_in_braces(parts.value):
        cause = message("a text that begins with {sign} needs quotes.", sign=sign[0])
        yield quote_whole_value(parts, cause, parts.value)


def _find_colon(lines: Sequence[str], index: int) -> Iterator[Mended]:
    parts = split_line(lines[index])
    colon = COLON.search(parts.value)
    if colon and parts.head.strip() and parts.value[0] not in "\"'{[|>":
        cause = message("a text with a colon and a space needs quotes.")
        yield quote_whole_value(parts, cause, parts.value, colon.start())


UNQUOTED_MISTAKES: tuple[Mistake, ...] = (_find_key_in_value, _find_sign_at_start, _find_colon)
