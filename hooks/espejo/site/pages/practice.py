"""Practice page: a form to choose what to practice and how. Scripts draw the questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from espejo.load.languages import list_words
from espejo.markdown.words import alphabetical_key
from espejo.model.addresses import PRACTICE
from espejo.model.collection import Collection, Placed
from espejo.model.quiz import Question, Unit
from espejo.model.reference import Topic
from espejo.model.text import Text
from espejo.rendering.site import Site
from espejo.site.page import Page
from espejo.site.pages.titles import plain_text, titled_page

SCRIPT_WORDS = (
    *("strip", "turn_over", "print", "key_title", "taker_name"),
    *list_words("answering", "drawing", "exam"),
)
"""Words for this page's scripts."""


class Source(NamedTuple):
    """A set of questions to draw from: a checkbox in the form."""

    value: str  # its name in practice.json
    title: Text
    questions: int
    cards: int
    minutes: int  # for all of them

    @property
    def items(self) -> int:
        return self.questions + self.cards


class CourseGroup(NamedTuple):
    """The courses of a guide."""

    title: Text
    courses: tuple[Source, ...]


def practice_page(site: Site, locale: str) -> Iterator[Page]:
    """Make the practice page, the target of exams and of links such as 'Take this course'."""
    collections = [_make_collection(site, one) for one in site.bank.collections if one.units]
    topics = [_make_topic(site, topic, placed) for topic, placed in site.topics]
    topics.sort(key=lambda topic: alphabetical_key(plain_text(topic.title, locale)))
    yield titled_page(
        site,
        PRACTICE,
        locale,
        script_words=SCRIPT_WORDS,
        collections=collections,
        guides=list(_list_courses(site)),
        topics=topics,
    )


def _make_collection(site: Site, collection: Collection) -> Source:
    return _make_source(site, collection.folder, collection.title, collection.units.values())


def _list_courses(site: Site) -> Iterator[CourseGroup]:
    for collection in site.bank.collections:
        courses = collection.guide.courses if collection.guide else ()
        made = (
            _make_source(site, f"{collection.folder}#{course.id}", course.title, collection.units_of(course))
            for course in courses
        )
        if filled := tuple(source for source in made if source.items):
            yield CourseGroup(collection.title, filled)


def _make_source(site: Site, value: str, title: Text, units: Iterable[Unit]) -> Source:
    held = tuple(units)
    items = [item for unit in held for item in unit.items]
    questions = sum(isinstance(item, Question) for item in items)
    minutes = sum(site.minutes[unit.place.file] for unit in held)
    return Source(value, title, questions, len(items) - questions, minutes)


def _make_topic(site: Site, topic: Topic, placed: tuple[Placed, ...]) -> Source:
    questions = sum(one.question is not None for one in placed)
    return Source(topic.id, topic.title, questions, len(placed) - questions, site.topic_minutes[topic.id])
