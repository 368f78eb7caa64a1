"""Base class of the kinds in a terminal: how an answer is typed, judged and talked about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from espejo.messages.message import Message, MessageError, message
from espejo.model.quiz import Question
from espejo.study.event import Answer


class NotAnAnswerError(MessageError):
    """A line that is no answer to this question; its text says what would be one."""


class Choices(NamedTuple):
    """The choices of a question in the order in which they are shown, which may not be that of the file."""

    labels: Sequence[str]
    order: Sequence[int]  # the numbers of the choices in the file, from 1

    def label(self, number: int) -> str:
        """The label under which a choice of the file is shown."""
        return self.labels[self.order.index(number)]

    def sort(self, numbers: Sequence[int]) -> list[str]:
        """The labels of some choices, in the order of the screen."""
        return [self.labels[place] for place in sorted(map(self.order.index, numbers))]


class TerminalKind:
    """A kind of question in a terminal. Those that learners grade themselves only have a name."""

    name: ClassVar[Message | None] = None  # beside the id of a question, where it says something

    def read(self, question: Question, choices: Choices, text: str) -> Answer:
        """The answer that a text is. Raise `NotAnAnswerError` if it is none."""
        raise NotImplementedError

    def is_right(self, question: Question, answer: Answer) -> bool:
        raise NotImplementedError

    def describe_wrong(self, question: Question, choices: Choices, answer: Answer) -> Message:
        """What is wrong with an answer, in words."""
        return message("Not right.")

    def describe_right(self, question: Question, choices: Choices, unit: str) -> Message | None:
        """The right answer in words, with the labels of the screen; None if it is the model answer."""
        return None

    def say_prompt(self, choices: Choices) -> Message:
        """What the prompt asks for."""
        raise NotImplementedError

    def explain(self, choices: Choices) -> Message:
        """What can be typed as an answer."""
        raise NotImplementedError
