"""A guide enters; its books leave: the whole of it and each course alone, ready to be laid out on paper.

A book asks first and answers last: what gives an answer away stands in the key and nowhere before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from espejo.addresses import print_path
from espejo.model import Asked, Collection, Course, Guide, Quiz


class Chapter(NamedTuple):
    """A quiz in a book: its slug, which names its anchors, and what it asks."""

    slug: str
    quiz: Quiz
    asked: tuple[Asked, ...]


class Part(NamedTuple):
    """A course in a book, with the number it has in the guide, from 1."""

    number: int
    course: Course
    chapters: tuple[Chapter, ...]


class Book(NamedTuple):
    """What is bound together. `course` is the one it is about, if it is not the whole guide."""

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
        return sum(len(chapter.asked) for chapter in self.chapters())


def list_books(collection: Collection) -> Iterator[Book]:
    """The whole guide first, then its courses; none for a collection that is no guide."""
    guide = collection.guide
    if not guide:
        return
    parts = tuple(_bind(collection, number, course) for number, course in enumerate(guide.courses, 1))
    yield Book(collection, guide, parts)
    for part in parts:
        yield Book(collection, guide, (part,), part.course)


def _bind(collection: Collection, number: int, course: Course) -> Part:
    chapters = (
        Chapter(slug, quiz, tuple(collection.asked_in(slug)))
        for slug in course.quizzes
        if isinstance(quiz := collection.units[slug], Quiz)
    )
    return Part(number, course, tuple(chapters))
