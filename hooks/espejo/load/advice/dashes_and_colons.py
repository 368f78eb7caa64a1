"""YAML mistakes with dashes, colons, and tabs: missing, wrong, or without a space after them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from espejo.load.advice.indentation import list_indents
from espejo.load.advice.lines import find_word, is_known_key
from espejo.load.advice.mended import Mended, Mistake
from espejo.messages.message import message

_GLUED_KEY = re.compile(r" *(?:- +)*[A-Za-z_][\w-]*:(?!\s|//|$)")
_GLUED_DASH = re.compile(r" *-(?=[A-Za-z_\"'])")
_OTHER_DASH = re.compile(r"( *)([–—•·*]|[0-9]+[.)]) +(?=\S)")
_INSTEAD_OF_COLON = re.compile(r"\s*[=;：]\s*|\s+|$")


def _find_tab(lines: Sequence[str], index: int) -> Iterator[Mended]:
    line = lines[index]
    tab = line[: len(line) - len(line.lstrip())].find("\t")
    if tab >= 0:
        for width in list_indents(lines, index):
            cause = message("this line begins with a tab (the Tab key), not with spaces.")
            yield Mended(tab, cause, " " * width + line.lstrip())


def mend_glued_key(line: str) -> Mended | None:
    """Insert the missing space after a key's colon: en:Text."""
    key = _GLUED_KEY.match(line)
    if not key:
        return None
    cause = message("a space is missing after '{key}'.", key=key[0].lstrip(" -"))
    return Mended(key.end() - 1, cause, f"{key[0]} {line[key.end() :]}")


def _find_glued_key(lines: Sequence[str], index: int) -> Iterator[Mended]:
    if mended := mend_glued_key(lines[index]):
        yield mended


def _find_glued_dash(lines: Sequence[str], index: int) -> Iterator[Mended]:
    line = lines[index]
    if dash := _GLUED_DASH.match(line):
        cause = message("a space is missing after the dash.")
        yield Mended(dash.end() - 1, cause, f"{dash[0]} {line[dash.end() :]}")


def _find_other_dash(lines: Sequence[str], index: int) -> Iterator[Mended]:
    """Find a list item with a bullet or number instead of a dash, as word processors write it."""
    line = lines[index]
    if dash := _OTHER_DASH.match(line):
        cause = message(
            "an item of a list begins with a dash (-) and a space, not with '{sign}'.", sign=dash[2]
        )
        yield Mended(len(dash[1]), cause, f"{dash[1]}- {line[dash.end() :]}")


def _find_missing_colon(lines: Sequence[str], index: int) -> Iterator[Mended]:
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
    yield Mended(word.end(), cause, attempt)


SIGN_MISTAKES: tuple[Mistake, ...] = (
    _find_tab,
    _find_glued_key,
    _find_glued_dash,
    _find_other_dash,
    _find_missing_colon,
)
