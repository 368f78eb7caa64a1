"""Question kinds `single` and `multiple`: multiple choice with one or several right answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from espejo.messages.message import Message, message
from espejo.model.grammar import MAX_CHOICES, MIN_CHOICES
from espejo.model.kinds.base import AnswerKey, Kind, Verdict
from espejo.model.quiz import Labels, Question, label_choice

_NUMBERS = {label_choice("letters", number): number for number in range(1, MAX_CHOICES + 1)}


# Other programs call both kinds this.
_ANY_NUMBER = ("multiple_choice", "multichoice", "mc", "mcq", "choice", "choices", "test")


class _Choices(Kind):
    template = "choices"
    seconds = 5
    needs = ("choices",)
    may_have = ("fixed_order",)

    def find_faults(self, question: Question) -> Iterator[Message]:
        if not question.right_choices():
            yield message("no right choice. Put 'correct: true' under the right one.")
        if not MIN_CHOICES <= len(question.choices) <= MAX_CHOICES:
            yield message(
                "expected {least} to {most} choices, got {count}.",
                least=MIN_CHOICES,
                most=MAX_CHOICES,
                count=len(question.choices),
            )

    def answer_key(self, question: Question, labels: Labels) -> AnswerKey | None:
        right = question.right_choices()
        if not right:
            return None
        return right if labels == "numbers" else [label_choice(labels, number) for number in right]

    def key_parts(self, question: Question) -> tuple[str, ...]:
        return tuple(map(str, question.right_choices()))

    def accepts(self, key: AnswerKey, computed: Any) -> bool:
        """Accepts numbers and letters, so a proof still works after its question moves to another quiz."""
        both_lists = isinstance(computed, list) and isinstance(key, list)
        return both_lists and _number_labels(computed) == _number_labels(key)

    def verdict(self, question: Question, labels: Labels) -> Verdict | None:
        right = tuple(label_choice(labels, number) for number in question.right_choices())
        if not right:
            return None
        return Verdict("one_choice" if len(right) == 1 else "many_choices", {"labels": right})


def _number_labels(labels: Any) -> list[Any]:
    """Converts labels to choice numbers, from 1; anything else is kept as is."""
    return [_NUMBERS.get(label, label) if type(label) is str else label for label in labels]


class Single(_Choices):
    """One right choice."""

    name = "single"
    aliases = ("single_choice", *_ANY_NUMBER)
    marked = False
    one_right = True
    logged = "number"
    sample_choices = (True, False, False)

    def find_faults(self, question: Question) -> Iterator[Message]:
        right = question.right_choices()
        if len(right) > 1:
            numbers = ", ".join(map(str, right))
            yield message(
                "several right choices ({numbers}). Keep one, or write kind: multiple.", numbers=numbers
            )
        yield from super().find_faults(question)


class Multiple(_Choices):
    """One or more right choices."""

    name = "multiple"
    aliases = ("multiple_answer", "multiple_answers", "multiple_response", *_ANY_NUMBER)
    sample_choices = (True, True, False)
