"""Text: one passage in every locale, and the other values that a record may hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from espejo.messages.message import Message
from espejo.model.grammar import Form
from espejo.model.problems import Place

ONCE = ""
"""The key under which a text keeps a passage that is the same in every locale."""

UNREADABLE = "…"
"""What stands for a passage that could not be read, which has been reported."""

DRAFT = "✎ "
"""Prefix of the placeholder passages that `espejo new` writes."""


def key(
    *, seen: bool = True, once: bool = False, line: bool = False, form: Form | None = None, **kw: Any
) -> Any:
    """Declare a dataclass field that is a key in a YAML file. `fields` in data/locales explains each one.

    `seen` is false for what no learner sees: such keys are left out of texts and fingerprints.
    `once` marks a text that may be written once for all locales, whatever it says.
    `line` marks a text that is shown in a heading, a link or a sentence, and so must be a single paragraph.
    `form` is what its value must look like, or each value of its list or of its mapping from locales.
    """
    return field(metadata={"key": True, "seen": seen, "once": once, "line": line, "form": form}, **kw)


class Written(str):
    """A value with the place where it was written."""

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
"""Exceptions to lints: the name of each lint that may report this record, and the reason why."""


class Code(Written):
    """The source of a program; its place is that of its first line."""

    def at(self, line: int, column: int = 1) -> Place:
        """The place of a line and column of the program, both counted from 1.

        A line or column after the end is the last one there is. A blank line has one column, because the
        file need not indent it.
        """
        file, first, indent = self.place
        rows = self.rstrip().split("\n")
        line = min(line, len(rows))
        row = rows[line - 1]
        return Place(file, first + line - 1, indent + min(column, len(row) + 1) - 1 if row.strip() else 1)


class Checked(Written):
    """A value of a certain form; empty if it did not have that form."""

    @classmethod
    def find_fault(cls, written: str) -> Message | None:
        """What is wrong with a value that is not empty, and what is expected; None if nothing is wrong."""
        raise NotImplementedError


class Passage(NamedTuple):
    """A passage of Markdown and the locale it is written in."""

    locale: str
    markdown: str


@dataclass(frozen=True, slots=True)
class Text:
    """One passage in every locale: a mapping from locale to Markdown, or one string for all of them."""

    passages: Mapping[str, str]
    place: Place
    lines: Mapping[str, int] = field(default_factory=dict)  # the first line of each passage

    def show(self, locale: str) -> Passage:
        """The passage in this locale, or the first one there is."""
        if locale in self.passages:
            return Passage(locale, self.passages[locale])
        if ONCE in self.passages:
            return Passage(locale, self.passages[ONCE])
        return next((Passage(*item) for item in self.passages.items()), Passage(locale, ""))

    @property
    def differs(self) -> bool:
        """Whether it is written per locale rather than once for all."""
        return ONCE not in self.passages

    def has(self, locale: str) -> bool:
        return locale in self.passages or ONCE in self.passages

    @property
    def is_draft(self) -> bool:
        """Whether nobody has replaced the placeholder that `espejo new` wrote."""
        return any(passage.startswith(DRAFT) for passage in self.passages.values())

    def place_of(self, locale: str) -> Place:
        """The place of the passage in this locale, or of the whole text."""
        file, _, column = self.place
        line = self.lines.get(locale)
        return Place(file, line, column) if line else self.place


TextsByName = Mapping[Name, Text]
"""Texts that are told apart by a name, such as the labels of a figure."""
