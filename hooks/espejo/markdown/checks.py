"""Markdown checks: finds forbidden or broken Markdown in a passage; also links, words, and raw HTML output.

The dialect is CommonMark with tables, strikethrough, and math, parsed by pulldown-cmark.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from typing import Any, NamedTuple

import pyromark

from espejo.markdown.addresses import OPTIONS, is_allowed, is_sound, link_addresses
from espejo.markdown.characters import find_unreadable
from espejo.markdown.tex import find_tex_fault
from espejo.messages.message import Message, message
from espejo.model.problems import quote

MAX_DEPTH = 12
MAX_LINES = 500
"""The parser takes quadratic time in the number of lines of a link's title."""

# We parse a passage only if one of these matches: brackets, fence, formula, or table; heading; possible deep
# nesting. There are three patterns because a combined one is three times as slow.
_SUSPECT = (
    re.compile(r"[<&$|]|\]\(|\]\[|\]:|```|~~~|\\[(\[]"),
    re.compile(r"^[ \t\r>*+\d.)-]*+(?:#|=+\s*$|(?<=[- \t\r])$)", re.MULTILINE),
    re.compile(r"^[ >*+\d.)-]*(?:(?<=[ >*+\d.)-]{10})|\t)", re.MULTILINE),
)
# Fast path: a passage that shows something and matches none of the above. It begins with a letter, and each
# further line with a harmless character, after a few list or quote marks.
_IN_LINE = r"[^<&$|\]~\\\n]*+(?:\](?![(\[:])[^<&$|\]~\\\n]*+)*+"
_PLAIN = re.compile(
    rf"[¿¡`“«\"'(*]{{0,3}}+[^\W\d_]{_IN_LINE}"
    rf"(?:\n(?:[ >*+\d.)-]{{0,9}}+[^ >*+\d.)\-#=\s<&$|\]~\\]{_IN_LINE})?+)*+"
)
# Something visible, if no pattern above matches. `2.` alone isn't: it's an empty list item.
_SHOWN = re.compile(r"[^\W\d_]|\d(?![\d.)])")
# Code between two unindented fences can't contain faults. Code that this pattern misses is parsed.
_CLOSED_FENCE = re.compile(r"^```[\w+#.-]*[ \t]*\n(?!\s*```)(?:(?! {0,3}```).*\n)*```[ \t]*$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_][\w'’-]+")
# A word with a digit or an inner capital is a name, the same in every language: S3, DynamoDB.
_NAME = re.compile(r"\d|[a-z][A-Z]")
_FENCE = re.compile(r"`{3,}|~{3,}")
_LANGUAGE = re.compile(r"[\w+#.-]*")
_LIST_MARK = re.compile(rb"[ \t]*\d*")
_LETTER = re.compile(r"[^\W_]|\]:")
_CELL_BAR = re.compile(r"(?<!\\)\|")
_NARROW = 4  # a table with up to this many bars in its delimiter row can't become large
_TABLE_RULE = re.compile(r"(?=[^-]*-)[|:\s-]+")
# A line that begins like a sentence. Any other passage is parsed to see whether it is a paragraph.
_ONE_LINE = re.compile(r"[^\W\d_][^\n]*\n?|[¿¡“«$][^\n]*\n?|`(?!``)[^\n]*\n?")
# Formula delimiters of other programs; in Markdown each is just a bracket. After an escaped backslash, or in
# a word such as `f\(x\)`, they are meant as brackets.
_TEX_MARKS = re.compile(rb"(?<![\\\w])(?:\\\(([^\0]{1,300}?)\\\)|\\\[([^\0]{1,300}?)\\\])")
_TEX_IN_PARENTHESES = re.compile(rb"\\[A-Za-z]|(?<!\\)[\^_=+]|\A\s{0,9}[A-Za-z0-9]{1,3}\s{0,9}\Z")
_TEX_IN_BRACKETS = re.compile(rb"(?<!\\)\\[A-Za-z]{2}|\^")
# A number and words that aren't TeX: text between two prices, as in US$5 or US$6.
_BETWEEN_PRICES = re.compile(r"\d[\d.,]*+\s++(?=[^\\^_=]*$)(?=.*[^\W\d_]{2})\S++\s++\S")
_PRICE = re.compile(r"(?<!\\)\$(?=\d)")
_NO_PRICE = re.compile(r"(?<!\\)\$(?!\d)")
_MAX_MENDED = 300
_SCHEME = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]*:")
_NUMERIC = re.compile(r"&#(?:[xX]0*([0-9a-fA-F]{1,6})|0*([0-9]{1,7}));")
_TEX_WORDS = re.compile(r"\\text\w*\{([^{}]*)")

_TOO_DEEP = message("lists and quotes are nested more than {limit} levels deep.", limit=MAX_DEPTH)


