"""Terminal escaping: shows control and invisible characters as visible escapes."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from espejo.markdown.characters import INVISIBLE, MAX_MARKS

_KEPT = "\n\t"
_LINE_END = re.compile("\r\n?")
_HEAP = re.compile(rf"[^\w\x00-\u02ff]{{{MAX_MARKS + 1},}}")


@lru_cache(maxsize=1024)
def clean(text: str) -> str:
    """Escape control, bidirectional, invisible, and unassigned characters.

    Line breaks and tabs are kept, other whitespace becomes spaces, and stacked combining marks are limited.
    """
    if text.isascii() and text.isprintable():
        return text
    text = _LINE_END.sub("\n", text)
    if not text.isascii():
        text = _HEAP.sub(_thin_out, text)
    return "".join(one if one in _KEPT else _clean_character(one) for one in text)


def clean_line(text: str) -> str:
    """Clean a text as one line: line breaks and tabs become spaces too."""
    return " ".join(clean(text).split())


def _clean_character(character: str) -> str:
    if unicodedata.category(character) == "Zs":
        return " "
    if character.isprintable() and not INVISIBLE.match(character):
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _thin_out(run: re.Match[str]) -> str:
    kept, marks = [], 0
    for one in run[0]:
        marks = marks + 1 if unicodedata.category(one) in ("Mn", "Me") else 0
        if marks <= MAX_MARKS:
            kept.append(one)
    return "".join(kept)
