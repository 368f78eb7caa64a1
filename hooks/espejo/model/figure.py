"""Figures: an SVG drawing, its translatable labels, and its alt text, one file each in data/figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from espejo.model.keys import HasTexts
from espejo.model.problems import Place
from espejo.model.text import Allowed, Code, Text, TextsByName, key

FIGURES = "figures"
"""Folder of figures under data/. The file name is the figure's name."""

FigureWith = Literal["prompt", "answer"]
"""When a question or card shows its figure: with the prompt, or only with the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure(HasTexts):
    """An SVG whose words are labels, so that it renders in every language."""

    id: ClassVar[str] = ""  # identified by its file name
    alt: Text = key()
    labels: TextsByName | None = key(default=None)
    drawing: Code = key()
    allow: Allowed | None = key(default=None, seen=False)
    place: Place

    def choose_language(self, locale: str) -> str:
        """The locale to draw it in: this one if it's complete, otherwise one that is."""
        return next((one for one in (locale, *self.alt.passages) if self._is_complete(one)), locale)

    def _is_complete(self, locale: str) -> bool:
        return all(text.has(locale) for text in self.texts())

    def written_labels(self, locale: str) -> Iterator[tuple[str, str]]:
        """Each label name with its text."""
        for name, text in (self.labels or {}).items():
            yield name, text.show(locale).markdown.strip()
