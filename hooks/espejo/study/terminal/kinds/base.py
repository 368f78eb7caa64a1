"""Base class for kinds of question in the terminal: how to parse, check, and describe an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from espejo.messages.message import Message, MessageError, message
from espejo.model.quiz import Question
from espejo.study.event import Answer


class NotAnAnswerError(MessageError):
    """The line isn't an answer to this question; the message says what would be."""


class Choices(NamedTuple):
    """Choices of a question in display order, which may differ from the file."""

    labels: Sequence[str]
    order: Sequence[int]  # numbers of the choices in the file, from 1

    def label(self, number: int) -> str:
        """Return the displayed label of a choice, given its number in the file."""
        return self.labels[self.order.index(number)]

    def sort(self, numbers: Sequence[int]) -> list[str]:
        """Return the labels of some choices, in display order."""
        return [self.labels[place] for place in sorted(map(self.order.index, numbers))]


class TerminalKind:
    """A kind of question in the terminal. Self-graded kinds only have a name."""

    name: ClassVar[Message | None] = None  # shown next to the question's id, if it's informative

    def read(self, question: Question, choices: Choices, text: str) -> Answer:
        """Parse an answer. Raise `NotAnAnswerError` if it isn't one."""
        raise NotImplementedError

    def is_right(self, question: Question, answer: Answer) -> bool:
        raise NotImplementedError

    def describe_wrong(self, question: Question, choices: Choices, answer: Answer) -> Message:
        """Describe what is wrong with an answer."""
        return message("Not right.")

    def describe_right(self, question: Question, choices: Choices, unit: str) -> Message | None:
        """Describe the right answer, using displayed labels; None if it's the model answer."""
        return None

    def say_prompt(self, choices: Choices) -> Message:
        """Return the text of the input prompt."""
        raise NotImplementedError

    def explain(self, choices: Choices) -> Message:
        """Explain what can be typed as an answer."""
        raise NotImplementedError
