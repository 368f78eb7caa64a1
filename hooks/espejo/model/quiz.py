"""Quizzes and decks: questions with their choices, and cards.

Each class also defines the YAML schema of its record: a field declared with `key()` is a key in the file,
required if it has no default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from hashlib import sha256
from typing import Any, ClassVar, Literal

from espejo.model.figure import FigureWith
from espejo.model.keys import HasTexts
from espejo.model.problems import Place
from espejo.model.proof import Proof
from espejo.model.reference import Citation
from espejo.model.text import Allowed, Name, Text, key

KindName = Literal["single", "multiple", "truefalse", "numeric", "free", "recall"]
"""Question kinds, defined in `espejo.model.kinds`."""

Labels = Literal["numbers", "letters"]

Level = Literal[1, 2, 3]
"""Difficulty: 1 to know, 2 to apply, 3 to work out."""


def label_choice(labels: Labels, number: int) -> str:
    """The label of the choice with this number, from 1: '2' or 'B'."""
    return str(number) if labels == "numbers" else chr(ord("A") + number - 1)


def list_labels(labels: Labels, count: int) -> list[str]:
    """The labels of this many choices, in order."""
    return [label_choice(labels, number) for number in range(1, count + 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(HasTexts):
    """One choice of a question."""

    text: Text = key()
    correct: bool = key(default=False)
    why: Text | None = key(default=None)
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(HasTexts):
    """One question of a quiz. Its kind determines which keys are required."""

    id: str = key()
    kind: KindName = key()
    level: Level | None = key(default=None)
    topics: tuple[Name, ...] = key(default=())
    title: Text = key(line=True, derived=True)
    prompt: Text | None = key(default=None)
    figure: Name | None = key(default=None)
    figure_with: FigureWith = key(default="prompt")
    choices: tuple[Choice, ...] = key(default=())
    fixed_order: bool | None = key(default=None, seen=False)  # whether the choices are never shuffled
    correct: bool | None = key(default=None)  # whether the statement is true
    value: Decimal | None = key(default=None)  # the right number
    tolerance: Decimal | None = key(default=None)  # largest accepted deviation
    unit: Text | None = key(default=None, once=True, line=True)
    hint: Text | None = key(default=None)  # must not give the answer away
    answer: Text | None = key(default=None)
    points: tuple[Text, ...] = key(default=())  # what a good answer mentions
    why: Text | None = key(default=None)
    see: tuple[Name, ...] = key(default=())  # ids of what to read after a wrong answer
    sources: tuple[Citation, ...] = key(default=())
    corrects: Text | None = key(default=None)  # where the answer departs from the document it comes from
    allow: Allowed | None = key(default=None, seen=False)
    proof: Proof | None = key(default=None, seen=False)
    place: Place
    last_line: int

    @classmethod
    def derive(cls, written: Mapping[str, Any]) -> Mapping[str, Any]:
        """Without a title, the first line of the prompt is the title."""
        prompt = written.get("prompt")
        if "title" in written or not isinstance(prompt, Text):
            return {}
        title, rest = prompt.split()
        is_listing = any(passage.startswith("```") for passage in title.passages.values())
        return {} if is_listing else {"title": title, "prompt": rest}

    @property
    def is_shuffled(self) -> bool:
        """Whether its choices may be shuffled when it's asked again."""
        return bool(self.choices) and not self.fixed_order

    def shuffle(self) -> Question:
        """Return the question with its choices in an order that follows from its id.

        A proof names choices by their labels, so a question with one keeps the order of its file.
        """
        if not self.is_shuffled or self.proof:
            return self
        order = sorted(range(len(self.choices)), key=lambda at: sha256(f"{self.id} {at}".encode()).digest())
        return replace(self, choices=tuple(self.choices[at] for at in order))

    def right_choices(self) -> list[int]:
        """The numbers of the right choices, from 1."""
        return [number for number, choice in enumerate(self.choices, 1) if choice.correct]

    def reasons(self, *, correct: bool) -> list[tuple[int, Text]]:
        """The explanations of its right or wrong choices, each with the number of the choice, from 1."""
        numbered = enumerate(self.choices, 1)
        return [(number, one.why) for number, one in numbered if one.why and one.correct == correct]

    @property
    def heading(self) -> Text:
        return self.title


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(HasTexts):
    """One card of a deck: a question with a single answer."""

    id: str = key()
    level: Level | None = key(default=None)
    topics: tuple[Name, ...] = key(default=())
    front: Text = key()
    back: Text = key()
    see: tuple[Name, ...] = key(default=())  # ids of what to read after a wrong answer
    sources: tuple[Citation, ...] = key(default=())
    corrects: Text | None = key(default=None)  # where the answer departs from the document it comes from
    figure: Name | None = key(default=None)
    figure_with: FigureWith = key(default="prompt")
    allow: Allowed | None = key(default=None, seen=False)
    proof: Proof | None = key(default=None, seen=False)
    place: Place
    last_line: int

    @property
    def heading(self) -> Text:
        return self.front


Item = Question | Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit(HasTexts):
    """One file of a collection: a quiz or a deck."""

    id: ClassVar[str] = ""  # has no id
    title: Text = key(line=True)
    subject: Text | None = key(default=None, line=True)
    focus: Text | None = key(default=None)
    topics: tuple[Name, ...] = key(default=())  # each must be a topic of at least one item in the file
    prerequisites: tuple[Name, ...] = key(default=())  # paths of quizzes or decks to take first
    allow: Allowed | None = key(default=None, seen=False)
    place: Place

    @property
    def name(self) -> Text:
        """What tells it from the others: its subject if it has one, because its title may be a number."""
        return self.subject or self.title

    @property
    def items(self) -> tuple[Item, ...]:
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiz(Unit):
    """One file of questions."""

    labels: Labels = key(default="numbers")
    shuffle: bool | None = key(default=None, seen=False)  # whether choices get another order than in the file
    questions: tuple[Question, ...] = key()

    @property
    def items(self) -> tuple[Question, ...]:
        return self.questions


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck(Unit):
    """One file of cards."""

    cards: tuple[Card, ...] = key()

    @property
    def items(self) -> tuple[Card, ...]:
        return self.cards
