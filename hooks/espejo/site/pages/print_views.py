"""Print views of a guide: the whole guide and each course, in parts and chapters.

All answers are in the answer key at the end.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import NamedTuple

from espejo.model.addresses import print_path, unit_path
from espejo.model.collection import Collection, Course, Guide, Placed
from espejo.model.quiz import Quiz
from espejo.model.reference import Citation
from espejo.rendering.site import Site
from espejo.site.page import Page
from espejo.site.pages.titles import plain_text


class Chapter(NamedTuple):
    """A quiz in a book: its slug, which names its anchors, and its questions with their references.

    Questions that cite the same source share a reference; `cited` has the numbers of each question, from 1.
    """

    slug: str
    quiz: Quiz
    questions: tuple[Placed, ...]
    references: tuple[Citation, ...]
    cited: Mapping[str, tuple[int, ...]]

    @property
    def hinted(self) -> list[Placed]:
        """Questions with a hint."""
        return [placed for placed in self.questions if placed.question and placed.question.hint]


class Part(NamedTuple):
    """A course in a book, with its number in the guide, from 1."""

    number: int
    course: Course
    chapters: tuple[Chapter, ...]


class Book(NamedTuple):
    """A whole guide or, if `course` is given, one of its courses."""

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

    def has_hints(self) -> bool:
        return any(chapter.hinted for chapter in self.chapters())

    def holds(self, id_: str) -> bool:
        """Whether a question is in the book, so that others can refer to its page number."""
        return any(id_ in chapter.cited for chapter in self.chapters())

    def count_questions(self) -> int:
        return sum(len(chapter.questions) for chapter in self.chapters())


def list_books(collection: Collection) -> Iterator[Book]:
    """List the whole guide first, then its courses; nothing if the collection isn't a guide."""
    guide = collection.guide
    if not guide:
        return
    parts = tuple(_make_part(collection, number, course) for number, course in enumerate(guide.courses, 1))
    yield Book(collection, guide, parts)
    for part in parts:
        yield Book(collection, guide, (part,), part.course)


def _make_part(collection: Collection, number: int, course: Course) -> Part:
    chapters = (
        _make_chapter(slug, quiz, tuple(collection.placed_in(slug)))
        for slug in course.quizzes
        if isinstance(quiz := collection.units[slug], Quiz)
    )
    return Part(number, course, tuple(chapters))


def _make_chapter(slug: str, quiz: Quiz, questions: tuple[Placed, ...]) -> Chapter:
    """Make a chapter, with its references in the order of their first citation."""
    numbers: dict[Hashable, int] = {}
    references: list[Citation] = []
    cited: dict[str, tuple[int, ...]] = {}
    for placed in questions:
        for source in placed.item.sources:
            if numbers.setdefault(_identify(source), len(numbers) + 1) > len(references):
                references.append(source)
        cited[placed.item.id] = tuple(numbers[_identify(source)] for source in placed.item.sources)
    return Chapter(slug, quiz, questions, tuple(references), cited)


def _identify(source: Citation) -> Hashable:
    """Return what makes a reference unique: its address, and the part and version cited."""
    part = tuple(source.part.passages.items()) if source.part else ()
    return source.url, source.version, part


def list_print_views(site: Site, collection: Collection, locale: str) -> Iterator[Page]:
    """List the print views of a guide: the whole guide first, then its courses."""
    words = site.words[locale]
    for book in list_books(collection):
        names = [plain_text(titled.title, locale) for titled in (collection, book.course) if titled]
        yield Page(
            path=book.path,
            locale=locale,
            template="book/book.html",
            title=words("book_title", title=": ".join(names)),
            description=words("book_about", title=": ".join(names)),
            standalone=True,
            subject={"book": book},
            units=tuple(unit_path(collection.folder, slug) for slug in collection.units),
        )
