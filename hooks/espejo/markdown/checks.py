"""Markdown checks: finds forbidden or broken Markdown in a passage."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import accumulate
from typing import Any, NamedTuple

import pyromark

from espejo.markdown.characters import find_unreadable
from espejo.markdown.dollar_signs import escape_prices, find_tex_marks, is_between_prices
from espejo.markdown.links import OPTIONS, is_allowed, is_sound
from espejo.markdown.tables import find_uneven_rows, is_mostly_padding
from espejo.markdown.tex import find_tex_fault
from espejo.messages.message import Message, message
from espejo.model.problems import quote

MAX_DEPTH = 12
MAX_LINES = 500
"""The parser takes quadratic time in the number of lines of a link's title."""

# Code between two unindented fences can't contain faults. Code that this pattern misses is parsed.
_CLOSED_FENCE = re.compile(r"^```[\w+#.-]*[ \t]*\n(?!\s*```)(?:(?! {0,3}```).*\n)*```[ \t]*$", re.MULTILINE)
# Fast path: lines of prose, perhaps in a list, without any character that could begin a fault.
_PROSE_LINE = r"(?:[-*] |\d\. )?(?:[^\W\d_]|[¿¡“«(\"']+\w|`(?![\s`]))[^\n<&$|\\\[~]*+"
_PROSE = re.compile(rf"{_PROSE_LINE}(?:\n+ {{0,2}}{_PROSE_LINE})*+\n?")
_FENCE = re.compile(r"`{3,}|~{3,}")
_LANGUAGE = re.compile(r"[\w+#.-]*")
_LIST_MARK = re.compile(rb"[ \t]*\d*")
_LETTER = re.compile(r"[^\W_]|\]:")
_TABLE_RULE = re.compile(r"(?=[^-]*-)[|:\s-]+")
_SCHEME = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]*:")
# The start of a formula whose end is missing.
_TEX = re.compile(r"\s?(?:[^$\n]{0,40}?)(?:\\[A-Za-z]{2}|[\^_]|[A-Za-z]\s*=)")
_NUMERIC = re.compile(r"&#(?:[xX]0*([0-9a-fA-F]{1,6})|0*([0-9]{1,7}));")


class Fault(NamedTuple):
    """A fault in a passage, and its offset in characters."""

    offset: int
    fact: Message
    fatal: bool = False  # whether the passage is too complex to process further
    fixed: str = ""  # the corrected passage, if known


def find_faults(markdown: str) -> Iterator[Fault]:
    """Find the faults of a passage; stop at a fatal one."""
    if markdown.count("\n") > MAX_LINES:
        fact = message("the passage has more than {limit} lines. Shorten it.", limit=MAX_LINES)
        yield Fault(0, fact, fatal=True)
        return
    unfenced = _CLOSED_FENCE.sub("", markdown)
    if _PROSE.fullmatch(unfenced) and not (unfenced.count("`") % 2 or unfenced.count("**") % 2):
        return
    if "|" in unfenced and is_mostly_padding(unfenced):
        fact = message("uneven table: most rows have fewer cells than the header. Give each row as many.")
        yield Fault(0, fact, fatal=True)
        return
    if "&" in unfenced and (unreadable := find_unreadable(_decode_entities(unfenced))):
        yield Fault(0, unreadable.fact)
    raw = markdown.encode()
    events = list(pyromark.events_with_range(markdown, options=OPTIONS))
    if _measure_depth(events) > MAX_DEPTH:
        fact = message("lists and quotes are nested more than {limit} levels deep.", limit=MAX_DEPTH)
        yield Fault(0, fact, fatal=True)
        return
    found = list(_check_events(markdown, raw, events))
    yield from found
    if b"\\(" in raw or b"\\[" in raw:
        for at, fact in find_tex_marks(_blank_out_code(raw, events)):
            yield Fault(_count_characters(raw, at), fact)
    if not found:
        yield from _find_unshown(raw, events)


Events = Sequence[tuple[Any, Any]]
"""Parser events, each with its byte range in the passage."""


def _measure_depth(events: Events) -> int:
    steps = (("Start" in event) - ("End" in event) for event, _ in events if isinstance(event, dict))
    return max(accumulate(steps), default=0)


