"""Autolinks: turns bare `https://…` URLs in Markdown into links, as GitHub does.

URLs in code, formulas, and other links are left alone, and so are invalid ones.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache
from html import escape
from itertools import accumulate
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
    """A bare URL in a passage, with start and end offsets in characters."""

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
    count = _count_characters(markdown)
    return tuple(
        BareAddress(
            count(run.offset(start, after=False)),
            count(run.offset(start + len(address) - 1, after=True)),
            address,
        )
        for run in _list_runs(markdown)
        for start, address in find_in_text(run.text)
        if is_allowed(address) and is_sound(address)
    )


def link_addresses(markdown: str) -> str:
    """Write the bare URLs of a passage as Markdown links: `<https://…>`."""
    parts, done = [], 0
    for start, end, address in find_addresses(markdown):
        parts += [markdown[done:start], f"<{address}>"]
        done = end
    return "".join([*parts, markdown[done:]]) if parts else markdown


class _Piece(NamedTuple):
    """Text of a parser event, with its byte range in the passage."""

    text: str
    start: int
    end: int


class _Run(NamedTuple):
    """Adjacent pieces of text, with the index of each in the joined text."""

    text: str
    pieces: list[_Piece]
    indexes: list[int]

    def offset(self, index: int, *, after: bool) -> int:
        """The byte offset in the passage before or after a character of the text."""
        number = bisect_right(self.indexes, index) - 1
        piece, within = self.pieces[number], index - self.indexes[number] + after
        return piece.end if within == len(piece.text) else piece.start + len(piece.text[:within].encode())


def _list_runs(markdown: str) -> Iterator[_Run]:
    """The text outside code and links. Each HTML entity is a separate piece."""
    pieces: list[_Piece] = []
    inside = 0  # number of open elements whose text isn't prose
    event: Any
    for event, span in pyromark.events_with_range(markdown, options=OPTIONS):
        if isinstance(event, dict) and "Text" in event and not inside:
            pieces.append(_Piece(event["Text"], span["start"], span["end"]))
            continue
        if pieces:
            yield _make_run(pieces)
            pieces = []
        if isinstance(event, dict):
            inside += _holds_no_prose(event.get("Start")) - _holds_no_prose(event.get("End"))


def _make_run(pieces: list[_Piece]) -> _Run:
    lengths = [len(piece.text) for piece in pieces]
    return _Run("".join(piece.text for piece in pieces), pieces, [0, *accumulate(lengths[:-1])])


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


def _count_characters(markdown: str) -> Callable[[int], int]:
    """Return a converter from byte to character offsets; it must be called with increasing offsets."""
    raw = markdown.encode()
    counted = characters = 0

    def count(offset: int) -> int:
        nonlocal counted, characters
        characters += len(raw[counted:offset].decode())
        counted = offset
        return characters

    return count
