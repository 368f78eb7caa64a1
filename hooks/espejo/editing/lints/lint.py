"""Lint interface: the passage a lint reads, the remarks it makes, and how it compares two languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from espejo.editing.lints.language_facts import LanguageFacts
from espejo.markdown.parsed import Found, ParsedPassage
from espejo.messages.message import Message, comma_separated, message, semicolon_separated
from espejo.model.problems import quote
from espejo.model.text import Text

_MAX_SHOWN = 5


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


def subtract(parts: list[Found], others: list[Found]) -> list[Found]:
    """The parts that `others` does not have, by value; repeated values count."""
    missing = Counter(part.value for part in parts)
    missing.subtract(other.value for other in others)
    only = []
    for part in parts:
        if missing[part.value] > 0:
            missing[part.value] -= 1
            only.append(part)
    return only


def report_differences(
    first: Side,
    second: Side,
    ours: list[Found],
    theirs: list[Found],
    write: Callable[[Message], Message],
) -> Iterator[Remark]:
    """Report what only one side has, if there is anything, at the first extra part in the second side."""
    ours, theirs = subtract(ours, theirs), subtract(theirs, ours)
    details = [_describe_only(side, parts) for side, parts in ((first, ours), (second, theirs)) if parts]
    if details:
        yield Remark(theirs[0].offset if theirs else 0, write(semicolon_separated(details)))


def _describe_only(side: Side, parts: list[Found]) -> Message:
    values = comma_separated(quote(part.value) for part in parts[:_MAX_SHOWN])
    return message("only {language} has {values}", language=side.facts.name, values=values)
