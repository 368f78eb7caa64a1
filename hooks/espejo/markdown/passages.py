"""Markdown passages: their HTML, and whether they have links, paragraphs, or words of a language.

The dialect is CommonMark with tables, strikethrough, and math, parsed by pulldown-cmark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pyromark

from espejo.markdown.links import OPTIONS, link_addresses

_WORD = re.compile(r"[^\W\d_][\w'’-]+")
# A word with a digit or an inner capital is a name, the same in every language: S3, DynamoDB.
_NAME = re.compile(r"\d|[a-z][A-Z]")
_TEX_WORDS = re.compile(r"\\text\w*\{([^{}]*)")


def to_html(markdown: str) -> str:
    """Convert a passage to HTML with bare URLs as links. The HTML isn't sanitized."""
    return pyromark.html(link_addresses(markdown), options=OPTIONS)


def _parse(markdown: str) -> Iterator[Any]:
    """Parser events, with bare URLs as links."""
    yield from pyromark.events(link_addresses(markdown), options=OPTIONS)


def has_link(markdown: str) -> bool:
    """Whether a passage contains a link; `layers[0](x)` in code isn't one."""
    starts = (event.get("Start") for event in _parse(markdown) if isinstance(event, dict))
    return any(isinstance(start, dict) and "Link" in start for start in starts)


def is_paragraph(markdown: str) -> bool:
    """Whether a passage is a single paragraph, so it can be used in headings, links, and sentences."""
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
