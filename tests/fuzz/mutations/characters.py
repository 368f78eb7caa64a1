"""Mutations of characters: the bytes and lines of one file, without regard to what they mean."""

from __future__ import annotations

from random import Random

from ..seed import Files
from .registry import mutation, pick_text

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


@mutation("characters")
def insert_odd_character(random: Random, files: Files) -> None:
    name, text = pick_text(random, files)
    at = random.randrange(len(text) + 1)
    files[name] = (text[:at] + random.choice(ODD_CHARACTERS) + text[at:]).encode()


@mutation("characters")
def replace_character(random: Random, files: Files) -> None:
    name, text = pick_text(random, files)
    at = random.randrange(len(text) + 1)
    files[name] = (text[:at] + random.choice(ODD_CHARACTERS) + text[at + 1 :]).encode()


@mutation("characters")
def insert_bad_bytes(random: Random, files: Files) -> None:
    name, text = pick_text(random, files)
    raw = text.encode()
    at = random.randrange(len(raw) + 1)
    files[name] = raw[:at] + random.choice(_BAD_BYTES) + raw[at:]


@mutation("characters")
def flip_bit(random: Random, files: Files) -> None:
    name, text = pick_text(random, files)
    raw = bytearray(text.encode())
    if raw:
        raw[random.randrange(len(raw))] ^= 1 << random.randrange(8)
    files[name] = bytes(raw)


@mutation("characters")
def delete_span(random: Random, files: Files) -> None:
    name, text = pick_text(random, files)
    at = random.randrange(len(text) + 1)
    files[name] = (text[:at] + text[at + random.choice((1, 1, 2, 5, 40, 400)) :]).encode()


@mutation("characters")
def cut_off(random: Random, files: Files) -> None:
    name, text = pick_text(random, files)
    files[name] = text[: random.randrange(len(text) + 1)].encode()


@mutation("characters")
def repeat_span(random: Random, files: Files) -> None:
    name, text = pick_text(random, files)
    at = random.randrange(len(text) + 1)
    span = text[at : at + random.choice((1, 2, 3, 10))]
    files[name] = (text[:at] + span * random.choice((2, 10, 100, 1000, 5000)) + text[at:]).encode()


@mutation("characters")
def duplicate_lines(random: Random, files: Files) -> None:
    name, text = pick_text(random, files)
    lines = text.split("\n")
    at = random.randrange(len(lines))
    lines[at:at] = lines[at : at + random.choice((1, 1, 2, 10))] * random.choice((1, 1, 3, 200))
    files[name] = "\n".join(lines).encode()


@mutation("characters")
def delete_lines(random: Random, files: Files) -> None:
    name, text = pick_text(random, files)
    lines = text.split("\n")
    at = random.randrange(len(lines))
    del lines[at : at + random.choice((1, 1, 1, 2, 10))]
    files[name] = "\n".join(lines).encode()


@mutation("characters")
def swap_lines(random: Random, files: Files) -> None:
    name, text = pick_text(random, files)
    lines = text.split("\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    files[name] = "\n".join(lines).encode()


@mutation("characters")
def indent_lines(random: Random, files: Files) -> None:
    name, text = pick_text(random, files)
    lines = text.split("\n")
    first = random.randrange(len(lines))
    last = first + random.choice((1, 1, 3, 20))
    width = random.choice((-4, -2, -1, 1, 2, 4, 30, 3000))
    indented = [line[-width:] if width < 0 else " " * width + line for line in lines[first:last]]
    files[name] = "\n".join([*lines[:first], *indented, *lines[last:]]).encode()


@mutation("characters")
def change_encoding(random: Random, files: Files) -> None:
    name, text = pick_text(random, files)
    encoding = random.choice(("utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252"))
    files[name] = text.encode(encoding, errors="replace")


@mutation("characters")
def change_line_ends(random: Random, files: Files) -> None:
    name, text = pick_text(random, files)
    files[name] = text.replace(
        "\n", random.choice(("\r\n", "\r", "\n\r", "\n\n", " \n", "\x85", ""))
    ).encode()
