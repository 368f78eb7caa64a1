"""Kind `truefalse` in the terminal: one letter or word, in any language of the tools."""

from __future__ import annotations

from espejo.messages.message import Message, message
from espejo.model.quiz import Question
from espejo.study.event import Answer
from espejo.study.terminal.kinds.base import Choices, NotAnAnswerError, TerminalKind

_TRUE = frozenset(("t", "true", "v", "verdadero", "verdadera"))
_FALSE = frozenset(("f", "false", "falso", "falsa"))


class TrueFalse(TerminalKind):
    """A statement that is true or false."""

    name = message("true or false")

    def read(self, question: Question, choices: Choices, text: str) -> Answer:
        word = text.casefold()
        if word not in _TRUE | _FALSE:
            raise NotAnAnswerError(self.explain(choices))
        return word in _TRUE

    def is_right(self, question: Question, answer: Answer) -> bool:
        return answer is question.correct

    def describe_right(self, question: Question, choices: Choices, unit: str) -> Message | None:
        return message("It is true.") if question.correct else message("It is false.")

    def say_prompt(self, choices: Choices) -> Message:
        return message("True or false (t or f, ? for help):")

    def explain(self, choices: Choices) -> Message:
        return message("Type t for true or f for false, and press Enter.")
