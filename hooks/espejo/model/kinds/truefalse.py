"""Question kind `truefalse`: a statement that is true or false."""

from __future__ import annotations

from espejo.model.kinds.base import AnswerKey, Kind, Verdict
from espejo.model.quiz import Labels, Question


class TrueFalse(Kind):
    """A statement, in the title or the prompt, and whether it is true."""

    name = "truefalse"
    aliases = ("true_false", "true/false", "boolean", "bool")
    template = "truefalse"
    seconds = 15
    logged = "truth"
    needs = ("correct",)

    def answer_key(self, question: Question, labels: Labels) -> AnswerKey | None:
        return question.correct

    def key_parts(self, question: Question) -> tuple[str, ...]:
        return ("true" if question.correct else "false",)

    def verdict(self, question: Question, labels: Labels) -> Verdict | None:
        return Verdict("true" if question.correct else "false", ending=".")
