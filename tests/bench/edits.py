"""Edits as an author makes them: one question of a quiz gets another title, in both languages."""

from __future__ import annotations

from pathlib import Path

import yaml

from .banks import LOCALES
from .measure import BenchError


class TitleEdit:
    """A quiz whose first question with a plain title can be edited again and again.

    A word with a digit, such as "edited1", is no matter for the dictionaries.
    """

    def __init__(self, quiz: Path) -> None:
        self.quiz = quiz
        self._text = quiz.read_text(encoding="utf-8")
        self._ends = _find_title_ends(self._text)

    def save(self, word: str) -> None:
        """Saves the file with this word at the end of the title."""
        text = self._text
        for end in sorted(self._ends, reverse=True):
            text = f"{text[:end]} {word}{text[end:]}"
        self.quiz.write_text(text, encoding="utf-8")


def _find_title_ends(text: str) -> list[int]:
    """Where the titles of a question end in a file, one for each language."""
    quiz = dict(_pairs(yaml.compose(text, Loader=yaml.CSafeLoader)))
    for question in quiz["questions"].value:
        titles = dict(_pairs(question))["title"]
        passages = [passage for _, passage in _pairs(titles)] if isinstance(titles, yaml.MappingNode) else []
        # A plain passage has no quotes around it, so that a word can be added at its end.
        if len(passages) == len(LOCALES) and not any(passage.style for passage in passages):
            return [passage.end_mark.index for passage in passages]
    raise BenchError("No question of the quiz has a plain title in each language.")


def _pairs(node: yaml.Node | None) -> list[tuple[str, yaml.ScalarNode]]:
    if not isinstance(node, yaml.MappingNode):
        raise BenchError("A quiz is not as expected.")
    return [(key.value, value) for key, value in node.value]
