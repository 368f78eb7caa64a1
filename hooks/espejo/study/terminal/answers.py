"""Typed answers: parses a line as an answer, with its label order, and describes the verdict."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from espejo.messages.message import Message, message
from espejo.model.kinds import KINDS
from espejo.model.quiz import Item, Labels, Question, list_labels
from espejo.study.event import Answer
from espejo.study.terminal.kinds import BETWEEN, TERMINAL_KINDS, Choices, NotAnAnswerError

_GUESS = re.compile(r"\s*\?+\Z")
POINTS = message("Type the numbers of the points that you mentioned, such as 1 3, or nothing for none.")


class Typed(NamedTuple):
    """An answer, and whether it's a guess."""

    answer: Answer
    guess: bool

    @property
    def chosen(self) -> tuple[int, ...]:
        """The numbers of the chosen choices, if it's a choice."""
        return self.answer if isinstance(self.answer, tuple) else ()


def is_open(item: Item) -> bool:
    """Whether the item is self-graded."""
    return not isinstance(item, Question) or KINDS[item.kind].self_graded


def arrange(question: Question, labels: Labels, order: Sequence[int] = ()) -> Choices:
    """Return the choices of a question in the given order, or in file order."""
    count = len(question.choices)
    return Choices(list_labels(labels, count), order or range(1, count + 1))


def read_answer(question: Question, choices: Choices, line: str) -> Typed:
    """Parse an answer; a question mark at the end marks it as a guess."""
    text = _GUESS.sub("", line)
    return Typed(TERMINAL_KINDS[question.kind].read(question, choices, text), guess=text != line)


def is_right(question: Question, answer: Answer) -> bool:
    """Whether an answer is right, for kinds that aren't self-graded."""
    return TERMINAL_KINDS[question.kind].is_right(question, answer)


def describe_verdict(question: Question, choices: Choices, typed: Typed) -> Message:
    """Describe the result of an answer."""
    kind = TERMINAL_KINDS[question.kind]
    if kind.is_right(question, typed.answer):
        return message("Right, though you were guessing.") if typed.guess else message("Right.")
    return kind.describe_wrong(question, choices, typed.answer)


def read_points(line: str, count: int) -> tuple[int, ...]:
    """Parse the numbers of the points the reader checks; an empty line checks none."""
    words = [word for word in BETWEEN.split(line) if word]
    numbers = {int(word) if word.isascii() and word.isdigit() and len(word) < 3 else 0 for word in words}
    if not all(1 <= number <= count for number in numbers):
        raise NotAnAnswerError(POINTS)
    return tuple(sorted(numbers))


def suggest_grade(ticked: int, total: int) -> int | None:
    """Suggest a grade, from 1, based on the points checked; None if there is no basis for one."""
    if not ticked:
        return None
    if ticked == total:
        return 3
    return 2 if ticked * 2 >= total else 1
