"""Balance of a collection: whether the position or the length of the right choice gives it away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from espejo.model.bank import Bank
from espejo.model.collection import Collection
from espejo.model.kinds import KINDS
from espejo.model.problems import Notice
from espejo.model.quiz import Question
from espejo.passages.fragments import plain

FEWEST = 30
"""Collections with fewer questions of the same number of choices are too small to judge."""

MAX_LONGEST = 0.35
MAX_SHARE = 1.5
"""How often a position may be right, in multiples of its fair share."""


def find_imbalance(bank: Bank) -> Iterator[Notice]:
    """One notice per collection and property; no single question is to blame."""
    for collection in bank.collections:
        for count, questions in _group_by_choices(collection).items():
            if len(questions) >= FEWEST:
                yield from _find_positions(collection, count, questions)
                yield from _find_longest(bank, collection, questions)


def _group_by_choices(collection: Collection) -> dict[int, list[Question]]:
    """The questions with exactly one right choice, by the number of their choices."""
    groups: dict[int, list[Question]] = {}
    for placed in collection.placed():
        question = placed.question
        if (
            question
            and question.kind
            and KINDS[question.kind].one_right
            and len(question.right_choices()) == 1
        ):
            groups.setdefault(len(question.choices), []).append(question)
    return groups


def _find_positions(collection: Collection, count: int, questions: list[Question]) -> Iterator[Notice]:
    at = Counter(question.right_choices()[0] for question in questions)
    for number, often in sorted(at.items()):
        if often > MAX_SHARE * len(questions) / count:
            fact = f"choice {number} is right in {often} of {len(questions)} questions with {count} choices."
            yield Notice(collection.place, "", f"{collection.folder}: {fact} Vary the position.")


def _find_longest(bank: Bank, collection: Collection, questions: list[Question]) -> Iterator[Notice]:
    for locale, language in bank.locales.items():
        longest = sum(_is_longest(question, locale) for question in questions)
        if longest > MAX_LONGEST * len(questions):
            fact = f"the right choice is the longest in {longest} of {len(questions)} questions"
            yield Notice(collection.place, "", f"{collection.folder}: {fact} in {language.name}.")


def _is_longest(question: Question, locale: str) -> bool:
    """Whether the right choice is strictly the longest, as it reads."""
    lengths = [len(plain(choice.text.show(locale).markdown)) for choice in question.choices]
    right = lengths[question.right_choices()[0] - 1]
    return right == max(lengths) and lengths.count(right) == 1
