"""Base class of the kinds of question: what one kind has to define."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from espejo.messages.message import Message
from espejo.model.quiz import KindName, Labels, Question
from espejo.model.text import Text

AnswerKey = bool | list[int] | list[str] | tuple[Decimal, Decimal]
"""What a proof has to compute: a truth value, labels of choices, or a number and its tolerance."""


class Quantity(NamedTuple):
    """A number and its unit, if it has one."""

    value: Decimal
    unit: Text | None = None


class Verdict(NamedTuple):
    """The right answer, ready to be put into words: the name of a word of the site and its blanks."""

    word: str
    blanks: Mapping[str, tuple[str, ...] | Quantity] = {}
    ending: str = ""


def is_whole(value: Any, least: int, most: int) -> bool:
    """Whether a value from JSON is a whole number within these bounds."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and least <= value <= most and value == int(value)


def is_numbers(value: Any) -> bool:
    """Whether a value is a list of the numbers of choices or points, in ascending order."""
    return (
        isinstance(value, list | tuple)
        and all(is_whole(one, 1, 99) for one in value)
        and all(one < other for one, other in pairwise(value))
    )


class Kind:
    """A kind of question. A template in `rendering/templates/kinds` shows it everywhere."""

    name: ClassVar[KindName]
    template: ClassVar[str]
    seconds: ClassVar[int]  # how long it takes to think of the answer, for each choice if it has some
    needs: ClassVar[tuple[str, ...]]  # the keys that a question of this kind must have
    may_have: ClassVar[tuple[str, ...]] = ()
    marked: ClassVar[bool] = True  # whether the heading of a question names its kind
    one_right: ClassVar[bool] = False  # whether exactly one of the choices is right
    written: ClassVar[bool] = False  # whether the answer is written rather than picked
    wants_hint: ClassVar[bool] = False  # whether a learner has nothing to go by but the question
    self_graded: ClassVar[bool] = False  # whether learners grade their answers themselves
    slow_after: ClassVar[int] = 60_000  # milliseconds; whoever takes longer had to work the answer out
    computable: ClassVar[bool] = True  # whether a proof can compute the answer itself
    words: ClassVar[Mapping[str, str]] = {}  # the words it needs, each with what it is for
    sample_choices: ClassVar[tuple[bool, ...]] = ()  # for a draft: which of its choices are right

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys it may have among those that depend on the kind."""
        return (*self.needs, *self.may_have)

    def find_faults(self, question: Question) -> Iterator[Message]:
        """What is wrong with the answer of a question that has all the keys it needs."""
        yield from ()

    def answer_key(self, question: Question, labels: Labels) -> AnswerKey | None:
        """What a proof has to compute, if it can compute the answer."""
        return None

    def key_parts(self, question: Question) -> tuple[str, ...]:
        """What is right, in words that are no language's; nothing if the learner compares it herself."""
        return ()

    def is_logged(self, answer: Any) -> bool:
        """Whether a value has the form of an answer in a learner's log: the choices, or the points ticked."""
        return is_numbers(answer)

    def accepts(self, key: AnswerKey, computed: Any) -> bool:
        """Whether the value a proof has computed is the answer."""
        return type(computed) is type(key) and bool(computed == key)

    def verdict(self, question: Question, labels: Labels) -> Verdict | None:
        """The right answer in words, if it is not just the model answer."""
        return None
