"""Print views of a guide: one of the whole guide and one of each course, in parts and chapters.

Questions come first and answers last: nothing before the answer key gives an answer away.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from espejo.model.addresses import print_path
from espejo.model.collection import Collection, Course, Guide, Placed
from espejo.model.quiz import Quiz


class Chapter(NamedTuple):
    """A quiz in a book: its slug, which names its anchors, and its questions."""

    slug: str
    quiz: Quiz
    questions: tuple[Placed, ...]


class Part(NamedTuple):
    """A course in a book, with its number in the guide, from 1."""

    number: int
    course: Course
    chapters: tuple[Chapter, ...]


class Book(NamedTuple):
    """A whole guide or, if `course` is given, one course of it."""

    collection: Collection
    guide: Guide
    parts: tuple[Part, ...]
    course: Course | None = None

    @property
    def path(self) -> str:
        return print_path(self.collection.folder, self.course.id if self.course else "")

    def chapters(self) -> Iterator[Chapter]:
        for part in self.parts:
            yield from part.chapters

    def count_questions(self) -> int:
        return sum(len(chapter.questions) for chapter in self.chapters())


def list_books(collection: Collection) -> Iterator[Book]:
    """The whole guide first, then its courses; nothing for a collection without a guide."""
    guide = collection.guide
    if not guide:
        return
    parts = tuple(_make_part(collection, number, course) for number, course in enumerate(guide.courses, 1))
    yield Book(collection, guide, parts)
    for part in parts:
        yield Book(collection, guide, (part,), part.course)


def _make_part(collection: Collection, number: int, course: Course) -> Part:
    chapters = (
        Chapter(slug, quiz, tuple(collection.placed_in(slug)))
        for slug in course.quizzes
        if isinstance(quiz := collection.units[slug], Quiz)
    )
    return Part(number, course, tuple(chapters))