def _check_events(markdown: str, raw: bytes, events: Events) -> Iterator[Fault]:
    in_code = False
    for event, span in events:
        start, end = span["start"], span["end"]
        match event:
            case {"Start": {"CodeBlock": _}}:
                in_code = True
            case {"End": "CodeBlock"}:
                in_code = False
            case {"Text": _} if in_code:
                continue
            case {"Text": "$"} if raw[max(start - 1, 0) : start] in (b"$", b"\\"):
                continue  # escaped, or the second of two; the first has been reported
            case {"Text": "$"} if _TEX.match(raw[end:].decode(errors="ignore")):
                fact = message("a formula begins here and does not end. Write a $ after it.")
                yield Fault(_count_characters(raw, start), fact)
                continue
            case {"Text": text} if opened := _find_opening(text, raw, start, end):
                yield opened
        if isinstance(event, dict):
            after = raw[end : end + 1]
            for fault in _find_event_faults(event, raw[start:end].decode(), markdown, after=after):
                yield fault._replace(offset=fault.offset + _count_characters(raw, start))


def _find_opening(text: str, raw: bytes, start: int, end: int) -> Fault | None:
    """Find a backtick or ** in a text that begins code or bold and is not closed."""
    if raw[max(start - 1, 0) : start] == b"\\":
        return None
    if "`" in text and raw[start:end] == text.encode():
        fact = message("code begins or ends at this backtick (`), and its other backtick is missing. Add it.")
        return Fault(_count_characters(raw, start) + text.index("`"), fact)
    before, after = raw[max(start - 1, 0) : start], raw[start + 2 : start + 3]
    if (
        text == "*" == raw[start + 1 : start + 2].decode()
        and before != b"*"
        and _touches(before) != _touches(after)
    ):
        fact = message(
            "bold begins or ends at this **, and its other ** is missing. Add it, or remove this one."
        )
        return Fault(_count_characters(raw, start), fact)
    return None


def _touches(byte: bytes) -> bool:
    """Whether a byte is one of a word or opens something, as it does right after an opening **."""
    return byte.isalnum() or byte >= b"\x80" or byte in (b"`", b"$", b"(")


def _count_characters(raw: bytes, end: int) -> int:
    return len(raw[:end].decode())


def _blank_out_code(raw: bytes, events: Events) -> bytes:
    """Replace the code and formulas of a passage with NUL bytes."""
    prose = bytearray(raw)
    for event, span in events:
        match event:
            case {"Code": _} | {"InlineMath": _} | {"DisplayMath": _} | {"Start": {"CodeBlock": _}}:
                prose[span["start"] : span["end"]] = bytes(span["end"] - span["start"])
    return bytes(prose)


def _decode_entities(markdown: str) -> str:
    """Decode the HTML entities of a passage.

    `unescape`, like browsers, maps `&#x80;` to another character, but Markdown takes it literally.
    """

    def decode(one: re.Match[str]) -> str:
        return chr(min(int(one[1], 16) if one[1] else int(one[2]), sys.maxunicode))

    return unescape(_NUMERIC.sub(decode, markdown))


def _find_unshown(raw: bytes, events: Events) -> Iterator[Fault]:
    """Find text that wouldn't be shown, such as a link definition, and passages that show nothing at all.

    Every letter of the source must be in the text of an event, or in syntax that may contain letters.
    """
    done, shows = 0, False
    for event, span in events:
        start, end = span["start"], span["end"]
        match event:
            case {"End": "Link"}:
                done = end  # its URL
                continue
            case {"Start": {"CodeBlock": {"Fenced": _}}}:
                end = max(start, raw.find(b"\n", start))  # the language
            case {"Start": "Item"}:
                mark = _LIST_MARK.match(raw, start)
                end = mark.end() if mark else start
            case {"Start": _} | {"End": _}:
                continue
            case {"Text": text} | {"Code": text}:
                shows = shows or bool(text.strip())
            case {"InlineMath": _} | {"DisplayMath": _}:
                shows = True
        if fault := _find_letter(raw, done, start):
            yield fault
            return
        done = max(done, end)
    if fault := _find_letter(raw, done, len(raw)):
        yield fault
    elif not shows:
        fact = message("nothing would be shown, because this is markup without text. Put it in `code`.")
        yield Fault(0, fact)


