"""Kind `numeric` in the terminal: a number, in the notation of any of the languages."""

from __future__ import annotations

from espejo.messages.message import Message, message
from espejo.model.kinds.numeric import write_decimal
from espejo.model.quiz import Question
from espejo.study.event import Answer
from espejo.study.terminal.kinds.base import Choices, NotAnAnswerError, TerminalKind
from espejo.study.typed_numbers import distance, is_near, read_numbers


class Numeric(TerminalKind):
    """A number to compute."""

    name = message("number")

    def read(self, question: Question, choices: Choices, text: str) -> Answer:
        if not read_numbers(text.strip()):
            raise NotAnAnswerError(self.explain(choices))
        return text.strip()

    def is_right(self, question: Question, answer: Answer) -> bool:
        value, tolerance = float(question.value or 0), float(question.tolerance or 0)
        return is_near(read_numbers(str(answer)), value, tolerance)

    def describe_wrong(self, question: Question, choices: Choices, answer: Answer) -> Message:
        off = distance(read_numbers(str(answer)), float(question.value or 0))
        return message("Not right. You are off by {distance}.", distance=f"{off:.3g}")

    def describe_right(self, question: Question, choices: Choices, unit: str) -> Message | None:
        if question.value is None:
            return None
        value = f"{write_decimal(question.value)} {unit}".strip()
        if question.tolerance is None:
            return message("Right answer: {value}.", value=value)
        tolerance = write_decimal(question.tolerance)
        return message("Right answer: {value}, within {tolerance}.", value=value, tolerance=tolerance)

    def say_prompt(self, choices: Choices) -> Message:
        return message("Your number (? for help):")

    def explain(self, choices: Choices) -> Message:
        return message("Type a number such as 0.5, -3 or 1e-4, and press Enter.")
