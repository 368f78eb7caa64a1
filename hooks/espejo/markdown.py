"""A passage of Markdown enters; what may not be in one, or which words are in it, leaves.

The dialect is CommonMark with tables, parsed by pulldown-cmark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any, NamedTuple

import pyromark

from espejo.problems import quote
from espejo.vet import UNSEEN, say_unseen

OPTIONS = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH

MAX_DEPTH = 12

# What a passage must have in it to be worth parsing: a bracket or a fence, a heading, many levels at once.
# Three patterns, because one that joins them is three times as slow.
_SUSPECT = (
    re.compile(r"<|&|\]\(|\]\[|\]:|```|~~~"),
    re.compile(r"^[ \t>*+\d.)-]*(?:#|=+\s*$|-+\s*$)", re.MULTILINE),
    re.compile(r"^[ \t]*(?:[>*+-][ \t]*){8}", re.MULTILINE),
)
# Code between two fences at the margin cannot hold a fault; what the pattern misses is parsed.
_CLOSED_FENCE = re.compile(r"^```[^`\n]*\n(?:(?! {0,3}```).*\n)*```[ \t]*$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_][\w'’-]+")
_FENCE = re.compile(r"`{3,}|~{3,}")


class Fault(NamedTuple):
    """Something a passage may not hold, and the line of the passage it stands on, from 1."""

    line: int
    fact: str


def find_faults(markdown: str) -> Iterator[Fault]:
    outside = _CLOSED_FENCE.sub("", markdown) if "```" in markdown else markdown
    if not any(pattern.search(outside) for pattern in _SUSPECT):
        return
    if "&" in outside and (unseen := UNSEEN.search(unescape(outside))):
        yield Fault(1, say_unseen(unseen[0]))
    raw, depth = markdown.encode(), 0
    for event, span in pyromark.events_with_range(markdown, options=OPTIONS):
        depth += isinstance(event, dict) and (("Start" in event) - ("End" in event))
        if depth > MAX_DEPTH:
            yield Fault(1, f"lists and quotes nested too deep. At most {MAX_DEPTH} levels.")
            return
        if isinstance(event, dict) and ("Start" in event or "InlineHtml" in event):
            start = span["start"]
            if fact := _fault(event, raw[start : span["end"]]):
                yield Fault(raw.count(b"\n", 0, start) + 1, fact)


def _fault(event: Mapping[str, Any], source: bytes) -> str:
    match event:
        case {"Start": "HtmlBlock"} | {"InlineHtml": _}:
            shown = source.decode().strip().splitlines()[0][:40]
            return f"raw HTML, '{shown}'. Write Markdown, or put it in `code`."
        case {"Start": {"Heading": _}}:
            return "a heading. The question's title is the heading; use **bold** inside a passage."
        case {"Start": {"Image": _}}:
            return "an image. Passages hold text, code and tables only."
        case {"Start": {"Link": {"dest_url": address, "link_type": kind}}}:
            return "" if kind == "Email" else _link_fault(address)
        case {"Start": {"CodeBlock": {"Fenced": _}}} if not _closed(source.decode()):
            fence = _FENCE.search(source.decode())
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
    """The words of a passage that are prose: code is left out, and so are single letters."""
    prose: list[str] = []
    in_code = False
    for event in pyromark.events(markdown, options=OPTIONS):
        match event:
            case {"Start": {"CodeBlock": _}} | {"End": "CodeBlock"}:
                in_code = "Start" in event
            case {"Text": text} if not in_code:
                prose.append(str(text))
    return [word.lower() for word in _WORD.findall(" ".join(prose))]
