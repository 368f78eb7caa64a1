"""Kinds of question in the terminal: how an answer is typed, checked, and described.

`site/js/study/practice/kinds` does the same in the browser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from espejo.messages.message import Message, MessageError, listed, message, sentences
from espejo.model.kinds.numeric import write_decimal
from espejo.model.quiz import KindName, Question
from espejo.study.event import Answer
from espejo.study.terminal.typed_numbers import distance, is_near, read_numbers

BETWEEN = re.compile(r"[\s,;+&]+|\by\b|\band\b", re.IGNORECASE)
"""Separators allowed between two labels or numbers."""


class NotAnAnswerError(MessageError):
    """The line isn't an answer to this question; the message says what would be."""


class Choices(NamedTuple):
    """Choices of a question in display order, which may differ from the file."""

    labels: Sequence[str]
    order: Sequence[int]  # numbers of the choices in the file, from 1

    @property
    def ends(self) -> dict[str, str]:
        """The first and last label, to name the range."""
        return {"first": self.labels[0], "last": self.labels[-1]}

    def sort(self, numbers: Sequence[int]) -> list[str]:
        """Return the labels of some choices, in display order."""
        return [self.labels[place] for place in sorted(map(self.order.index, numbers))]


class TerminalKind:
    """A kind of question in the terminal. Self-graded kinds only have a name."""

    def __init__(self, name: Message | None = None) -> None:
        self.name = name  # shown next to the question's id, if it's informative

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


class Multiple(TerminalKind):
    """One or more labels: `1 3`, `1,3`, `ac`."""

    def read(self, question: Question, choices: Choices, text: str) -> Answer:
        places = list(_find_labels(choices.labels, text))
        if not places or None in places:
            raise NotAnAnswerError(self.explain(choices))
        return tuple(sorted({choices.order[place] for place in places if place is not None}))

    def is_right(self, question: Question, answer: Answer) -> bool:
        return isinstance(answer, tuple) and list(answer) == question.right_choices()

    def describe_wrong(self, question: Question, choices: Choices, answer: Answer) -> Message:
        right, chosen = question.right_choices(), answer if isinstance(answer, tuple) else ()
        wrong = choices.sort([one for one in chosen if one not in right])
        missed = choices.sort([one for one in right if one not in chosen])
        return sentences(
            message("Not quite right."),
            message("Chosen but wrong: {labels}.", labels=listed(wrong)) if wrong else "",
            message("Right but not chosen: {labels}.", labels=listed(missed)) if missed else "",
        )

    def describe_right(self, question: Question, choices: Choices, unit: str) -> Message | None:
        labels = choices.sort(question.right_choices())
        if len(labels) == 1:
            return message("Right choice: {label}.", label=labels[0])
        return message("Right choices: {labels}.", labels=listed(labels))

    def say_prompt(self, choices: Choices) -> Message:
        return message("Your choices ({first}-{last}, several at once, ? for help):", **choices.ends)

    def explain(self, choices: Choices) -> Message:
        return message(
            "Type one or more labels from {first} to {last}, such as {example}, and press Enter.",
            **choices.ends,
            example=" ".join(choices.labels[:2]),
        )


class Single(Multiple):
    """One label."""

    def read(self, question: Question, choices: Choices, text: str) -> Answer:
        answer = super().read(question, choices, text)
        if isinstance(answer, tuple) and len(answer) > 1:
            raise NotAnAnswerError(message("Only one choice is right: type one label."))
        return answer

    def describe_wrong(self, question: Question, choices: Choices, answer: Answer) -> Message:
        chosen = answer if isinstance(answer, tuple) else ()
        return message("Not right. You chose {label}.", label=listed(choices.sort(chosen)))

    def say_prompt(self, choices: Choices) -> Message:
        return message("Your choice ({first}-{last}, ? for help):", **choices.ends)

    def explain(self, choices: Choices) -> Message:
        return message("Type a label from {first} to {last}, and press Enter.", **choices.ends)


def _find_labels(labels: Sequence[str], text: str) -> Iterator[int | None]:
    """Yield the index of each label in a line; None for anything else."""
    known = {label.casefold(): place for place, label in enumerate(labels)}
    for word in filter(None, BETWEEN.split(text.casefold())):
        yield from (known.get(part) for part in ([word] if word in known else word))


class TrueFalse(TerminalKind):
    """One letter or word, in any language of the tools."""

    def read(self, question: Question, choices: Choices, text: str) -> Answer:
        if text.casefold() not in _TRUTHS:
            raise NotAnAnswerError(self.explain(choices))
        return _TRUTHS[text.casefold()]

    def is_right(self, question: Question, answer: Answer) -> bool:
        return answer is question.correct

    def describe_right(self, question: Question, choices: Choices, unit: str) -> Message | None:
        return message("It is true.") if question.correct else message("It is false.")

    def say_prompt(self, choices: Choices) -> Message:
        return message("True or false (t or f, ? for help):")

    def explain(self, choices: Choices) -> Message:
        return message("Type t for true or f for false, and press Enter.")


_TRUTHS = {
    **dict.fromkeys(("t", "true", "v", "verdadero", "verdadera"), True),
    **dict.fromkeys(("f", "false", "falso", "falsa"), False),
}


class Numeric(TerminalKind):
    """A number, in the notation of any of the languages."""

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


TERMINAL_KINDS: Mapping[KindName, TerminalKind] = {
    "single": Single(),
    "multiple": Multiple(message("several answers")),
    "truefalse": TrueFalse(message("true or false")),
    "numeric": Numeric(message("number")),
    "free": TerminalKind(message("free answer")),
    "recall": TerminalKind(message("from memory")),
}
