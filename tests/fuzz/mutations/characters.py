"""Mutations of characters: the bytes and lines of one file, without regard to what they mean."""

from __future__ import annotations

from random import Random

from .trees import text_mutation

ODD_CHARACTERS = (
    *("\ufeff", "\0", "\x07", "\x1b", "\x7f", "\x80", "\x85", "\x9f", "\r", "\x0b", "\x0c", "\u2028"),
    *("\u2029", "\t", "\x1c", "\x1f", "\u202e", "\u2066", "\u200f", "\u061c", "\u200b", "\u200d"),
    *("\u2060", "\u00ad", "\u0301", "e\u0301", "\u0323\u0307", "\u1112\u1161\u11ab", "\u0344", "\u212b"),
    *("\U0001f600", "\U0001f468\u200d\U0001f469", "\U00020000", "\U000e0041", "\U0010ffff", "\ufffe"),
    *("\uffff", "\ue000", "\ufffd", "\u3164", "\u00a0", "\u3000", "\u202f", "\ufe0f", "ﬁ", "ß", "İ", "ı"),
    *("Ǆ", "٣", "½", "²", "Ω", "ﷺ", "字", "ñ", "'", '"', "#", ": ", "- ", "? ", "|", ">", "&a ", "*a", "!"),
    *("%", "@", "`", "{", "}", "[", "]", ",", "---\n", "...\n", "<<: ", "\\", "$", "<", "&", "\n", "\n\n"),
    *("\r\n", "  ", "\n\t", "%YAML 1.1\n"),
)
_BAD_BYTES = (b"\xff", b"\xc3", b"\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80", b"\xfe\xff")


@text_mutation("characters")
def insert_odd_character(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(ODD_CHARACTERS) + text[at:]


@text_mutation("characters")
def replace_character(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(ODD_CHARACTERS) + text[at + 1 :]


@text_mutation("characters")
def insert_bad_bytes(random: Random, text: str) -> bytes:
    raw = text.encode()
    at = random.randrange(len(raw) + 1)
    return raw[:at] + random.choice(_BAD_BYTES) + raw[at:]


@text_mutation("characters")
def flip_bit(random: Random, text: str) -> bytes:
    raw = bytearray(text.encode())
    if raw:
        raw[random.randrange(len(raw))] ^= 1 << random.randrange(8)
    return bytes(raw)


@text_mutation("characters")
def delete_span(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + text[at + random.choice((1, 1, 2, 5, 40, 400)) :]


@text_mutation("characters")
def cut_off(random: Random, text: str) -> str:
    return text[: random.randrange(len(text) + 1)]


@text_mutation("characters")
def repeat_span(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    span = text[at : at + random.choice((1, 2, 3, 10))]
    return text[:at] + span * random.choice((2, 10, 100, 1000, 5000)) + text[at:]


@text_mutation("characters")
def duplicate_lines(random: Random, text: str) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    lines[at:at] = lines[at : at + random.choice((1, 1, 2, 10))] * random.choice((1, 1, 3, 200))
    return "\n".join(lines)


@text_mutation("characters")
def delete_lines(random: Random, text: str) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    del lines[at : at + random.choice((1, 1, 1, 2, 10))]
    return "\n".join(lines)


@text_mutation("characters")
def swap_lines(random: Random, text: str) -> str:
    lines = text.split("\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


@text_mutation("characters")
def indent_lines(random: Random, text: str) -> str:
    lines = text.split("\n")
    first = random.randrange(len(lines))
    last = first + random.choice((1, 1, 3, 20))
    width = random.choice((-4, -2, -1, 1, 2, 4, 30, 3000))
    indented = [line[-width:] if width < 0 else " " * width + line for line in lines[first:last]]
    return "\n".join([*lines[:first], *indented, *lines[last:]])


@text_mutation("characters")
def change_encoding(random: Random, text: str) -> bytes:
    encoding = random.choice(("utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252"))
    return text.encode(encoding, errors="replace")


@text_mutation("characters")
def change_line_ends(random: Random, text: str) -> str:
    return text.replace("\n", random.choice(("\r\n", "\r", "\n\r", "\n\n", " \n", "\x85", "")))
