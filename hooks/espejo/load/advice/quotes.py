"""YAML mistakes with quotes and brackets: unclosed, curly, or nested in the same kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from espejo.load.advice.lines import (
    CLOSING,
    QUOTES,
    Correction,
    FindMistake,
    quote_value,
    quote_whole_value,
    split_line,
)
from espejo.messages.message import Message, message

# A backslash escape in double quotes, and all escapes YAML knows.
_ESCAPE = re.compile(r"\\(?P<letter>.)[A-Za-z]*")
_ESCAPES = '0abtnvfre "/\\N_LPxuU\t'
# Text that certainly needs no quotes inside braces.
_PLAIN = re.compile(r"[^\W_][^,\[\]{}:#?\"]*")
_CURLY = {"“": "”", "”": "”", "„": "”“", "‘": "’", "’": "’"}
_FLOW_KEY = re.compile(r"[{,]\s*([A-Za-z][\w-]*):\s+")
_LOOKS_LIKE_TEXT = re.compile(r"\{(?!\s*[A-Za-z][\w-]*:\s)|\[(?![\w, -]*$)")


def _find_curly_quotes(lines: Sequence[str], index: int) -> Iterator[Correction]:
    parts = split_line(lines[index])
    value = parts.value
    if len(value) > 2 and value[-1] in _CURLY.get(value[0], ""):
        cause = message(
            "the curly quotes {open} and {close} do not work here. Use straight ones.",
            open=value[0],
            close=value[-1],
        )
        yield quote_whole_value(parts, cause, value[1:-1])


def _find_quote_inside(lines: Sequence[str], index: int) -> Iterator[Correction]:
    """Find a text in quotes with the same quote inside: "a "b" c", 'What's'."""
    parts = split_line(lines[index])
    mark, inside = parts.value[:1], parts.value[1:-1]
    if mark and mark in QUOTES and parts.value[1:].endswith(mark) and mark in inside:
        cause = (
            message("the text is in double quotes, so a double quote inside it ends it.")
            if mark == '"'
            else message("the text is in single quotes, so an apostrophe inside it ends it.")
        )
        yield quote_whole_value(parts, cause, inside.replace(f"\\{mark}", mark), 1 + inside.index(mark))


def _find_text_after_quote(lines: Sequence[str], index: int) -> Iterator[Correction]:
    """Find text after a closing quote: "Hello" is a word."""
    parts = split_line(lines[index])
    mark, rest = parts.value[:1], parts.value[1:]
    if mark and mark in QUOTES and rest.endswith(f"{mark},"):
        line = f"{parts.head}{parts.value[:-1]}{parts.tail}"
        cause = message("the comma at the end does not belong here.")
        yield Correction(len(parts.head) + len(rest), cause, line)
    elif mark and mark in QUOTES and mark in rest and not rest.endswith(mark):
        cause = message("a text that begins with a quoted word needs quotes around all of it.")
        yield quote_whole_value(parts, cause, parts.value)


def _find_unclosed(lines: Sequence[str], index: int) -> Iterator[Correction]:
    """Find a quote or bracket that isn't closed on the same line."""
    parts = split_line(lines[index])
    mark = parts.value[:1]
    close = CLOSING.get(mark, "")
    if close and close not in parts.value[1:] and not _LOOKS_LIKE_TEXT.match(parts.value):
        line = f"{parts.head}{parts.value}{close}{parts.tail}"
        yield Correction(len(parts.head), describe_unclosed(mark), line)


def describe_unclosed(mark: str) -> Message:
    """Message: a quote or bracket isn't closed."""
    if mark in QUOTES:
        return message("a quote is opened here and not closed.")
    return message("the {mark} that is opened here is not closed.", mark=mark)


def correct_backslash(line: str) -> Correction | None:
    """Change double quotes to single ones around a text with a backslash: "$\\sigma$"."""
    parts = split_line(line)
    inside = parts.value[1:-1]
    if not parts.value.startswith('"') or not parts.value[1:].endswith('"') or "\\" not in inside:
        return None
    unknown = next((one for one in _ESCAPE.finditer(inside) if one["letter"] not in _ESCAPES), None)
    cause = (
        message("in double quotes {command} cannot be read. Use single quotes.", command=unknown[0])
        if unknown
        else message("in double quotes a backslash is not read as it is. Use single quotes.")
    )
    return quote_whole_value(parts, cause, inside.replace('\\"', '"'), 1 + inside.index("\\"))


def _find_backslash(lines: Sequence[str], index: int) -> Iterator[Correction]:
    if fixed := correct_backslash(lines[index]):
        yield fixed


def correct_pairs(line: str) -> Correction | None:
    """Quote the texts inside braces that need it: {en: a: b, es: c}."""
    parts = split_line(line)
    value = parts.value
    keys = list(_FLOW_KEY.finditer(value)) if value.startswith("{") and value.endswith("}") else []
    if not keys or keys[0].start() != 0:
        return None
    ends = [*(key.start() for key in keys[1:]), len(value) - 1]
    texts = [value[key.end() : end].strip() for key, end in zip(keys, ends, strict=True)]
    pairs = [f"{key[1]}: {_quote_in_braces(text)}" for key, text in zip(keys, texts, strict=True)]
    cause = message("between {{ and }}, a text with punctuation needs quotes around all of it.")
    return Correction(len(parts.head), cause, f"{parts.head}{{{', '.join(pairs)}}}{parts.tail}")


def _find_broken_pairs(lines: Sequence[str], index: int) -> Iterator[Correction]:
    if fixed := correct_pairs(lines[index]):
        yield fixed


def _quote_in_braces(text: str) -> str:
    """Quote a text inside braces unless it's safe as is."""
    inside = _unquote(text)
    is_quoted = inside != text and text[0] not in inside and "\\" not in inside
    return text if is_quoted or _PLAIN.fullmatch(text) else quote_value(inside)


def _unquote(text: str) -> str:
    mark = text[:1]
    return text[1:-1] if mark and mark in QUOTES and len(text) > 1 and text.endswith(mark) else text


def has_key_in_braces(value: str) -> bool:
    """Whether a value begins like a {…} mapping: {en: …"""
    return bool(_FLOW_KEY.match(value))


QUOTE_MISTAKES: tuple[FindMistake, ...] = (
    _find_curly_quotes,
    _find_quote_inside,
    _find_backslash,
    _find_text_after_quote,
    _find_unclosed,
    _find_broken_pairs,
)
