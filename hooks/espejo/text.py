"""A text is one passage in every locale: the smallest thing a record of the bank holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from espejo.problems import Place

ONCE = ""
"""The key under which a passage that is the same in every locale stands in a text."""

DRAFT = "✎ "
"""What a passage begins with that `espejo new` has put there for somebody to replace."""

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""What can be a folder, an anchor or a part of an address."""


def key(**kw: Any) -> Any:
    """A field that is a key in a file. What is written there is said in data/locales, under `fields`."""
    return field(metadata={"key": True}, **kw)


class Name(str):
    """The name of another record, which remembers where it was written."""

    place: Place

    def __new__(cls, name: str, place: Place) -> Name:
        made = super().__new__(cls, name)
        made.place = place
        return made


Accepted = Mapping[Name, str]
"""The lints that may find something in a record, each with the reason why it is right all the same."""


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
    lines: Mapping[str, int] = field(default_factory=dict)  # where each passage begins

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

    def place_of(self, locale: str) -> Place:
        """Where the passage in this locale stands, or else the text."""
        line = self.lines.get(locale)
        return self.place._replace(line=line) if line else self.place


class Stale(NamedTuple):
    """A passage whose mirror was edited after the two were accepted together."""

    id: str
    text: Text
    locale: str
    since: str  # the locale that has moved on
