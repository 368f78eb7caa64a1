"""Bare addresses: an `https://…` in the prose of a passage is a link, as it is on the forge.

Addresses in code, in formulas and in other links are left alone, and so is what could not be a link.
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
    """Whether a link may lead there: to an https page, a mail address or an anchor on the same page."""
    return bool(_ALLOWED.match(address))


def is_sound(address: str) -> bool:
    """Whether browsers accept the address."""
    return "href" in _LINKS.clean(f'<a href="{escape(address)}">x</a>')


class BareAddress(NamedTuple):
    """An address in the prose of a passage, from one offset to another in characters."""

    start: int
    end: int
    address: str


def find_in_text(text: str) -> Iterator[tuple[int, str]]:
    """Find every address that is written in a text, each with its offset, also one that cannot be a link."""
    for found in _BARE.finditer(text):
        yield found.start(), _trim(found[0])


@lru_cache(maxsize=4096)
def find_addresses(markdown: str) -> tuple[BareAddress, ...]:
    """Find the addresses of a passage that are links although nothing marks them as such."""
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
    """The passage with its bare addresses written as links: `<https://…>`."""
    parts, done = [], 0
    for start, end, address in find_addresses(markdown):
        parts += [markdown[done:start], f"<{address}>"]
        done = end
    return "".join([*parts, markdown[done:]]) if parts else markdown


class _Piece(NamedTuple):
    """Text as the parser gives it, and from where to where it is in the passage, in bytes."""

    text: str
    start: int
    end: int


class _Run(NamedTuple):
    """Pieces of text without other elements between them, each with its first index in the whole text."""

    text: str
    pieces: list[_Piece]
    indexes: list[int]

    def offset(self, index: int, *, after: bool) -> int:
        """The offset in the passage before or after a character of the text."""
        number = bisect_right(self.indexes, index) - 1
        piece, within = self.pieces[number], index - self.indexes[number] + after
        return piece.end if within == len(piece.text) else piece.start + len(piece.text[:within].encode())


def _list_runs(markdown: str) -> Iterator[_Run]:
    """The text of a passage that is neither code nor part of a link; an entity is a piece of its own."""
    pieces: list[_Piece] = []
    inside = 0  # how many elements are open whose text is not prose
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
    """The address without the punctuation after it; a bracket stays if it was opened in the address."""
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
    """A function from offsets in bytes to offsets in characters; the offsets must not decrease."""
    raw = markdown.encode()
    counted = characters = 0

    def count(offset: int) -> int:
        nonlocal counted, characters
        characters += len(raw[counted:offset].decode())
        counted = offset
        return characters

    return count
