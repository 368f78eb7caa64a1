"""Amounts of quizzes or decks in words: how many questions, how long they take, and how hard they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from espejo.model.quiz import Deck, Unit
from espejo.rendering.words import Words

HOURS_FROM = 180
"""From how many minutes on an estimate is given in hours."""


def count_noun(words: Words, noun: str, number: int) -> Markup:
    """A number of things: '1 question', '5 questions'."""
    return words(f"{noun}_one") if number == 1 else words(f"{noun}_many", count=number)


def write_duration(words: Words, minutes: int) -> Markup:
    """An estimate of time: 'about 8 minutes', 'about 4 hours'."""
    if minutes < HOURS_FROM:
        return count_noun(words, "minute", minutes)
    return words("hour_many", count=(minutes + 30) // 60)


def write_size(words: Words, units: Sequence[Unit], minutes: int) -> Markup:
    """How much quizzes or decks hold together, and how long they take: '40 questions · about 90 minutes'."""
    return count_items(words, units) + Markup(" · ") + write_duration(words, minutes)


def count_items(words: Words, units: Sequence[Unit]) -> Markup:
    """How much quizzes or decks hold together: '40 questions', '10 cards'."""
    noun = "card" if units and all(isinstance(unit, Deck) for unit in units) else "question"
    return count_noun(words, noun, sum(len(unit.items) for unit in units))


def write_levels(words: Words, units: Iterable[Unit]) -> Markup:
    """How hard the questions or cards are: 'Levels 1 to 3 of 3', 'Level 2 of 3'; nothing if none says so."""
    levels = sorted({int(item.level) for unit in units for item in unit.items if item.level})
    if not levels:
        return Markup("")
    if levels[0] == levels[-1]:
        return words("level", level=levels[0])
    return words("levels", first=levels[0], last=levels[-1])
