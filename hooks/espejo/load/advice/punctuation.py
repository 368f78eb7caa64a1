"""YAML mistakes with punctuation: dashes, colons, and tabs, and unquoted text that needs quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from espejo.load.advice.indentation import fits, list_indents
from espejo.load.advice.lines import (
    COLON,
    Correction,
    FindMistake,
    Parts,
    count_spaces,
    describe_sign,
    find_word,
    is_key,
    is_known_key,
    quote_whole_value,
    show_split,
    split_line,
)
from espejo.load.advice.quotes import has_key_in_braces
from espejo.messages.message import message

_GLUED_KEY = re.compile(r" *(?:- +)*[A-Za-z_][\w-]*:(?!\s|//|$)")
_GLUED_DASH = re.compile(r" *-(?=[A-Za-z_\"'])")
_OTHER_DASH = re.compile(r"( *)([–—•·*]|[0-9]+[.)]) +(?=\S)")
_INSTEAD_OF_COLON = re.compile(r"\s*[=;：]\s*|\s+|$")


def _find_tab(lines: Sequence[str], index: int) -> Iterator[Correction]:
    line = lines[index]
    tab = line[: len(line) - len(line.lstrip())].find("\t")
    if tab >= 0:
        for width in sorted(list_indents(lines, index), key=lambda width: not fits(lines, index, width)):
            cause = message("this line begins with a tab (the Tab key), not with spaces.")
            yield Correction(tab, cause, " " * width + line.lstrip())


def correct_glued_key(line: str) -> Correction | None:
    """Insert the missing space after a key's colon: en:Text."""
    key = _GLUED_KEY.match(line)
    if not key:
        return None
    cause = message("a space is missing after '{key}'.", key=key[0].lstrip(" -"))
    return Correction(key.end() - 1, cause, f"{key[0]} {line[key.end() :]}")


def _find_glued_key(lines: Sequence[str], index: int) -> Iterator[Correction]:
    if fixed := correct_glued_key(lines[index]):
        yield fixed


def _find_glued_dash(lines: Sequence[str], index: int) -> Iterator[Correction]:
    line = lines[index]
    if dash := _GLUED_DASH.match(line):
        cause = message("a space is missing after the dash.")
        yield Correction(dash.end() - 1, cause, f"{dash[0]} {line[dash.end() :]}")


def _find_other_dash(lines: Sequence[str], index: int) -> Iterator[Correction]:
    """Find a list item with a bullet or number instead of a dash, as word processors write it."""
    line = lines[index]
    if dash := _OTHER_DASH.match(line):
        cause = message(
            "an item of a list begins with a dash (-) and a space, not with '{sign}'.", sign=dash[2]
        )
        yield Correction(len(dash[1]), cause, f"{dash[1]}- {line[dash.end() :]}")


def _find_missing_colon(lines: Sequence[str], index: int) -> Iterator[Correction]:
    """Find a key with no colon or the wrong sign after it: kind single, kind = single."""
    line = lines[index]
    word = find_word(line)
    instead = _INSTEAD_OF_COLON.match(line, word.end()) if word else None
    if not word or not instead or not is_known_key(lines, index):
        return
    value = line[instead.end() :]
    attempt = f"{word[0]}: {value}" if value else f"{word[0]}:"
    sign = instead[0].strip()
    cause = (
        message("after '{key}' goes a colon (:), not '{sign}'.", key=word[1], sign=sign)
        if sign
        else message("a colon is missing after '{key}'.", key=word[1])
    )
    yield Correction(word.end(), cause, attempt)


SIGN_MISTAKES: tuple[FindMistake, ...] = (
    _find_tab,
    _find_glued_key,
    _find_glued_dash,
    _find_other_dash,
    _find_missing_colon,
)


# YAML syntax characters at the start of a value.
_SIGN = re.compile(r"[-?](?=\s)|[>|](?![-+0-9]*(?:\s*$|\s+#))|[*&!%@`{\[\]},]")
_KEY_IN_VALUE = re.compile(r"(?:- +)?([a-z][\w-]*):(?=\s|$)")


def _find_key_in_value(lines: Sequence[str], index: int) -> Iterator[Correction]:
    """Find two keys on the same line: title: en: Text."""
    parts = split_line(lines[index])
    key = _KEY_IN_VALUE.match(parts.value)
    if not key or not parts.head.rstrip().endswith(":") or not is_key(lines, key[1], index):
        return
    if parts.value.endswith("}"):
        line = f"{parts.head}{{{parts.value}{parts.tail}"
        yield Correction(len(parts.head), message("the {{ before '{key}' is missing.", key=key[0]), line)
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


def _find_sign_at_start(lines: Sequence[str], index: int) -> Iterator[Correction]:
    """Find a text that begins with a YAML syntax character: *bold*, @name, > quotation."""
    parts = split_line(lines[index])
    sign = _SIGN.match(parts.value)
    if sign and not has_key_in_braces(parts.value):
        yield quote_whole_value(parts, describe_sign(sign[0]), parts.value)


def _find_colon(lines: Sequence[str], index: int) -> Iterator[Correction]:
    parts = split_line(lines[index])
    colon = COLON.search(parts.value)
    if colon and parts.head.strip() and parts.value[0] not in "\"'{[|>":
        cause = (
            message("a text with a colon and a space after it needs quotes.")
            if colon.end() < len(parts.value)
            else message("a text that ends with a colon needs quotes.")
        )
        yield quote_whole_value(parts, cause, parts.value, colon.start())


UNQUOTED_MISTAKES: tuple[FindMistake, ...] = (_find_key_in_value, _find_sign_at_start, _find_colon)
