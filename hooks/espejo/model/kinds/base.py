"""Base class for question kinds: what each kind has to define."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, ClassVar, Literal, NamedTuple

from espejo.messages.message import Message
from espejo.model.quiz import KindName, Labels, Question
from espejo.model.text import Text

AnswerKey = bool | list[int] | list[str] | tuple[Decimal, Decimal]
"""What a proof must compute: a truth value, choice labels, or a number and its tolerance."""


LoggedAnswer = Literal["number", "numbers", "truth", "text"]
"""Form of an answer in a learner's log: at most one choice, choices or points, a truth value, or as typed."""


class Quantity(NamedTuple):
    """A number and its unit, if it has one."""

    value: Decimal
    unit: Text | None = None


class Verdict(NamedTuple):
    """The right answer as a phrase to translate: the name of a site word and values for its blanks."""

    word: str
    blanks: Mapping[str, tuple[str, ...] | Quantity] = {}
    ending: str = ""


class Kind:
    """A question kind. Its template in `rendering/templates/kinds` renders it everywhere."""

    name: ClassVar[KindName]
    template: ClassVar[str]
    seconds: ClassVar[int]  # estimated time to answer, per choice if it has choices
    needs: ClassVar[tuple[str, ...]]  # required keys
    aliases: ClassVar[tuple[str, ...]] = ()  # names in other programs, which authors may try
    may_have: ClassVar[tuple[str, ...]] = ()
    marked: ClassVar[bool] = True  # whether the question's heading shows the kind
    one_right: ClassVar[bool] = False  # whether exactly one choice is right
    written: ClassVar[bool] = False  # whether the answer is typed rather than picked
    wants_hint: ClassVar[bool] = False  # whether it should have a hint, having no choices to go by
    self_graded: ClassVar[bool] = False  # whether learners grade themselves
    logged: ClassVar[LoggedAnswer] = "numbers"
    slow_after: ClassVar[int] = 60_000  # milliseconds; slower answers were worked out, not recalled
    computable: ClassVar[bool] = True  # whether a proof can compute the answer itself
    sample_choices: ClassVar[tuple[bool, ...]] = ()  # for drafts: which choices are right

    @property
    def keys(self) -> tuple[str, ...]:
        """The kind-dependent keys it may have."""
        return (*self.needs, *self.may_have)

    def find_faults(self, question: Question) -> Iterator[Message]:
        """Yield problems with the answer of a question that has all required keys."""
        yield from ()

    def answer_key(self, question: Question, labels: Labels) -> AnswerKey | None:
        """What a proof must compute, if the answer is computable."""
        return None

    def key_parts(self, question: Question) -> tuple[str, ...]:
        """Language-independent answer key; empty for self-graded kinds."""
        return ()

    def accepts(self, key: AnswerKey, computed: Any) -> bool:
        """Whether a proof computed the right answer."""
        return type(computed) is type(key) and bool(computed == key)

    def verdict(self, question: Question, labels: Labels) -> Verdict | None:
        """The right answer in words; None if the model answer says it all."""
        return None
