"""Invisible characters: control, bidirectional, zero-width, blank, odd line breaks, all rejected."""

from __future__ import annotations

import re
import unicodedata

INVISIBLE = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)


def describe_invisible(character: str) -> str:
    """The problem message for one invisible character."""
    name = unicodedata.name(character, "control character")
    return f"invisible character U+{ord(character):04X} ({name.lower()}). Delete it."