class Fault(NamedTuple):
    """A fault in a passage, and its offset in characters."""

    offset: int
    fact: Message
    fatal: bool = False  # whether the passage is too complex to process further
    mended: str = ""  # the corrected passage, if known


def may_have_faults(markdown: str) -> bool:
    """Fast pre-check: False, as for most passages, if `find_faults` can't find anything."""
    return not _is_plain(markdown) or markdown.count("\n") > MAX_LINES


def _is_plain(markdown: str) -> bool:
    return bool(_PLAIN.fullmatch(markdown)) and "```" not in markdown


def find_faults(markdown: str) -> Iterator[Fault]:
    """Find the faults of a passage; stop at a fatal one."""
    if markdown.count("\n") > MAX_LINES:
        fact = message("the passage has more than {limit} lines. Shorten it.", limit=MAX_LINES)
        yield Fault(0, fact, fatal=True)
        return
    unfenced = _CLOSED_FENCE.sub("", markdown) if "```" in markdown else markdown
    if _is_plain(unfenced):
        return
    if _SHOWN.search(unfenced) and not any(pattern.search(unfenced) for pattern in _SUSPECT):
        return
    if "|" in unfenced and _is_mostly_filled_up(unfenced):
        fact = message("uneven table: most rows have fewer cells than the header. Give each row as many.")
        yield Fault(0, fact, fatal=True)
        return
    if "&" in unfenced and (unreadable := find_unreadable(_decode_entities(unfenced))):
        yield Fault(0, unreadable.fact)
    raw, depth, in_code = markdown.encode(), 0, False
    counted = offset = 0  # progress of counting characters, in bytes and in characters
    events, found = list(pyromark.events_with_range(markdown, options=OPTIONS)), False
    for event, span in events:
        match event:
            case {"End": _}:
                depth, in_code = depth - 1, False
                continue
            case {"Start": tag}:
                depth, in_code = depth + 1, isinstance(tag, dict) and "CodeBlock" in tag
                if depth > MAX_DEPTH:
                    yield Fault(0, _TOO_DEEP, fatal=True)
                    return
                if isinstance(tag, str) and tag != "HtmlBlock":
                    continue  # a paragraph, a cell, and the like
            case {"Text": str(text)} if in_code or (text != "$" and "|" not in text):
                continue
        start = span["start"]
        if event == {"Text": "$"} and raw[max(start - 1, 0) : start] in (b"$", b"\\"):
            continue  # escaped, or the second of two; the first has been reported
        if isinstance(event, dict):
            end = span["end"]
            after = raw[end : end + 1]
            for fault in _find_event_faults(event, raw[start:end].decode(), markdown, after=after):
                found = True
                counted, offset = start, offset + len(raw[counted:start].decode())
                yield fault._replace(offset=fault.offset + offset)
    yield from _find_tex_marks(raw, events)
    if not found:
        yield from _find_unshown(raw, events)


def _find_tex_marks(raw: bytes, events: Iterable[tuple[Any, Any]]) -> Iterator[Fault]:
    r"""Find formulas between \( and \), or \[ and \], outside of code."""
    if b"\\(" not in raw and b"\\[" not in raw:
        return
    prose = bytearray(raw)
    for event, span in events:
        match event:
            case {"Code": _} | {"InlineMath": _} | {"DisplayMath": _} | {"Start": {"CodeBlock": _}}:
                prose[span["start"] : span["end"]] = bytes(span["end"] - span["start"])
    for found in _TEX_MARKS.finditer(prose):
        inside, is_tex, mark = (
            (found[1], _TEX_IN_PARENTHESES, "$") if found[1] else (found[2], _TEX_IN_BRACKETS, "$$")
        )
        if is_tex.search(inside):
            opening, closing = found[0][:2].decode(), found[0][-2:].decode()
            tex = quote(inside.decode().strip())[1:-1]
            fact = message(
                "a formula goes between dollar signs. Instead of {written}, write {formula}",
                written=f"{opening}{tex}{closing}",
                formula=f"{mark}{tex}{mark}",
            )
            yield Fault(len(raw[: found.start()].decode()), fact)


def _is_mostly_filled_up(markdown: str) -> bool:
    """Whether the parser would pad tables with many cells, because rows are shorter than the header.

    With a wide header, a few kilobytes could become a million cells.
    """
    cells = columns = 0
    for line in markdown.split("\n"):
        rule = line[len(line.rstrip("|:- \t")) :]
        if "-" in rule:
            columns = max(columns, rule.count("|"))
        elif not line.strip():
            columns = 0
        if columns > _NARROW:
            cells += columns
    return cells > 2 * markdown.count("|") + 100


def _decode_entities(markdown: str) -> str:
    """Decode the HTML entities of a passage.

    `unescape`, like browsers, maps `&#x80;` to another character, but Markdown takes it literally.
    """

    def decode(one: re.Match[str]) -> str:
        return chr(min(int(one[1], 16) if one[1] else int(one[2]), sys.maxunicode))

    return unescape(_NUMERIC.sub(decode, markdown))