def _find_letter(raw: bytes, start: int, end: int) -> Fault | None:
    """Report the first letter between two byte offsets as text that wouldn't be shown."""
    letter = _LETTER.search(raw[start:end].decode()) if start < end else None
    if not letter:
        return None
    fact = message("this text would not be shown. Write links as [text](https://…), and [ as text as \\[")
    return Fault(_count_characters(raw, start) + letter.start(), fact)


def _find_event_faults(
    event: Mapping[str, Any], source: str, passage: str, *, after: bytes
) -> Iterator[Fault]:
    """Find the faults of one parser event; offsets are relative to its source. `after` is the next byte."""
    match event:
        case {"InlineMath": tex} if is_between_prices(tex, after):
            fact = message(
                "{formula} is read as a formula. If it is money, put a backslash (\\) before each $.",
                formula=quote(f"${tex}$"),
            )
            yield Fault(0, fact, fixed=escape_prices(passage))
        case {"InlineMath": tex} | {"DisplayMath": tex}:
            display = "DisplayMath" in event
            if fault := find_tex_fault(tex, display=display):
                yield Fault(fault.offset + (2 if display else 1), fault.fact)
        case {"Text": "$"} if fixed := escape_prices(passage):
            fact = message("a $ begins a formula. If it is money, put a backslash (\\) before each $.")
            yield Fault(0, fact, fixed=fixed)
        case {"Start": {"Table": columns}}:
            for at, fact in find_uneven_rows(source, len(columns)):
                yield Fault(at, fact)
        case _:
            if described := _describe_fault(event, source):
                yield Fault(0, described)


def _describe_fault(event: Mapping[str, Any], source: str) -> Message | None:
    match event:
        case {"Text": "$"}:
            return message(
                "a $ outside a formula. Close it and every brace, do not start a line in it with + or -,"
                " or write \\$"
            )
        case {"Text": text} if "|" in text and _TABLE_RULE.fullmatch(text):
            return message(
                "the delimiter row does not have as many cells as the header. Example for two: | --- | --- |"
            )
        case {"Start": "HtmlBlock"} | {"InlineHtml": _}:
            start = source.strip().splitlines()[0][:40]
            return message("raw HTML '{html}' is not allowed. Use Markdown, or put it in `code`.", html=start)
        case {"Start": {"Heading": _}}:
            return message("headings are not allowed: the title is the heading. Use **bold** instead.")
        case {"Start": {"Image": _}}:
            return message("images are not allowed. Use text, code, formulas or tables.")
        case {"Start": {"Link": _}} if re.match(r"\[\s*\]", source):
            return message("a link without text, which nobody would see. Write [text](https://…)")
        case {"Start": {"Link": {"dest_url": address, "link_type": kind}}}:
            return None if kind == "Email" else _describe_link_fault(address)
        case {"Start": {"CodeBlock": {"Fenced": str(info)}}} if not _LANGUAGE.fullmatch(info):
            return message(
                "{text} after the code fence would not be shown. Put only the language there.",
                text=quote(info),
            )
        case {"Start": {"CodeBlock": {"Fenced": _}}} if not _is_closed(source):
            fence = _FENCE.search(source)
            return message(
                "unclosed code fence. End the code with a line of {fence}", fence=fence[0] if fence else ""
            )
        case {"Start": {"CodeBlock": {"Fenced": _}}} if not source.partition("\n")[2].strip("`~> \t\n"):
            return message("a listing without code. Write the code between the two fences.")
    return None


def _describe_link_fault(address: str) -> Message | None:
    """Reject links to anything but https pages, mail addresses, and anchors on the same page."""
    if not is_allowed(address):
        if _SCHEME.match(address):
            return message(
                "{address} does not start with https://. Copy an address that does, "
                "or remove the link and leave its text.",
                address=quote(address),
            )
        return message(
            "{address} is not a whole address. Copy one that starts with https://, "
            "or remove the link and leave its text.",
            address=quote(address),
        )
    if not is_sound(address):
        return message(
            "the link {address} leads nowhere: browsers refuse the name of the site. Correct it.",
            address=quote(address),
        )
    return None


def _is_closed(source: str) -> bool:
    """Whether a code block ends with a fence of the same kind, at least as long as the opening one."""
    lines = source.rstrip("\n").split("\n")
    opening = _FENCE.match(lines[0].lstrip())
    closing = _FENCE.fullmatch(lines[-1].strip(" \t>"))
    return bool(len(lines) > 1 and opening and closing and closing[0].startswith(opening[0]))
