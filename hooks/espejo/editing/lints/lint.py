"""Lint interface: the passage a lint reads, and the remarks it makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from espejo.editing.lints.language_facts import LanguageFacts
from espejo.markdown.parsed import ParsedPassage
from espejo.messages.message import Message
from espejo.model.text import Text


class Side(NamedTuple):
    """A passage in one language, with all texts of its record."""

    facts: LanguageFacts
    passage: ParsedPassage
    record: tuple[Text, ...] = ()
    is_shuffled: bool = False  # whether the record is a question whose choices may be shuffled


class Correction(NamedTuple):
    """Replaces the characters of a passage from `start` up to `end`."""

    start: int
    end: int
    text: str


class Remark(NamedTuple):
    """A finding in a passage: its offset in characters, a message, and the correction if one is certain."""

    offset: int
    fact: Message
    correction: Correction | None = None


LanguageLint = Callable[[Side], Iterator[Remark]]
"""Reads a passage in one language."""

TranslationLint = Callable[[Side, Side], Iterator[Remark]]
"""Compares a passage in two languages; the offsets of its remarks are in the second."""
