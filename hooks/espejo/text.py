"""A text is one passage in every locale: the smallest thing a record of the bank holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from espejo.problems import Place

ONCE = ""
"""The key under which a passage that is the same in every locale stands in a text."""

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""What can be a folder, an anchor or a part of an address."""


def key(about: str, **kw: Any) -> Any:
    """A field of a record, with a sentence about it."""
    return field(metadata={"about": about}, **kw)


class Name(str):
    """The name of another record, which remembers where it was written."""

    place: Place

    def __new__(cls, name: str, place: Place) -> Name:
        made = super().__new__(cls, name)
        made.place = place
        return made


class Code(str):
    """A program just as written, which remembers where its first line stands."""

    place: Place

    def __new__(cls, program: str, place: Place) -> Code:
        made = super().__new__(cls, program)
        made.place = place
        return made

    def at(self, line: int, column: int = 1) -> Place:
        """The place of one of its lines and columns, counted from 1."""
        file, first, indent = self.place
        return Place(file, first + line - 1, indent + column - 1)


class Passage(NamedTuple):
    """What is shown of a text: the locale it is in and the Markdown."""

    locale: str
    markdown: str


@dataclass(frozen=True, slots=True)
class Text:
    """One passage in every locale: a mapping from locale to Markdown, or one string for all of them."""

    passages: Mapping[str, str]
    place: Place

    def show(self, locale: str) -> Passage:
        """The passage in this locale, or else in the first one that has it."""
        if locale in self.passages:
            return Passage(locale, self.passages[locale])
        if ONCE in self.passages:
            return Passage(locale, self.passages[ONCE])
        return next((Passage(*item) for item in self.passages.items()), Passage(locale, ""))

    @property
    def differs(self) -> bool:
        """Whether it is written for each locale, and not once for all."""
        return ONCE not in self.passages

    def has(self, locale: str) -> bool:
        return locale in self.passages or ONCE in self.passages
