"""What the bank is made of. A class here is also the shape of a record in a file: what is a `key()` is a
key there, and one without a default must be there. What each is for stands in data/locales, under `fields`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from espejo.ledger import Ledger
from espejo.problems import Place
from espejo.proof import Proof, reasons
from espejo.redirects import Redirect
from espejo.reference import Formula, Pattern, Reference, Term, Topic
from espejo.text import Accepted, Name, Stale, Text, key
from espejo.writing import Writing

if TYPE_CHECKING:
    from espejo.drift import Drift

Kind = Literal["single", "multiple", "truefalse", "free", "recall"]
Labels = Literal["numbers", "letters"]
Holding = Literal["quizzes", "decks"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One choice of a question."""

    text: Text = key()
    correct: bool = key(default=False)
    why: Text | None = key(default=None)
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question of a quiz."""

    id: str = key()
    kind: Kind = key()
    topics: tuple[Name, ...] = key(default=())
    title: Text = key()
    prompt: Text | None = key(default=None)
    choices: tuple[Choice, ...] = key(default=())
    correct: bool | None = key(default=None)  # of a statement, for truefalse
    answer: Text | None = key(default=None)
    points: tuple[Text, ...] = key(default=())  # what a good answer mentions
    why: Text | None = key(default=None)
    accept: Accepted | None = key(default=None)
    proof: Proof | None = key(default=None)
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

    id: ClassVar[str] = ""  # it has none
    title: Text = key()
    subject: Text = key()
    focus: Text = key()
    topics: tuple[Name, ...] = key(default=())  # announced; something in the file has each of them
    accept: Accepted | None = key(default=None)
    place: Place

    @property
    def items(self) -> tuple[Item, ...]:
        raise NotImplementedError

    def texts(self) -> Iterator[Text]:
        """Those of its head."""
        yield from (self.title, self.subject, self.focus)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiz(Unit):
    """One file of questions."""

    labels: Labels = key(default="numbers")
    questions: tuple[Question, ...] = key()

    @property
    def items(self) -> tuple[Question, ...]:
        return self.questions


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card of a deck: one question that has one answer."""

    id: str = key()
    topics: tuple[Name, ...] = key(default=())
    front: Text = key()
    back: Text = key()
    accept: Accepted | None = key(default=None)
    proof: Proof | None = key(default=None)
    place: Place
    last_line: int

    def texts(self) -> Iterator[Text]:
        yield self.front
        yield self.back


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck(Unit):
    """One file of cards."""

    cards: tuple[Card, ...] = key()

    @property
    def items(self) -> tuple[Card, ...]:
        return self.cards


Item = Question | Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A part of a collection: some of its quizzes, in order."""

    id: str = key()
    title: Text = key()
    about: Text = key()
    quizzes: tuple[Name, ...] = key()  # the names of their files, without the ending
    accept: Accepted | None = key(default=None)
    place: Place

    def texts(self) -> Iterator[Text]:
        yield from (self.title, self.about)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """The courses of a collection, and when it was last gone over as a whole."""

    edition: str = key()  # a date
    courses: tuple[Course, ...] = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """A family of quizzes or decks: a folder under data/, and its address on the site. It may be a guide."""

    id: ClassVar[str] = ""  # it has none
    folder: str = key()
    prefix: str = key()
    holds: Holding = key(default="quizzes")
    title: Text = key()
    short: Text | None = key(default=None)
    about: Text = key()
    accept: Accepted | None = key(default=None)
    place: Place
    units: Mapping[str, Unit] = field(default_factory=dict)  # by slug, from the folder's files
    guide: Guide | None = None  # from guide.yaml in the folder, if there is one

    def texts(self) -> Iterator[Text]:
        """Those of its own, without its quizzes."""
        yield self.title
        if self.short:
            yield self.short
        yield self.about

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

    collections: tuple[Collection, ...] = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Locale:
    """One language of the site and every word the site itself says in it."""

    name: str = key()
    mark: str = key()  # of a passage shown in it elsewhere
    flag: str = key(default="")
    territory: str = key()
    words: Mapping[str, str] = key()
    fields: Mapping[str, str] = key()  # what each key of a file is for
    writing: Writing | None = key(default=None)
    place: Place


Record = Collection | Course | Unit | Item | Term | Topic | Formula | Pattern


@dataclass(frozen=True, slots=True)
class Bank:
    """Everything under data/."""

    locales: Mapping[str, Locale]
    collections: tuple[Collection, ...]
    reference: Reference
    ledger: Ledger = Ledger()
    redirects: tuple[Redirect, ...] = ()
    drifts: tuple[Drift, ...] = ()  # what is not as the ledger remembers it

    def stale(self) -> Iterator[Stale]:
        """The passages that have fallen behind their mirror."""
        return (one for drift in self.drifts for one in drift.stale)

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

    def records(self) -> Iterator[Record]:
        """Everything that has texts."""
        for collection in self.collections:
            yield collection
            yield from collection.guide.courses if collection.guide else ()
        for _, _, unit in self.units():
            yield unit
            yield from unit.items
        yield from self.reference.records()

    def texts(self) -> Iterator[tuple[str, Text]]:
        """Every text of the bank with the id of its record."""
        for record in self.records():
            for text in (*record.texts(), *reasons(getattr(record, "proof", None))):
                yield record.id, text
