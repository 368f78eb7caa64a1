"""Kinds of question in the terminal: how an answer is typed, checked, and described.

`site/js/study/practice/kinds` does the same in the browser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from espejo.commands.terminal import tell
from espejo.messages.message import Message, listed, message
from espejo.model.kinds.numeric import write_decimal
from espejo.model.quiz import KindName, Labels, Question, list_labels
from espejo.study.event import Answer
from espejo.study.terminal.typed_numbers import distance, is_near, read_numbers
from espejo.study.terminal.words import word

BETWEEN = re.compile(r"[\s,;+&]+|\by\b|\band\b", re.IGNORECASE)
"""Separators allowed between two labels or numbers."""

_GUESS = re.compile(r"\s*\?+\Z")


class Choices(NamedTuple):
    """Choices of a question in display order, which may differ from the file."""

    labels: Sequence[str]
    order: Sequence[int]  # numbers of the choices in the file, from 1

    def name(self, numbers: Sequence[int]) -> str:
        """Name some choices by their labels, in display order."""
        return tell(listed(self.labels[place] for place in sorted(map(self.order.index, numbers))))


def arrange(question: Question, labels: Labels, order: Sequence[int] = ()) -> Choices:
    """Return the choices of a question in the given order, or in file order."""
    count = len(question.choices)
    return Choices(list_labels(labels, count), order or range(1, count + 1))


class TerminalKind:
    """A kind of question in the terminal. The self-graded ones have no answer to type."""

    def read(self, question: Question, choices: Choices, text: str) -> Answer:
        """Parse an answer; None if it isn't one."""
        return None

    def is_right(self, question: Question, answer: Answer) -> bool:
        raise NotImplementedError

    def describe_wrong(self, question: Question, choices: Choices, answer: Answer) -> str:
        """Describe what is wrong with an answer."""
        return word("wrong_statement")

    def name_right(self, question: Question, choices: Choices, unit: str) -> str:
        """Name the right answer, with a period; empty if it's the model answer."""
        return ""


class Multiple(TerminalKind):
    """One or more labels: `1 3`, `1,3`, `ac`."""

    def read(self, question: Question, choices: Choices, text: str) -> Answer:
        places = list(_find_labels(choices.labels, text))
        if not places or None in places:
            return None
        return tuple(sorted({choices.order[place] for place in places if place is not None}))

    def is_right(self, question: Question, answer: Answer) -> bool:
        return isinstance(answer, tuple) and list(answer) == question.right_choices()

    def describe_wrong(self, question: Question, choices: Choices, answer: Answer) -> str:
        right, chosen = question.right_choices(), answer if isinstance(answer, tuple) else ()
        found = {
            "wrong_of_several": [one for one in chosen if one not in right],
            "missed_of_several": [one for one in right if one not in chosen],
        }
        said = (word(name, labels=choices.name(numbers)) for name, numbers in found.items() if numbers)
        return " ".join([word("wrong_several"), *said])

    def name_right(self, question: Question, choices: Choices, unit: str) -> str:
        return f"{choices.name(question.right_choices())}."


class Single(Multiple):
    """One label."""

    def read(self, question: Question, choices: Choices, text: str) -> Answer:
        answer = super().read(question, choices, text)
        return answer if isinstance(answer, tuple) and len(answer) == 1 else None

    def describe_wrong(self, question: Question, choices: Choices, answer: Answer) -> str:
        return word("wrong_choice", label=choices.name(answer if isinstance(answer, tuple) else ()))


def _find_labels(labels: Sequence[str], text: str) -> Iterator[int | None]:
    """Yield the index of each label in a line; None for anything else."""
    known = {label.casefold(): place for place, label in enumerate(labels)}
    for one in filter(None, BETWEEN.split(text.casefold())):
        yield from (known.get(part) for part in ([one] if one in known else one))


