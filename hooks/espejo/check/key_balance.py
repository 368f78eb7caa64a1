"""Answer-key balance: right choices given away by their position, their length, their words, or a pattern.

Random keys show some patterns, too. The check reports a run of right choices at one position, or quizzes that
open with the same keys, only if chance alone would produce it in about one of ten thousand banks, so random
keys pass and an author's habits don't. (Pairs of quizzes are slightly correlated, so in practice it is a few
in ten thousand.)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import exp, prod, sqrt
from typing import NamedTuple

from espejo.markdown.fragments import plain
from espejo.messages.message import comma_separated, message, plural
from espejo.model.bank import Bank
from espejo.model.collection import Collection
from espejo.model.kinds import KINDS
from espejo.model.problems import Notice, Place
from espejo.model.quiz import Question, Quiz

MIN_QUESTIONS = 30
"""Smallest sample: questions with the same number of choices."""

MAX_LOOK_RATIO = 1.4
MAX_POSITION_RATIO = 1.5
"""How often a position, or the choice that stands out, may be right, as a multiple of its fair share."""

MAX_DEVIATIONS = 3
"""Standard deviations above the fair share that chance explains; matters when the fair share is small."""


def find_imbalance(bank: Bank) -> Iterator[Notice]:
    """Yield one notice per collection and property, since no single question is at fault."""
    for collection in bank.collections:
        for count, questions in _group_by_choices(collection).items():
            if len(questions) >= MIN_QUESTIONS:
                yield from _check_positions(collection, count, questions)
                yield from _check_looks(bank, collection, count, questions)


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


def _check_looks(
    bank: Bank, collection: Collection, count: int, questions: list[Question]
) -> Iterator[Notice]:
    """Check whether the right choice can be guessed from its length or from the words it shares."""
    most = _most_by_chance(len(questions), count, MAX_LOOK_RATIO)
    for locale in bank.locales:
        longest = sum(_is_right_longest(question, locale) for question in questions)
        closest = int(sum(_is_right_closest(question, locale) for question in questions))
        folder, language = collection.folder, bank.language(locale)
        if longest > most:
            fact = message(
                "{folder}: the right choice is the longest "
                "in {longest} of {questions} questions in {language}.",
                folder=folder,
                longest=longest,
                questions=len(questions),
                language=language,
            )
            yield Notice(collection.place, "", fact)
        if closest > most:
            fact = message(
                "{folder}: the right choice shares the most words with the other choices in {closest} of "
                "{questions} questions in {language}. Write wrong choices that don't repeat its parts.",
                folder=folder,
                closest=closest,
                questions=len(questions),
                language=language,
            )
            yield Notice(collection.place, "", fact)


def _is_right_longest(question: Question, locale: str) -> bool:
    """Whether the right choice is the longest, as plain text."""
    lengths = [len(plain(choice.text.show(locale).markdown)) for choice in question.choices]
    right = lengths[question.right_choices()[0] - 1]
    return right == max(lengths) and lengths.count(right) == 1


def _is_right_closest(question: Question, locale: str) -> float:
    """Whether the right choice shares the largest part of its words with the others; a fraction in a tie."""
    choices = [set(_WORD.findall(one.text.show(locale).markdown.casefold())) for one in question.choices]
    shared = [sum(len(one & other) / (len(one | other) or 1) for other in choices) for one in choices]
    right = shared[question.right_choices()[0] - 1]
    return 1 / shared.count(right) if right == max(shared) else 0


_WORD = re.compile(r"[\w.]+")

MAX_CHANCE = 0.0001
"""Significance level: patterns less likely than this are reported."""

MIN_RUN = 4
OPENING = 3
"""Minimum length of a run of right choices at one position, and length of a quiz opening, in keys."""

_LONG_RUN = 12
"""Longer runs are treated as if they had this length."""

_MAX_NAMED = 5
"""Maximum number of questions or quizzes a notice lists."""


class _Key(NamedTuple):
    """The position of a question's only right choice, and its number of choices."""

    question: Question
    position: int
    choices: int


def find_key_patterns(bank: Bank) -> Iterator[Notice]:
    """Yield at most one notice about runs and one about openings, for the whole bank."""
    quizzes = [unit for _, _, unit in bank.units() if isinstance(unit, Quiz)]
    stretches = [stretch for quiz in quizzes for stretch in _list_stretches(quiz)]
    yield from _find_runs(stretches)
    yield from _find_openings(quizzes)


