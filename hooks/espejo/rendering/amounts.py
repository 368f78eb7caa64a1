"""Amounts in words: number of questions, duration, and levels of quizzes or decks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from espejo.model.quiz import Deck, Unit
from espejo.rendering.words import Words

HOURS_FROM = 180
"""Estimates of at least this many minutes are given in hours."""


def count_noun(words: Words, noun: str, number: int) -> Markup:
    """Write a number with a noun: '1 question', '5 questions'."""
    return words(f"{noun}_one") if number == 1 else words(f"{noun}_many", count=number)


def write_duration(words: Words, minutes: int) -> Markup:
    """Write an estimated time: 'about 8 minutes', 'about 4 hours'."""
    if minutes < HOURS_FROM:
        return count_noun(words, "minute", minutes)
    return words("hour_many", count=(minutes + 30) // 60)


def write_size(words: Words, units: Sequence[Unit], minutes: int) -> Markup:
    """Write the total size and time of quizzes or decks: '40 questions · about 90 minutes'."""
    return count_items(words, units) + Markup(" · ") + write_duration(words, minutes)


def count_items(words: Words, units: Sequence[Unit]) -> Markup:
    """Write the total size of quizzes or decks: '40 questions', '10 cards'."""
    noun = "card" if units and all(isinstance(unit, Deck) for unit in units) else "question"
    return count_noun(words, noun, sum(len(unit.items) for unit in units))


def write_levels(words: Words, units: Iterable[Unit]) -> Markup:
    """Write the levels of questions or cards: 'Levels 1 to 3 of 3', 'Level 2 of 3'; empty if none."""
    levels = sorted({int(item.level) for unit in units for item in unit.items if item.level})
    if not levels:
        return Markup("")
    if levels[0] == levels[-1]:
        return words("level", level=levels[0])
    return words("levels", first=levels[0], last=levels[-1])
