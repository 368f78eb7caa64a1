"""Autolinks: turns bare `https://…` URLs in Markdown into links, as GitHub does.

URLs in code, formulas, and other links are left alone, and so are invalid ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import nh3
import pyromark

OPTIONS = (
    pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH | pyromark.Options.ENABLE_MATH
)

URL_SCHEMES = {"https", "mailto"}

_SCHEME = "https://"
_ALLOWED = re.compile(r"#|mailto:\S+@|https://[\w.-]+(?:[/?#]|$)")
_LINKS = nh3.Cleaner(tags={"a"}, url_schemes=URL_SCHEMES)

_BARE = re.compile(r"(?<!\w)https?://\w[^\s\x00-\x1f<>|`]*", re.IGNORECASE)
_TRAILING = frozenset("?!.,:;*_~'\"”’»…")
_CLOSING = {")": "(", "]": "["}


def is_allowed(address: str) -> bool:
    """Whether links to it are allowed: an https page, a mail address, or an anchor on the same page."""
    return bool(_ALLOWED.match(address))


def is_sound(address: str) -> bool:
    """Whether browsers accept the URL."""
    return "href" in _LINKS.clean(f'<a href="{escape(address)}">x</a>')


class BareAddress(NamedTuple):
    """A bare URL in a passage, with its byte range."""

    start: int
    end: int
    address: str


def find_in_text(text: str) -> Iterator[tuple[int, str]]:
    """Find every URL in a text, with its offset, including those that can't be links."""
    for found in _BARE.finditer(text):
        yield found.start(), _trim(found[0])


@lru_cache(maxsize=4096)
def find_addresses(markdown: str) -> tuple[BareAddress, ...]:
    """Find the bare URLs of a passage that should become links."""
    if _SCHEME not in markdown:
        return ()
    return tuple(
        BareAddress(spans[start][0], spans[start + len(address) - 1][1], address)
        for text, spans in _list_texts(markdown)
        for start, address in find_in_text(text)
        if is_allowed(address) and is_sound(address)
    )


def link_addresses(markdown: str) -> str:
    """Write the bare URLs of a passage as Markdown links: `<https://…>`."""
    raw, parts, done = markdown.encode(), [], 0
    for start, end, address in find_addresses(markdown):
        parts += [raw[done:start], f"<{address}>".encode()]
        done = end
    return b"".join([*parts, raw[done:]]).decode() if parts else markdown


Spans = list[tuple[int, int]]
"""The byte range of each character of a text."""


def _list_texts(markdown: str) -> Iterator[tuple[str, Spans]]:
    """The uninterrupted text outside code and links."""
    text, spans = "", Spans()
    inside = 0  # number of open elements whose text isn't prose
    event: Any
    for event, span in pyromark.events_with_range(markdown, options=OPTIONS):
        if isinstance(event, dict) and "Text" in event and not inside:
            text += event["Text"]
            spans += _locate(event["Text"], span["start"], span["end"])
            continue
        if text:
            yield text, spans
            text, spans = "", []
        if isinstance(event, dict):
            inside += _holds_no_prose(event.get("Start")) - _holds_no_prose(event.get("End"))


def _locate(text: str, start: int, end: int) -> Spans:
    """The byte ranges of a parser event's text. An HTML entity is an event of its own."""
    edges = list(accumulate((len(one.encode()) for one in text), initial=start))
    return list(pairwise(edges)) if edges[-1] == end else [(start, end)] * len(text)


def _holds_no_prose(tag: Any) -> bool:
    name = next(iter(tag)) if isinstance(tag, dict) else tag
    return name in ("CodeBlock", "HtmlBlock", "Link", "Image")


def _trim(address: str) -> str:
    """Strip trailing punctuation from a URL, but keep brackets that were opened in it."""
    extra = {
        closing: address.count(closing) - address.count(opening) for closing, opening in _CLOSING.items()
    }
    end = len(address)
    while end and (address[end - 1] in _TRAILING or extra.get(address[end - 1], 0) > 0):
        end -= 1
        if address[end] in extra:
            extra[address[end]] -= 1
    return address[:end]