def _list_stretches(quiz: Quiz) -> Iterator[list[_Key]]:
    """Split the keys of a quiz at questions that don't have exactly one right choice."""
    for is_key, questions in groupby(quiz.questions, key=has_key):
        if is_key:
            yield [_Key(one, one.right_choices()[0], len(one.choices)) for one in questions]


def has_key(question: Question) -> bool:
    """Whether a question has exactly one right choice."""
    is_single = bool(question.kind) and KINDS[question.kind].one_right
    return is_single and len(question.right_choices()) == 1


def _find_runs(stretches: Sequence[Sequence[_Key]]) -> Iterator[Notice]:
    """Report the shortest run length that occurs more often than chance explains."""
    runs = [run for stretch in stretches for run in _split_runs(stretch) if len(run) >= MIN_RUN]
    for length in sorted({min(len(run), _LONG_RUN) for run in runs}):
        long = [run for run in runs if len(run) >= length]
        expected = sum(_expect_runs(stretch, length) for stretch in stretches)
        if _chance_of(len(long), expected) < MAX_CHANCE:
            fact = plural(
                "the right choice is at the same position {length} or more times in a row, {count} time in "
                "the bank, where chance gives about {expected}. Runs begin at: {ids}. Vary the positions.",
                "the right choice is at the same position {length} or more times in a row, {count} times in "
                "the bank, where chance gives about {expected}. Runs begin at: {ids}. Vary the positions.",
                len(long),
                length=length,
                expected=f"{expected:.2f}",
                ids=_list_names([run[0].question.id for run in long]),
            )
            yield Notice(long[0][0].question.place, "", fact)
            return


def _split_runs(stretch: Sequence[_Key]) -> Iterator[list[_Key]]:
    return (list(run) for _, run in groupby(stretch, key=lambda key: key.position))


def _expect_runs(stretch: Sequence[_Key], length: int) -> float:
    """Expected number of runs of at least this length in a stretch of random keys.

    A run starts at a key if it and the next ones share a position, and the key before it has another.
    """
    expected = 0.0
    for start in range(len(stretch) - length + 1):
        counts = [key.choices for key in stretch[start : start + length]]
        same = min(counts) / prod(counts)
        expected += same * (1 - 1 / stretch[start - 1].choices) if start else same
    return expected


def _find_openings(quizzes: Sequence[Quiz]) -> Iterator[Notice]:
    """Report if more pairs of quizzes open with the same keys than chance explains."""
    openings = [(quiz, opening) for quiz in quizzes if (opening := _take_opening(quiz))]
    shapes = Counter(tuple(key.choices for key in opening) for _, opening in openings)
    expected = sum(_count_pairs(count) / prod(shape) for shape, count in shapes.items())
    alike: dict[tuple[tuple[int, int], ...], list[Place]] = {}
    for quiz, opening in openings:
        alike.setdefault(tuple((key.position, key.choices) for key in opening), []).append(quiz.place)
    pairs = sum(_count_pairs(len(places)) for places in alike.values())
    if _chance_of(pairs, expected) < MAX_CHANCE:
        most = max(alike.values(), key=len)
        fact = plural(
            "{count} pair of quizzes begins with the same {keys} right choices, where chance gives about "
            "{expected}. Most alike: {files}. Vary the positions.",
            "{count} pairs of quizzes begin with the same {keys} right choices, where chance gives about "
            "{expected}. Most alike: {files}. Vary the positions.",
            pairs,
            keys=OPENING,
            expected=f"{expected:.2f}",
            files=_list_names([place.file for place in most]),
        )
        yield Notice(most[0], "", fact)


def _take_opening(quiz: Quiz) -> tuple[_Key, ...]:
    """The first keys of a quiz; empty if it has too few."""
    keys = tuple(key for stretch in _list_stretches(quiz) for key in stretch)
    return keys[:OPENING] if len(keys) >= OPENING else ()


def _count_pairs(count: int) -> int:
    return count * (count - 1) // 2


def _chance_of(count: int, expected: float) -> float:
    """Poisson probability of at least `count` events when `expected` are expected."""
    term, below = exp(-expected), 0.0
    for number in range(count):
        below += term
        term *= expected / (number + 1)
    return max(0.0, 1 - below)


def _list_names(names: Sequence[str]) -> str:
    shown = list(names[:_MAX_NAMED])
    return comma_separated([*shown, "…"] if len(names) > len(shown) else shown)
