"""Translated text, and the other value types of records: names, code, checked strings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self

from espejo.messages.message import Message
from espejo.model.grammar import Form
from espejo.model.problems import Fix, Place

ONCE = ""
"""Key of a passage shared by all locales."""

UNREADABLE = "…"
"""Placeholder for a passage that couldn't be read; the reader has reported why."""

_PARAGRAPH_END = re.compile(r"\n[ \t]*\n|\n(?=```)")

DRAFT = "✎ "
"""Prefix of placeholder passages written by `espejo new`."""


def key(
    *,
    seen: bool = True,
    once: bool = False,
    line: bool = False,
    derived: bool = False,
    form: Form | None = None,
    **kw: Any,
) -> Any:
    """Declare a dataclass field that is a key in a YAML file; languages/en.yaml documents each.

    `seen` is false for keys learners don't see; texts and fingerprints leave them out.
    `once` marks a text that may always be written once for all locales.
    `line` marks a text used in headings, links, or sentences, so it must be a single paragraph.
    `derived` marks a required value that may follow from others (`HasTexts.derive`).
    `form` is the required format of the value, or of each value in its list or mapping from locales.
    """
    options = {"seen": seen, "once": once, "line": line, "derived": derived, "form": form}
    return field(metadata={"key": True, **options}, **kw)


class Written(str):
    """A string with its place in the file."""

    place: Place

    def __new__(cls, value: str, place: Place) -> Self:
        made = super().__new__(cls, value)
        made.place = place
        return made

    def __reduce__(self) -> tuple[type[Self], tuple[str, Place]]:
        return type(self), (str(self), self.place)


class Name(Written):
    """The name of another record."""


Allowed = Mapping[Name, str]
"""Accepted lint findings: lint name to reason."""


class Code(Written):
    """The source of a program; its place is that of its first line."""

    def at(self, line: int, column: int = 1) -> Place:
        """The place of a line and column of the program, both counted from 1.

        Positions past the end are clamped. A blank line has one column, because it may not be indented in the
        file.
        """
        file, first, indent = self.place
        rows = self.rstrip().split("\n")
        line = min(line, len(rows))
        row = rows[line - 1]
        return Place(file, first + line - 1, indent + min(column, len(row) + 1) - 1 if row.strip() else 1)


class Checked(Written):
    """A validated string; empty if it was invalid."""

    @classmethod
    def find_fault(cls, written: str) -> Message | None:
        """Explain what is wrong with a non-empty value and what is expected; None if it's valid."""
        raise NotImplementedError


class Passage(NamedTuple):
    """A piece of Markdown and its locale."""

    locale: str
    markdown: str


class Unlabeled(NamedTuple):
    """A text without a language: its start and end in the file, and how to write it after a language."""

    line: int
    column: int
    last_line: int
    last_column: int
    before: str
    after: str

    def label(self, locale: str) -> Fix:
        """The fix that writes it as the passage in this locale."""
        return Fix(*self[:4], f"{self.before}{locale}: {self.after}")


@dataclass(frozen=True, slots=True)
class Text:
    """A translated text: a mapping from locale to Markdown, or one string for all locales."""

    passages: Mapping[str, str]
    place: Place
    lines: Mapping[str, int] = field(default_factory=dict)  # the first line of each passage
    unlabeled: Unlabeled | None = field(default=None, compare=False, repr=False)  # if it's written once

    def show(self, locale: str) -> Passage:
        """The passage in this locale, or the first one available."""
        if locale in self.passages:
            return Passage(locale, self.passages[locale])
        if ONCE in self.passages:
            return Passage(locale, self.passages[ONCE])
        return next((Passage(*item) for item in self.passages.items()), Passage(locale, ""))

    def split(self) -> tuple[Text, Text | None]:
        """The first paragraph, and what follows it."""
        parts = {
            locale: (*_PARAGRAPH_END.split(passage.strip(), maxsplit=1), "")
            for locale, passage in self.passages.items()
        }
        rests = {locale: part[1].strip("\n") for locale, part in parts.items() if part[1].strip()}
        first = replace(self, passages={locale: part[0] for locale, part in parts.items()})
        return first, replace(self, passages=rests) if rests else None

    @property
    def differs(self) -> bool:
        """Whether it's written per locale rather than once for all."""
        return ONCE not in self.passages

    def has(self, locale: str) -> bool:
        return locale in self.passages or ONCE in self.passages

    @property
    def is_draft(self) -> bool:
        """Whether it still has a placeholder from `espejo new`."""
        return any(passage.startswith(DRAFT) for passage in self.passages.values())

    def place_of(self, locale: str) -> Place:
        """The place of the passage in this locale, or of the whole text."""
        file, _, column = self.place
        line = self.lines.get(locale)
        return Place(file, line, column) if line else self.place


TextsByName = Mapping[Name, Text]
"""Named texts, such as the labels of a figure."""
