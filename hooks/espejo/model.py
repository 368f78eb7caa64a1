"""What the bank is made of. A class here is also the shape of a record in a file: a field is a key,
a field without a default must be there, and what follows `key(...)` is what an editor is told of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from espejo.ledger import Ledger
from espejo.problems import Place
from espejo.reference import Reference
from espejo.text import Name, Text, key

Kind = Literal["single", "multiple", "truefalse", "free", "recall"]
Labels = Literal["numbers", "letters"]
Holding = Literal["quizzes", "decks"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One choice of a question."""

    text: Text = key("What the reader may choose.")
    correct: bool = key("Whether it is right.", default=False)
    why: Text | None = key("Why it is wrong, in a sentence or two.", default=None)
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question of a quiz."""

    id: str = key("Written by hand, unique in the bank, never reused: q-07-01.")
    kind: Kind = key("How it is answered.")
    topics: tuple[Name, ...] = key("The ids of its topics, from topics.yaml.", default=())
    title: Text = key("A short heading. It may be the whole question.")
    prompt: Text | None = key("The question, if the title does not say it all.", default=None)
    choices: tuple[Choice, ...] = key("Two to five, for single and multiple.", default=())
    correct: bool | None = key("For truefalse: whether the statement is true.", default=None)
    answer: Text | None = key("For free and recall: a model answer.", default=None)
    points: tuple[Text, ...] = key("For free: what a good answer mentions.", default=())
    why: Text | None = key("Why the answer is right.", default=None)
    place: Place
    last_line: int

    def texts(self) -> Iterator[Text]:
        """Every text of the question, in reading order."""
        yield self.title
        if self.prompt:
            yield self.prompt
        for choice in self.choices:
            yield choice.text
            if choice.why:
                yield choice.why
        if self.answer:
            yield self.answer
        yield from self.points
        if self.why:
            yield self.why


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One file of a collection: a quiz or a deck."""

    title: Text = key("The page's title.")
    subject: Text = key("What it is about, in a few words.")
    focus: Text = key("What it centres on, in a sentence. Also the page's description.")
    topics: tuple[Name, ...] = key("The topics it announces, by id; each has something here.", default=())
    place: Place

    @property
    def items(self) -> tuple[Item, ...]:
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiz(Unit):
    """One file of questions."""

    labels: Labels = key("Whether choices are numbered or lettered.", default="numbers")
    questions: tuple[Question, ...] = key("The questions, in order.")

    @property
    def items(self) -> tuple[Question, ...]:
        return self.questions


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card of a deck: one question that has one answer."""

    id: str = key("Written by hand, unique in the bank, never reused: d-03-01.")
    topics: tuple[Name, ...] = key("The ids of its topics, from topics.yaml.", default=())
    front: Text = key("What is asked.")
    back: Text = key("What to recall.")
    place: Place
    last_line: int

    def texts(self) -> Iterator[Text]:
        yield self.front
        yield self.back


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck(Unit):
    """One file of cards."""

    cards: tuple[Card, ...] = key("The cards, in order.")

    @property
    def items(self) -> tuple[Card, ...]:
        return self.cards


Item = Question | Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A part of a collection: some of its quizzes, in order."""

    id: str = key("Written by hand: the address of its print view.")
    title: Text = key("What it is called.")
    about: Text = key("What a reader learns in it, in a sentence.")
    quizzes: tuple[Name, ...] = key("The names of its quizzes' files, without .yaml.")
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """The courses of a collection, and when it was last gone over as a whole."""

    edition: str = key("A date: 2026-11-16.")
    courses: tuple[Course, ...] = key("The courses, in order.")
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """A family of quizzes or decks: a folder under data/, and its address on the site. It may be a guide."""

    folder: str = key("The folder's name, and the address of its index page.")
    prefix: str = key("What the ids of its questions or cards begin with: q.")
    holds: Holding = key("What its files are.", default="quizzes")
    title: Text = key("What it is called.")
    short: Text | None = key("What it is called where there is little room.", default=None)
    about: Text = key("What a reader finds in it, in a sentence.")
    place: Place
    units: Mapping[str, Unit] = field(default_factory=dict)  # by slug, from the folder's files
    guide: Guide | None = None  # from guide.yaml in the folder, if there is one

    def count_items(self) -> int:
        return sum(len(unit.items) for unit in self.units.values())

    def asked(self) -> Iterator[Asked]:
        """Every question or card where it is asked."""
        for slug in self.units:
            yield from self.asked_in(slug)

    def asked_in(self, slug: str) -> Iterator[Asked]:
        """Those of one quiz or deck."""
        unit = self.units[slug]
        for number, item in enumerate(unit.items, 1):
            yield Asked(self, slug, unit, number, item)


class Asked(NamedTuple):
    """A question or card where it is asked: its collection, its quiz or deck, its number there, from 1."""

    collection: Collection
    slug: str
    unit: Unit
    number: int
    item: Item

    @property
    def path(self) -> str:
        return f"{self.collection.folder}/{self.slug}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Collections:
    """The families of quizzes and decks, in the order in which the site shows them."""

    collections: tuple[Collection, ...] = key("The collections.")
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Locale:
    """One language of the site and every word the site itself says in it."""

    name: str = key("The language's own name for itself.")
    mark: str = key("A short mark for passages shown in it elsewhere: EN.")
    flag: str = key("What stands before a note written in it.", default="")
    territory: str = key("Language and territory, for og:locale: en_US.")
    words: Mapping[str, str] = key("What the site says, by name.")
    place: Place


@dataclass(frozen=True, slots=True)
class Bank:
    """Everything under data/."""

    locales: Mapping[str, Locale]
    collections: tuple[Collection, ...]
    reference: Reference
    ledger: Ledger = Ledger()

    def units(self) -> Iterator[tuple[Collection, str, Unit]]:
        for collection in self.collections:
            for slug, unit in collection.units.items():
                yield collection, slug, unit

    def items(self) -> Iterator[Asked]:
        for collection in self.collections:
            yield from collection.asked()

    def questions(self) -> Iterator[tuple[Quiz, Question]]:
        for _, _, unit in self.units():
            if isinstance(unit, Quiz):
                for question in unit.questions:
                    yield unit, question

    def texts(self) -> Iterator[tuple[str, Text]]:
        """Every text of the bank with the id of its record."""
        for collection in self.collections:
            yield "", collection.title
            if collection.short:
                yield "", collection.short
            yield "", collection.about
            for course in collection.guide.courses if collection.guide else ():
                yield "", course.title
                yield "", course.about
        for _, _, unit in self.units():
            for text in (unit.title, unit.subject, unit.focus):
                yield "", text
            for item in unit.items:
                for text in item.texts():
                    yield item.id, text
        for record in self.reference.records():
            for text in record.texts():
                yield record.id, text
