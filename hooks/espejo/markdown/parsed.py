"""Parsed Markdown for lints: prose, code, listings, formulas, links, and sentences of a passage.

Everything but prose is blanked out, not removed, so offsets in the prose are offsets in the passage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import pyromark

from espejo.markdown.links import OPTIONS, find_in_text
from espejo.markdown.words import WORD, split_words

# Replacements for anything that isn't prose; no file can contain these characters.
BLANK = "\0"  # markup such as **; the words around it are adjacent
CODE = "\1"  # code, formulas, and URLs, which separate words

_AFTER = rf"(?=[\s{BLANK}{CODE}\"”»)\]]|$)"
# Before a lowercase letter the sentence continues: 'e.g. a list', '(a, b, etc.), or none'.
_GOES_ON = rf"(?![\s{BLANK}\"”»)\],]*+[a-zß-öø-ÿ])"
# Matches a run of marks only from its first one; otherwise a long run would take quadratic time.
SENTENCE_END = re.compile(rf"(?<![.!?…])[.!?…]++{_GOES_ON}{_AFTER}")
CLAUSE_END = re.compile(rf"{SENTENCE_END.pattern}|(?<![;:])[;:]++{_AFTER}")
_BLOCKS = ("Paragraph", "Item", "TableCell")


class Found(NamedTuple):
    """Something found in a passage, and its offset in characters."""

    offset: int
    value: str


class Listing(NamedTuple):
    """A code block: offset in characters, code, and language name."""

    offset: int
    value: str
    language: str


class ParsedPassage:
    __slots__ = ("blocks", "code", "items", "links", "listings", "markdown", "math", "prose", "words")

    def __init__(self, markdown: str) -> None:
        self.markdown = markdown
        self.code: list[Found] = []
        self.listings: list[Listing] = []
        self.math: list[Found] = []
        self.links: list[Found] = []
        self.items = 0
        self.blocks = [0]  # offsets of block starts
        self.prose = self._parse()
        self.words = split_words(self.prose)

    def _parse(self) -> str:
        """Collect everything but the prose, and return the prose."""
        raw = self.markdown.encode()  # the parser counts bytes
        prose: list[str] = []
        done = offset = 0  # in bytes and in characters
        inside = ""  # the open element whose text isn't prose: a listing, or a link that shows its URL
        event: Any  # a dictionary with one key, or a string without any of those keys in it
        for event, span in pyromark.events_with_range(self.markdown, options=OPTIONS):
            if "End" in event:
                inside = "" if event["End"] == inside else inside
                continue
            start = span["start"]
            if start > done:
                gap = len(raw[done:start].decode())
                prose.append(BLANK * gap)
                done, offset = start, offset + gap
            if "Text" in event and not inside:
                text = raw[start : span["end"]].decode()
                prose.append(text)
                done, offset = span["end"], offset + len(text)
            elif "Start" in event:
                inside = self._add_start(offset, event["Start"]) or inside
            elif self._add(offset, event, inside):
                code = len(raw[start : span["end"]].decode())
                prose.append(CODE * code)
                done, offset = span["end"], offset + code
        prose.append(BLANK * len(raw[done:].decode()))
        return self._blank_addresses("".join(prose))

    def _blank_addresses(self, prose: str) -> str:
        """Collect the bare URLs in the prose: they are links, not words of a language."""
        parts, done = [], 0
        for start, address in find_in_text(prose):
            self.links.append(Found(start, address))
            parts += [prose[done:start], CODE * len(address)]
            done = start + len(address)
        return "".join([*parts, prose[done:]])

    def _add_start(self, offset: int, tag: Any) -> str:
        """Collect the element that begins here. Return its name if its text isn't prose."""
        if tag in _BLOCKS:
            self.blocks.append(offset)
        match tag:
            case "Item":
                self.items += 1
            case {"CodeBlock": kind}:
                info = kind["Fenced"] if isinstance(kind, dict) else ""
                self.listings.append(Listing(offset, "", info.partition(" ")[0].lower()))
                return "CodeBlock"
            case {"Link": {"dest_url": address, "link_type": kind}}:
                self.links.append(Found(offset, address))
                return "Link" if kind in ("Autolink", "Email") else ""
        return ""

    def _add(self, offset: int, event: Any, inside: str) -> bool:
        """Collect code or a formula. Return whether it's inline, between words."""
        match event:
            case {"Text": text} if inside == "CodeBlock":
                listing = self.listings.pop()
                self.listings.append(listing._replace(value=listing.value + text))
                return False
            case {"Code": code}:
                self.code.append(Found(offset, code))
                return True
            case {"InlineMath": tex} | {"DisplayMath": tex}:
                self.math.append(Found(offset, tex))
                return True
        return False

    def split_blocks(self) -> list[Found]:
        """The prose of each paragraph, list item, and table cell that has words."""
        edges = pairwise((*dict.fromkeys(self.blocks), len(self.prose)))
        return _keep_words(Found(start, self.prose[start:end]) for start, end in edges)

    def count_sentences(self) -> int:
        return sum(len(split_at(SENTENCE_END, block)) for block in self.split_blocks())


@lru_cache(maxsize=1024)
def parse_passage(markdown: str) -> ParsedPassage:
    """Parse a passage. Cached, because several lints look at the same record in turn."""
    return ParsedPassage(markdown)


def split_at(stop: re.Pattern[str], part: Found) -> list[Found]:
    """Split prose at a pattern, keeping only the pieces that have words."""
    edges = [0, *(match.end() for match in stop.finditer(part.value)), len(part.value)]
    return _keep_words(Found(part.offset + start, part.value[start:end]) for start, end in pairwise(edges))


def _keep_words(parts: Iterator[Found]) -> list[Found]:
    """Drop parts without words, and start the others at their first word."""
    matches = ((part, WORD.search(part.value)) for part in parts)
    return [Found(part.offset + word.start(), part.value[word.start() :]) for part, word in matches if word]