def _find_unshown(raw: bytes, events: Iterable[tuple[Any, Any]]) -> Iterator[Fault]:
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
    return Fault(len(raw[:start].decode()) + letter.start(), fact)


def _find_event_faults(
    event: Mapping[str, Any], source: str, passage: str, *, after: bytes
) -> Iterator[Fault]:
    """Find the faults of one parser event; offsets are relative to its source. `after` is the next byte."""
    match event:
        case {"InlineMath": tex} if _is_between_prices(tex, after):
            fact = message(
                "{formula} is read as a formula. If it is money, put a backslash (\\) before each $.",
                formula=quote(f"${tex}$"),
            )
            yield Fault(0, fact, mended=_escape_prices(passage))
        case {"InlineMath": tex} | {"DisplayMath": tex}:
            display = "DisplayMath" in event
            if fault := find_tex_fault(tex, display=display):
                yield Fault(fault.offset + (2 if display else 1), fault.fact)
        case {"Text": "$"} if mended := _escape_prices(passage):
            fact = message("a $ begins a formula. If it is money, put a backslash (\\) before each $.")
            yield Fault(0, fact, mended=mended)
        case {"Start": {"Table": columns}}:
            yield from _find_uneven_rows(source, len(columns))
        case _:
            if described := _describe_fault(event, source):
                yield Fault(0, described)


def _is_between_prices(tex: str, after: bytes) -> bool:
    """Whether two prices were read as a formula: $5-$10, US$5 or US$10."""
    return (tex[:1].isdigit() and after.isdigit()) or bool(_BETWEEN_PRICES.match(tex))


def _escape_prices(passage: str) -> str:
    """Escape the dollar signs of a passage; empty if it's long or one isn't before a digit."""
    if len(passage) > _MAX_MENDED or _NO_PRICE.search(passage):
        return ""
    return _PRICE.sub(r"\\$", passage)


def _find_uneven_rows(source: str, columns: int) -> Iterator[Fault]:
    """Find table rows with too many or too few cells.

    Only the source shows them: the parser drops extra cells and fills in missing ones.
    """
    offset = 0
    for line in source.splitlines(keepends=True):
        row = line.strip(" \t>\n")
        cells = len(_CELL_BAR.findall(row)) + 1 - row.startswith("|") - bool(re.search(r"(?<!\\)\|$", row))
        if row and cells != columns:
            fact = message(
                "uneven table. Cells in this row: {cells}, in the header: {columns}. Write a bar as \\|",
                cells=cells,
                columns=columns,
            )
            yield Fault(offset + len(line) - len(line.lstrip(" \t>")), fact)
        offset += len(line)


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


def to_html(markdown: str) -> str:
    """Convert a passage to HTML with bare URLs as links. The HTML isn't sanitized."""
    return pyromark.html(link_addresses(markdown), options=OPTIONS)


def _parse(markdown: str) -> Iterator[Any]:
    """Parser events, with bare URLs as links."""
    yield from pyromark.events(link_addresses(markdown), options=OPTIONS)


def has_link(markdown: str) -> bool:
    """Whether a passage contains a link; `layers[0](x)` in code isn't one."""
    if not any(mark in markdown for mark in ("](", "]:", "<", "https://")):
        return False
    starts = (event.get("Start") for event in _parse(markdown) if isinstance(event, dict))
    return any(isinstance(start, dict) and "Link" in start for start in starts)


def is_paragraph(markdown: str) -> bool:
    """Whether a passage is a single paragraph, so it can be used in headings, links, and sentences."""
    if _ONE_LINE.fullmatch(markdown):
        return True
    depth, first, blocks = 0, None, 0
    for event in pyromark.events(markdown, options=OPTIONS):
        blocks += depth == 0
        first = first or event
        if isinstance(event, dict):
            depth += ("Start" in event) - ("End" in event)
    return blocks == 1 and first == {"Start": "Paragraph"}


def plain_words(markdown: str) -> list[str]:
    """Lowercase words of a passage's prose, without code, math, URLs, single letters, and names."""
    prose: list[str] = []
    inside = False  # code, or a link that shows its URL
    for event in _parse(markdown):
        match event:
            case {"Start": {"CodeBlock": _} | {"Link": {"link_type": "Autolink" | "Email"}}}:
                inside = True
            case {"End": "CodeBlock" | "Link"}:
                inside = False
            case {"Text": text} if not inside:
                prose.append(str(text))
            case {"InlineMath": tex} | {"DisplayMath": tex}:
                prose.extend(_TEX_WORDS.findall(str(tex)))
    return [word.lower() for word in _WORD.findall(" ".join(prose)) if not _NAME.search(word)]
