"""Figures: a drawing, the labels in it and an alternative text, in one file under data/figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from espejo.model.keys import HasTexts
from espejo.model.problems import Place
from espejo.model.text import Allowed, Code, Text, TextsByName, key

FIGURES = "figures"
"""The folder of the figures under data/. A figure is named after its file."""

FigureWith = Literal["prompt", "answer"]
"""Where a question or card shows its figure: with what is asked, or only with the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure(HasTexts):
    """One figure: an SVG whose words are labels, so that it can be drawn in every language."""

    id: ClassVar[str] = ""  # a figure has no id, and is known by the name of its file
    alt: Text = key()
    labels: TextsByName | None = key(default=None)
    drawing: Code = key()
    allow: Allowed | None = key(default=None, seen=False)
    place: Place

    def choose_language(self, locale: str) -> str:
        """The locale to draw it in: this one or, if a text is missing, one in which nothing is missing."""
        return next((one for one in (locale, *self.alt.passages) if self._is_complete(one)), locale)

    def _is_complete(self, locale: str) -> bool:
        return all(text.has(locale) for text in self.texts())

    def written_labels(self, locale: str) -> Iterator[tuple[str, str]]:
        """Each label with its text."""
        for name, text in (self.labels or {}).items():
            yield name, text.show(locale).markdown.strip()
