"""Collections of quizzes or decks, and study guides made of courses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from espejo.model.keys import HasTexts
from espejo.model.problems import Place
from espejo.model.quiz import Item, Labels, Question, Quiz, Unit, label_choice
from espejo.model.text import Allowed, Name, Text, key

Holding = Literal["quizzes", "decks"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Course(HasTexts):
    """A part of a guide: some of its quizzes, in order."""

    id: str = key()
    title: Text = key(line=True)
    about: Text = key()
    quizzes: tuple[Name, ...] = key()  # the names of their files, without the extension
    allow: Allowed | None = key(default=None, seen=False)
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """The courses of a collection, and the date of its last edition."""

    edition: str = key()
    courses: tuple[Course, ...] = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection(HasTexts):
    """A collection of quizzes or decks: one folder under data/ and one section of the site."""

    id: ClassVar[str] = ""  # has no id
    folder: str = key()
    prefix: str = key()
    holds: Holding = key(default="quizzes")
    title: Text = key(line=True)
    short: Text | None = key(default=None, line=True)
    about: Text = key(line=True)
    note: Text | None = key(default=None)
    shuffle: bool | None = key(default=None, seen=False)  # for quizzes that don't say otherwise
    allow: Allowed | None = key(default=None, seen=False)
    place: Place
    units: Mapping[str, Unit] = field(default_factory=dict)  # by slug, from the folder's files
    guide: Guide | None = None  # from guide.yaml in the folder

    def count_items(self) -> int:
        return sum(len(unit.items) for unit in self.units.values())

    def units_of(self, course: Course) -> list[Unit]:
        return [self.units[slug] for slug in course.quizzes]

    def placed(self) -> Iterator[Placed]:
        """Every question or card with its position in the collection."""
        for slug in self.units:
            yield from self.placed_in(slug)

    def placed_in(self, slug: str) -> Iterator[Placed]:
        """The questions or cards of one quiz or deck."""
        unit = self.units[slug]
        for number, item in enumerate(unit.items, 1):
            yield Placed(self, slug, unit, number, item)


class Placed(NamedTuple):
    """A question or card with its collection, its quiz or deck, and its number there, from 1."""

    collection: Collection
    slug: str
    unit: Unit
    number: int
    item: Item

    @property
    def path(self) -> str:
        return f"{self.collection.folder}/{self.slug}"

    @property
    def labels(self) -> Labels:
        """How its quiz labels choices."""
        return self.unit.labels if isinstance(self.unit, Quiz) else "numbers"

    @property
    def question(self) -> Question | None:
        return self.item if isinstance(self.item, Question) else None

    def label(self, number: int) -> str:
        """The label of a choice, counted from 1: '2' or 'B'."""
        return label_choice(self.labels, number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Collections:
    """All collections, in display order."""

    collections: tuple[Collection, ...] = key()
    place: Place
