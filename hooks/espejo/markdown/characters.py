"""Unreadable characters: invisible ones, stacked diacritics (Zalgo text), and lookalikes (homoglyphs)."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from espejo.messages.message import Message, message

# Control, bidirectional, zero-width, blank, and private-use characters, odd line breaks, noncharacters.
INVISIBLE = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\ufffe\uffff\U00013430-\U00013455\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"
    "\U000e0000-\U0010ffff]"
)

MAX_MARKS = 3
"""Limit of combining marks per letter. More would cover the lines above and below."""

_MARKS = ("Mn", "Me")
_NO_WORDS = re.compile(rf"[^\w\x00-\u02ff]{{{MAX_MARKS + 1},}}")
# Cyrillic letters, and the Greek ones that look like Latin letters, next to a Latin letter.
_LOOKALIKE = "[\u0400-\u052fΑΒΕΖΗΙΚΜΝΟΡΤΥΧο]"
_MIXED = re.compile(f"(?<=[A-Za-zÀ-ɏ]){_LOOKALIKE}|{_LOOKALIKE}(?=[A-Za-zÀ-ɏ])")
_SUSPECT = re.compile(f"{INVISIBLE.pattern}|{_LOOKALIKE}")
_PLAIN_ASCII = bytes([0x09, 0x0A, *range(0x20, 0x7F)])


# Characters common in pasted text, with translated names. All others get their Unicode name, in English.
_NAMES = {
    "\u00a0": message("no-break space"),
    "\u00ad": message("soft hyphen"),
    "\u2002": message("en space"),
    "\u2003": message("em space"),
    "\u2009": message("thin space"),
    "\u200a": message("hair space"),
    "\u200b": message("zero width space"),
    "\u202f": message("narrow no-break space"),
    "\u3000": message("ideographic space"),
    "\ufeff": message("byte order mark"),
}


class Unreadable(NamedTuple):
    """A character that readers can't see or can't tell from another: its offset and the message."""

    offset: int
    fact: Message


def find_unreadable(text: str) -> Unreadable | None:
    """Find the first invisible character or, if there is none, the first lookalike or stack of marks."""
    if not may_be_unreadable(list_rare_characters(text)):
        return None
    if invisible := INVISIBLE.search(text):
        fact = message(
            "invisible character {character}. Delete it.", character=describe_character(invisible[0])
        )
        return Unreadable(invisible.start(), fact)
    if mixed := _MIXED.search(text):
        fact = message(
            "{character} in a word of Latin letters looks like another letter. Retype it.",
            character=describe_character(mixed[0]),
        )
        return Unreadable(mixed.start(), fact)
    for run in _NO_WORDS.finditer(text):
        marks = "".join("m" if unicodedata.category(one) in _MARKS else " " for one in run[0])
        if (start := marks.find("m" * (MAX_MARKS + 1))) >= 0:
            fact = message(
                "more than {limit} marks on one letter. Delete those that nobody can read.", limit=MAX_MARKS
            )
            return Unreadable(run.start() + start, fact)
    return None


def list_rare_characters(text: str) -> str:
    """The distinct characters of a text outside printable ASCII: a few dozen, however long the text.

    Searching these is much faster than searching the whole text.
    """
    rare = text.encode("utf-8", "surrogatepass").translate(None, _PLAIN_ASCII)
    return "".join(set(rare.decode("utf-8", "surrogatepass")))


def may_be_unreadable(rare: str) -> bool:
    """Whether a text with these rare characters may be unreadable; if False, it isn't."""
    return bool(_SUSPECT.search(rare)) or any(unicodedata.category(one) in _MARKS for one in rare)


def describe_character(character: str) -> Message:
    """The code point and name of a character: U+00A0 (no-break space)."""
    return message("{code} ({name})", code=f"U+{ord(character):04X}", name=_name_character(character))


def _name_character(character: str) -> str:
    if character in _NAMES:
        return _NAMES[character]
    name = unicodedata.name(character, "").lower()
    return name or (message("control character") if character < "\xa0" else message("without a name"))
