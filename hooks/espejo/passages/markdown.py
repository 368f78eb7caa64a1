"""A passage of Markdown enters; what may not be in one, or which words are in it, leaves.

The dialect is CommonMark with tables and math, parsed by pulldown-cmark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any, NamedTuple

import pyromark

from espejo.model.problems import quote
from espejo.passages.characters import UNSEEN, describe_unseen
from espejo.passages.tex import find_tex_fault

OPTIONS = (
    pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH | pyromark.Options.ENABLE_MATH
)

MAX_DEPTH = 12

# What a passage must have in it to be worth parsing: a bracket, a fence, a formula or a table, a heading,
# many levels at once. Three patterns, because one that joins them is three times as slow.
_SUSPECT = (
    re.compile(r"[<&$|]|\]\(|\]\[|\]:|```|~~~"),
    re.compile(r"^[ \t>*+\d.)-]*(?:#|=+\s*$|-+\s*$)", re.MULTILINE),
    re.compile(r"^[ \t]*(?:[>*+-][ \t]*){8}", re.MULTILINE),
)
# Code between two fences at the margin cannot hold a fault; what the pattern misses is parsed.
_CLOSED_FENCE = re.compile(r"^```[^`\n]*\n(?:(?! {0,3}```).*\n)*```[ \t]*$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_][\w'’-]+")
_FENCE = re.compile(r"`{3,}|~{3,}")


_BAR = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"[|:\s-]*-[|:\s-]*")
_TEX_WORDS = re.compile(r"\\text\w*\{([^{}]*)")


class Fault(NamedTuple):
    """Something a passage may not hold, and where in the passage it stands, in characters from 0."""

    at: int
    fact: str


def find_faults(markdown: str) -> Iterator[Fault]:
    outside = _CLOSED_FENCE.sub("", markdown) if "```" in markdown else markdown
    if not any(pattern.search(outside) for pattern in _SUSPECT):
        return
    if "&" in outside and (unseen := UNSEEN.search(unescape(outside))):
        yield Fault(0, describe_unseen(unseen[0]))
    raw, depth, in_code = markdown.encode(), 0, False
    for event, span in pyromark.events_with_range(markdown, options=OPTIONS):
        match event:
            case {"End": _}:
                depth, in_code = depth - 1, False
                continue
            case {"Start": what}:
                depth, in_code = depth + 1, isinstance(what, dict) and "CodeBlock" in what
                if depth > MAX_DEPTH:
                    yield Fault(0, f"lists and quotes nested too deep. At most {MAX_DEPTH} levels.")
                    return
            case {"Text": str(text)} if in_code or (text != "$" and "|" not in text):
                continue
        start = span["start"]
        if event == {"Text": "$"} and raw[:start].endswith(b"$"):
            continue  # the second of two that have been reported already
        if isinstance(event, dict):
            for fault in _faults(event, raw[start : span["end"]].decode()):
                yield fault._replace(at=fault.at + len(raw[:start].decode()))


def _faults(event: Mapping[str, Any], source: str) -> Iterator[Fault]:
    """What is wrong with one piece of a passage, each fault counted from where the piece begins."""
    match event:
        case {"InlineMath": tex} | {"DisplayMath": tex}:
            display = "DisplayMath" in event
            if found := find_tex_fault(tex, display=display):
                yield Fault(found.at + (2 if display else 1), found.fact)
        case {"Start": {"Table": columns}}:
            yield from _uneven_rows(source, len(columns))
        case _:
            if fact := _fault(event, source):
                yield Fault(0, fact)


def _uneven_rows(source: str, columns: int) -> Iterator[Fault]:
    """The parser drops what is too much in a row and fills in what is too little; the source tells."""
    at = 0
    for line in source.splitlines(keepends=True):
        row = line.strip(" \t>\n")
        cells = len(_BAR.findall(row)) + 1 - row.startswith("|") - bool(re.search(r"(?<!\\)\|$", row))
        if row and cells != columns:
            fact = f"an uneven table. Cells in this row: {cells}, in its heading: {columns}. \\| is a bar."
            yield Fault(at + len(line) - len(line.lstrip(" \t>")), fact)
        at += len(line)


def _fault(event: Mapping[str, Any], source: str) -> str:
    match event:
        case {"Text": "$"}:
            return (
                "a $ that belongs to no formula. Close it and every brace, begin no line of it with + or -,"
                " or write \\$"
            )
        case {"Text": text} if "|" in text and _RULE.fullmatch(text):
            return "a table whose rule has not as many cells as its heading. Expected for two: | --- | --- |"
        case {"Start": "HtmlBlock"} | {"InlineHtml": _}:
            shown = source.strip().splitlines()[0][:40]
            return f"raw HTML, '{shown}'. Write Markdown, or put it in `code`."
        case {"Start": {"Heading": _}}:
            return "a heading. The question's title is the heading; use **bold** inside a passage."
        case {"Start": {"Image": _}}:
            return "an image. Passages hold text, code, formulas and tables."
        case {"Start": {"Link": {"dest_url": address, "link_type": kind}}}:
            return "" if kind == "Email" else _link_fault(address)
        case {"Start": {"CodeBlock": {"Fenced": _}}} if not _closed(source):
            fence = _FENCE.search(source)
            return f"a code fence that is not closed. End the code with a line of {fence and fence[0]}"
    return ""


def _link_fault(address: str) -> str:
    """A link goes to https, to a mail address or to a place on this page; all else is refused."""
    if re.match(r"#|mailto:\S+@|https://[\w.-]+(?:[/?#]|$)", address):
        return ""
    return f"a link to {quote(address)}. Expected an address that begins with https://"


def _closed(source: str) -> bool:
    """Whether the last line is a fence of the same kind, at least as long as the first."""
    lines = source.rstrip("\n").split("\n")
    opening = _FENCE.match(lines[0].lstrip())
    closing = _FENCE.fullmatch(lines[-1].strip(" \t>"))
    return bool(len(lines) > 1 and opening and closing and closing[0].startswith(opening[0]))


def has_link(markdown: str) -> bool:
    """Whether a passage has a link in it; `layers[0](x)` in code is none."""
    if "](" not in markdown and "][" not in markdown and "<" not in markdown:
        return False
    starts = (
        event.get("Start") for event in pyromark.events(markdown, options=OPTIONS) if isinstance(event, dict)
    )
    return any(isinstance(start, dict) and "Link" in start for start in starts)


def plain_words(markdown: str) -> list[str]:
    """The words of a passage that are prose: code and math are left out, and so are single letters."""
    prose: list[str] = []
    in_code = False
    for event in pyromark.events(markdown, options=OPTIONS):
        match event:
            case {"Start": {"CodeBlock": _}} | {"End": "CodeBlock"}:
                in_code = "Start" in event
            case {"Text": text} if not in_code:
                prose.append(str(text))
            case {"InlineMath": tex} | {"DisplayMath": tex}:
                prose.extend(_TEX_WORDS.findall(str(tex)))
    return [word.lower() for word in _WORD.findall(" ".join(prose))]
