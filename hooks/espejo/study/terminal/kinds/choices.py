"""Kinds `single` and `multiple` in the terminal: answers are labels of choices as shown on screen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from espejo.messages.message import Message, listed, message, sentences
from espejo.model.quiz import Question
from espejo.study.event import Answer
from espejo.study.terminal.kinds.base import Choices, NotAnAnswerError, TerminalKind

BETWEEN = re.compile(r"[\s,;+&]+|\by\b|\band\b", re.IGNORECASE)
"""Separators allowed between two labels or numbers."""


class Multiple(TerminalKind):
    """One or more labels: `1 3`, `1,3`, `ac`."""

    name: ClassVar[Message | None] = message("several answers")

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
            message("Chosen, but wrong: {labels}.", labels=listed(wrong)) if wrong else "",
            message("Right, but not chosen: {labels}.", labels=listed(missed)) if missed else "",
        )

    def describe_right(self, question: Question, choices: Choices, unit: str) -> Message | None:
        labels = choices.sort(question.right_choices())
        if len(labels) == 1:
            return message("Right choice: {label}.", label=labels[0])
        return message("Right choices: {labels}.", labels=listed(labels))

    def say_prompt(self, choices: Choices) -> Message:
        first, last = choices.labels[0], choices.labels[-1]
        return message("Your choices ({first}-{last}, several at once, ? for help):", first=first, last=last)

    def explain(self, choices: Choices) -> Message:
        return message(
            "Type one or more labels from {first} to {last}, such as {example}, and press Enter.",
            first=choices.labels[0],
            last=choices.labels[-1],
            example=" ".join(choices.labels[:2]),
        )


class Single(Multiple):
    """One label."""

    name = None

    def read(self, question: Question, choices: Choices, text: str) -> Answer:
        answer = super().read(question, choices, text)
        if isinstance(answer, tuple) and len(answer) > 1:
            raise NotAnAnswerError(message("Only one choice is right: type one label."))
        return answer

    def describe_wrong(self, question: Question, choices: Choices, answer: Answer) -> Message:
        chosen = answer if isinstance(answer, tuple) else ()
        return message("Not right. You chose {label}.", label=listed(choices.sort(chosen)))

    def say_prompt(self, choices: Choices) -> Message:
        first, last = choices.labels[0], choices.labels[-1]
        return message("Your choice ({first}-{last}, ? for help):", first=first, last=last)

    def explain(self, choices: Choices) -> Message:
        first, last = choices.labels[0], choices.labels[-1]
        return message("Type a label from {first} to {last}, and press Enter.", first=first, last=last)


def _find_labels(labels: Sequence[str], text: str) -> Iterator[int | None]:
    """Yield the index of each label in a line; None for anything else."""
    known = {label.casefold(): place for place, label in enumerate(labels)}
    for word in filter(None, BETWEEN.split(text.casefold())):
        yield from (known.get(part) for part in ([word] if word in known else word))
