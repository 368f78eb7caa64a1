"""Answer-key balance: detects right choices given away by their position or length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt

from espejo.check.key_patterns import has_key
from espejo.markdown.fragments import plain
from espejo.messages.message import message
from espejo.model.bank import Bank
from espejo.model.collection import Collection
from espejo.model.problems import Notice
from espejo.model.quiz import Question

MIN_QUESTIONS = 30
"""Smallest sample: questions with the same number of choices."""

MAX_LONGEST_RATIO = 1.4
MAX_POSITION_RATIO = 1.5
"""How often the longest choice, or a position, may be right, as a multiple of its fair share."""

MAX_DEVIATIONS = 3
"""Standard deviations above the fair share that chance explains; matters when the fair share is small."""


def find_imbalance(bank: Bank) -> Iterator[Notice]:
    """Yield one notice per collection and property, since no single question is at fault."""
    for collection in bank.collections:
        for count, questions in _group_by_choices(collection).items():
            if len(questions) >= MIN_QUESTIONS:
                yield from _check_positions(collection, count, questions)
                yield from _check_lengths(bank, collection, count, questions)


def _group_by_choices(collection: Collection) -> dict[int, list[Question]]:
    """Group questions with exactly one right choice by their number of choices."""
    groups: dict[int, list[Question]] = {}
    for placed in collection.placed():
        question = placed.question
        if question and has_key(question):
            groups.setdefault(len(question.choices), []).append(question)
    return groups


def _check_positions(collection: Collection, count: int, questions: list[Question]) -> Iterator[Notice]:
    positions = Counter(question.right_choices()[0] for question in questions)
    for number, times in sorted(positions.items()):
        if times > _most_by_chance(len(questions), count, MAX_POSITION_RATIO):
            fact = message(
                "{folder}: choice {number} is right in {times} of {questions} questions "
                "with {count} choices. Vary the position.",
                folder=collection.folder,
                number=number,
                times=times,
                questions=len(questions),
                count=count,
            )
            yield Notice(collection.place, "", fact)


def _most_by_chance(questions: int, choices: int, ratio: float) -> float:
    """The highest count that chance explains for one position among this many questions."""
    fair = questions / choices
    return max(ratio * fair, fair + MAX_DEVIATIONS * sqrt(fair * (1 - 1 / choices)))


def _check_lengths(
    bank: Bank, collection: Collection, count: int, questions: list[Question]
) -> Iterator[Notice]:
    most = _most_by_chance(len(questions), count, MAX_LONGEST_RATIO)
    for locale in bank.locales:
        longest = sum(_is_right_longest(question, locale) for question in questions)
        if longest > most:
            fact = message(
                "{folder}: the right choice is the longest "
                "in {longest} of {questions} questions in {language}.",
                folder=collection.folder,
                longest=longest,
                questions=len(questions),
                language=bank.language(locale),
            )
            yield Notice(collection.place, "", fact)


def _is_right_longest(question: Question, locale: str) -> bool:
    """Whether the right choice is the longest, as plain text."""
    lengths = [len(plain(choice.text.show(locale).markdown)) for choice in question.choices]
    right = lengths[question.right_choices()[0] - 1]
    return right == max(lengths) and lengths.count(right) == 1