class TrueFalse(TerminalKind):
    """One letter or word, in any language of the tools."""

    def read(self, question: Question, choices: Choices, text: str) -> Answer:
        return _TRUTHS.get(text.casefold())

    def is_right(self, question: Question, answer: Answer) -> bool:
        return answer is question.correct

    def name_right(self, question: Question, choices: Choices, unit: str) -> str:
        return f"{word('true' if question.correct else 'false')}."


_TRUTHS = {
    **dict.fromkeys(("t", "true", "v", "verdadero", "verdadera"), True),
    **dict.fromkeys(("f", "false", "falso", "falsa"), False),
}


class Numeric(TerminalKind):
    """A number, in the notation of any of the languages."""

    def read(self, question: Question, choices: Choices, text: str) -> Answer:
        return text.strip() if read_numbers(text.strip()) else None

    def is_right(self, question: Question, answer: Answer) -> bool:
        value, tolerance = float(question.value or 0), float(question.tolerance or 0)
        return is_near(read_numbers(str(answer)), value, tolerance)

    def describe_wrong(self, question: Question, choices: Choices, answer: Answer) -> str:
        off = distance(read_numbers(str(answer)), float(question.value or 0))
        return word("wrong_number", distance=f"{off:.3g}")

    def name_right(self, question: Question, choices: Choices, unit: str) -> str:
        if question.value is None:
            return ""
        value = f"{write_decimal(question.value)} {unit}".strip()
        if question.tolerance is None:
            return word("exact_number", value=value)
        return word("number_within", value=value, tolerance=write_decimal(question.tolerance))


TERMINAL_KINDS: Mapping[KindName, TerminalKind] = {
    "single": Single(),
    "multiple": Multiple(),
    "truefalse": TrueFalse(),
    "numeric": Numeric(),
    "free": TerminalKind(),
    "recall": TerminalKind(),
}


def say_input(question: Question, choices: Choices) -> tuple[Message, Message]:
    """Return the input prompt for an answer, and what can be typed."""
    ends = {"first": choices.labels[0], "last": choices.labels[-1]} if choices.labels else {}
    match question.kind:
        case "single":
            return message("Your choice ({first}-{last}, ? for help):", **ends), message(
                "Type a label from {first} to {last}, and press Enter. Only one choice is right.", **ends
            )
        case "multiple":
            example = " ".join(choices.labels[:2])
            return message("Your choices ({first}-{last}, several at once, ? for help):", **ends), message(
                "Type one or more labels from {first} to {last}, such as {example}, and press Enter.",
                **ends,
                example=example,
            )
        case "truefalse":
            about = message("Type t for true or f for false, and press Enter.")
            return message("True or false (t or f, ? for help):"), about
    about = message("Type a number such as 0.5, -3 or 1e-4, and press Enter.")
    return message("Your number (? for help):"), about


class Typed(NamedTuple):
    """A typed answer: whether it's right, and whether it's a guess."""

    answer: Answer
    right: bool
    guess: bool

    @property
    def chosen(self) -> tuple[int, ...]:
        """The numbers of the chosen choices, if it's a choice."""
        return self.answer if isinstance(self.answer, tuple) else ()


def read_answer(question: Question, choices: Choices, line: str) -> Typed | None:
    """Parse an answer, if it is one; a question mark at the end marks it as a guess."""
    kind, text = TERMINAL_KINDS[question.kind], _GUESS.sub("", line)
    answer = kind.read(question, choices, text)
    if answer is None:
        return None
    return Typed(answer, kind.is_right(question, answer), guess=text != line)


def describe_verdict(question: Question, choices: Choices, typed: Typed) -> str:
    """Describe the result of an answer."""
    if typed.right:
        return word("right_guess" if typed.guess else "right_answer")
    return TERMINAL_KINDS[question.kind].describe_wrong(question, choices, typed.answer)


def describe_right(question: Question, choices: Choices, unit: str) -> str:
    """Describe the right answer, using displayed labels; empty if it's the model answer."""
    named = TERMINAL_KINDS[question.kind].name_right(question, choices, unit)
    return f"{word('correct_answer')}: {named}" if named else ""
