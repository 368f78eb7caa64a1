"""What is to be begun enters, its lines of YAML leave: valid, each passage saying what belongs there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from espejo.check import KIND_KEYS, MAY_HAVE
from espejo.text import DRAFT

_CHOICES = {"single": (True, False, False), "multiple": (True, True, False)}
_POINTS = 2


@dataclass(frozen=True, slots=True)
class Skeleton:
    """Writes in some languages; `said` has for each of them a sentence about each field."""

    said: Mapping[str, Mapping[str, str]]

    def quiz(self, first: Iterable[str]) -> Iterator[str]:
        yield from self._unit()
        yield "questions:"
        yield from _indent(first)

    def deck(self, first: Iterable[str]) -> Iterator[str]:
        yield from self._unit()
        yield "cards:"
        yield from _indent(first)

    def question(self, id_: str, kind: str, topics: Iterable[str]) -> Iterator[str]:
        keys = (*KIND_KEYS[kind], *MAY_HAVE.get(kind, ()))
        yield f"- id: {id_}"
        yield f"  kind: {kind}"
        yield from (f"  topics: [{topic}]" for topic in topics)
        yield from _indent(self._text("title", "Question.title"))
        if "choices" in keys:
            yield "  choices:"
            for number, right in enumerate(_CHOICES[kind], 1):
                yield from _indent(self._choice(number, right=right), by=4)
        if "correct" in keys:
            yield "  correct: true"
        if "answer" in keys:
            yield from _indent(self._text("answer", "Question.answer"))
        if "points" in keys:
            yield "  points:"
            for number in range(1, _POINTS + 1):
                yield from _indent(_item(self._passages("Question.points", number)), by=4)
        yield from _indent(self._text("why", "Question.why"))

    def card(self, id_: str, topics: Iterable[str]) -> Iterator[str]:
        yield f"- id: {id_}"
        yield from (f"  topics: [{topic}]" for topic in topics)
        yield from _indent(self._text("front", "Card.front"))
        yield from _indent(self._text("back", "Card.back"))

    def _unit(self) -> Iterator[str]:
        for name in ("title", "subject", "focus"):
            yield from self._text(name, f"Unit.{name}")

    def _choice(self, number: int, *, right: bool) -> Iterator[str]:
        yield from _item(self._text("text", "Choice.text", number))
        if right:
            yield "  correct: true"
        else:
            yield from _indent(self._text("why", "Choice.why"))

    def _text(self, name: str, field: str, number: int = 0) -> Iterator[str]:
        yield f"{name}:"
        yield from _indent(self._passages(field, number))

    def _passages(self, field: str, number: int = 0) -> Iterator[str]:
        """In each language what belongs here; with a number where two may not be equal."""
        for locale, said in self.said.items():
            yield f"{locale}: {_scalar(DRAFT + said[field] + (f' ({number})' if number else ''))}"


def _item(lines: Iterable[str]) -> Iterator[str]:
    """The lines as an item of a list."""
    for number, line in enumerate(lines):
        yield f"  {line}" if number else f"- {line}"


def _indent(lines: Iterable[str], by: int = 2) -> Iterator[str]:
    return (" " * by + line for line in lines)


def _scalar(text: str) -> str:
    """The text as YAML, which takes a colon or a hash for its own."""
    if ": " in text or " #" in text or text.endswith(":"):
        return "'" + text.replace("'", "''") + "'"
    return text
