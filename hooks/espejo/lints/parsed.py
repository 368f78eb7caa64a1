"""A passage of Markdown enters; its parts leave: prose, code, listings, formulas, links, list items.

The prose keeps its place: every character that is not prose is blanked, none is taken out.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import Any, NamedTuple

import pyromark

from espejo.passages.markdown import OPTIONS

BLANK = "\0"  # no file can hold it

_WORD = re.compile(r"\w+(?:['-]\w+)*")

# What makes a passage more than a line of prose with code in it.
_MARKUP = ("\n", "$", "[", "<", "~", "\\", "&", "``")


class Found(NamedTuple):
    """Something in a passage, and where it stands, in characters from 0."""

    at: int
    value: str


class ParsedPassage:
    """A passage, taken apart."""

    __slots__ = ("code", "items", "links", "listings", "markdown", "math", "prose", "words")

    def __init__(self, markdown: str) -> None:
        self.markdown = markdown
        self.code: list[Found] = []
        self.listings: list[Found] = []
        self.math: list[Found] = []
        self.links: list[Found] = []
        self.items = 0
        marked = any(mark in markdown for mark in _MARKUP)
        self.prose = self._take_apart() if marked else self._take_code_out()
        self.words = split_words(self.prose)

    def _take_code_out(self) -> str:
        """Where there is no other markup, the parser is not needed: every second piece is code."""
        pieces = self.markdown.split("`")
        if len(pieces) % 2 == 0:
            return self._take_apart()
        at = 0
        for number, piece in enumerate(pieces):
            if number % 2:
                self.code.append(Found(at - 1, piece))
                pieces[number] = BLANK * len(piece)
            at += len(piece) + 1
        return BLANK.join(pieces)

    def _take_apart(self) -> str:
        """Files what is not prose, and gives back what is."""
        raw = self.markdown.encode()  # the parser counts bytes
        prose: list[str] = []
        done = at = 0
        inside = ""  # what hides its text: a listing, or a link that is nothing but its address
        event: Any  # a dictionary with one key, or a name alone, which has none of the keys either
        for event, span in pyromark.events_with_range(self.markdown, options=OPTIONS):
            if "End" in event:
                inside = "" if event["End"] == inside else inside
                continue
            start = span["start"]
            if start > done:
                gap = len(raw[done:start].decode())
                prose.append(BLANK * gap)
                done, at = start, at + gap
            if "Text" in event and not inside:
                shown = raw[start : span["end"]].decode()
                prose.append(shown)
                done, at = span["end"], at + len(shown)
            elif "Start" in event:
                inside = self._start(at, event["Start"]) or inside
            else:
                self._file(at, event, inside)
        prose.append(BLANK * len(raw[done:].decode()))
        return "".join(prose)

    def _start(self, at: int, what: Any) -> str:
        """Files what begins here; its name, if the text in it is no prose."""
        match what:
            case "Item":
                self.items += 1
            case {"CodeBlock": _}:
                self.listings.append(Found(at, ""))
                return "CodeBlock"
            case {"Link": {"dest_url": address, "link_type": kind}}:
                self.links.append(Found(at, address))
                return "Link" if kind in ("Autolink", "Email") else ""
        return ""

    def _file(self, at: int, event: Any, inside: str) -> None:
        match event:
            case {"Text": text} if inside == "CodeBlock":
                listing = self.listings.pop()
                self.listings.append(Found(listing.at, listing.value + text))
            case {"Code": code}:
                self.code.append(Found(at, code))
            case {"InlineMath": tex} | {"DisplayMath": tex}:
                self.math.append(Found(at, tex))


class _Words(dict[str, list[str]]):
    """For what stands between two spaces, the words in it: looked up, because most of it comes again."""

    def __missing__(self, token: str) -> list[str]:
        self[token] = words = _WORD.findall(token)
        return words


_words = _Words()


def split_words(prose: str) -> list[str]:
    """The words in small letters; what is joined by a hyphen or an apostrophe is one."""
    return list(chain.from_iterable(map(_words.__getitem__, prose.lower().replace("’", "'").split())))
