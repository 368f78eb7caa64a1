"""Guide and reference rules: courses, topics, formulas, patterns, and the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

from espejo.check.collections import describe_taken
from espejo.ledger.free_ids import FreeIds
from espejo.messages.message import message, sentences
from espejo.model.bank import Bank
from espejo.model.collection import Collection, Course, Guide
from espejo.model.grammar import FORMULA, LISTING, REFERENCE_ID, SLUG
from espejo.model.problems import Place, Problem, Suggester
from espejo.model.reference import Formula, Pattern, Term, Topic
from espejo.model.text import DRAFT, Name


def check_courses(bank: Bank) -> Iterator[Problem]:
    """Each quiz of a guide is in exactly one course, and courses list only existing quizzes."""
    for collection in bank.collections:
        if collection.guide:
            yield from _check_guide(collection, collection.guide)


def _check_guide(collection: Collection, guide: Guide) -> Iterator[Problem]:
    suggest = Suggester()
    first: dict[str, Name] = {}
    for course in guide.courses:
        for slug in course.quizzes:
            if slug not in collection.units:
                fact = sentences(
                    message("unknown quiz '{quiz}'.", quiz=slug), suggest(slug, collection.units)
                )
                yield Problem(slug.place, "", fact)
            elif first.setdefault(slug, slug) is not slug:
                fact = message(
                    "the quiz '{quiz}' is already in a course, on line {line}.",
                    quiz=slug,
                    line=str(first[slug].place.line),
                )
                yield Problem(slug.place, "", fact)
    for name, unit in collection.units.items():
        if name not in first:
            place = unit.place._replace(line=1, column=1)
            fact = message(
                "the quiz is not in any course. Add it to {file}: - {quiz}", file=guide.place.file, quiz=name
            )
            yield Problem(place, "", fact)


def check_course_ids(bank: Bank) -> Iterator[Problem]:
    """Course ids are unique and valid in an address."""
    for collection in bank.collections:
        if collection.guide:
            yield from _check_ids(collection.guide.courses, SLUG, "fundamentals")


def check_editions(bank: Bank) -> Iterator[Problem]:
    for collection in bank.collections:
        if collection.guide and collection.guide.edition and not _is_date(collection.guide.edition):
            fact = message(
                "invalid date '{date}'. Expected something like: 2026-11-16", date=collection.guide.edition
            )
            yield Problem(collection.guide.place, "", fact)


def _is_date(written: str) -> bool:
    try:
        return date.fromisoformat(written).isoformat() == written
    except ValueError:
        return False


def check_topics(bank: Bank) -> Iterator[Problem]:
    """Topics exist and are listed once, and each topic of a quiz is used by one of its questions."""
    suggest = Suggester()
    known = {topic.id for topic in bank.reference.topics}
    otherwise = (
        ""
        if known
        else message("a topic of data/topics.yaml, which has none. Start one with: espejo new topic …")
    )
    for _, _, unit in bank.units():
        in_items = {name for item in unit.items for name in item.topics}
        for name in unit.topics:
            if unit.items and name in known and name not in in_items:
                fact = message(
                    "no question or card here has the topic '{topic}'. Add it to one, or remove it.",
                    topic=name,
                )
                yield Problem(name.place, "", fact)
        for owner, topics in [("", unit.topics), *((item.id, item.topics) for item in unit.items)]:
            first: dict[str, Name] = {}
            for name in filter(None, topics):
                if name not in known:
                    fact = sentences(
                        message("unknown topic '{topic}'.", topic=name), suggest(name, known, otherwise)
                    )
                    yield Problem(name.place, owner, fact)
                elif first.setdefault(name, name) is not name:
                    fact = message("the topic '{topic}' is listed twice. Keep one.", topic=name)
                    yield Problem(name.place, owner, fact)


def check_reference_ids(bank: Bank) -> Iterator[Problem]:
    """Ids of terms and topics work as anchors and addresses; those of formulas and patterns are numbered."""
    reference = bank.reference
    free = FreeIds(bank)
    yield from _check_ids(reference.terms, SLUG, "chain-rule")
    yield from _check_ids(reference.topics, SLUG, "loss-functions")
    yield from _check_ids((*reference.formulas, *reference.patterns), REFERENCE_ID, "f-01", free)


def _check_ids(
    records: Iterable[Course | Term | Topic | Formula | Pattern],
    pattern: re.Pattern[str],
    example: str,
    free: FreeIds | None = None,
) -> Iterator[Problem]:
    """Check that ids are well formed and unique; `free` supplies the next id if they are numbered."""
    first: dict[str, Place] = {}
    for record in records:
        if record.id and not pattern.fullmatch(record.id):
            fact = message("malformed id. Expected something like {example}.", example=example)
            yield Problem(record.place, record.id, fact)
        elif record.id and first.setdefault(record.id, record.place) is not record.place:
            next_id = free.take(record.id[:-2]) if free else ""
            yield Problem(record.place, record.id, describe_taken(first[record.id], record.place, next_id))


def check_formulas(bank: Bank) -> Iterator[Problem]:
    """A formula is a single display formula, and a pattern's code a single listing; drafts are exempt."""
    for formula in bank.reference.formulas:
        for passage in formula.formula.passages.values():
            if not FORMULA.fullmatch(passage.strip()) and not passage.startswith(DRAFT):
                fact = message("expected one formula between $$ and $$, and nothing else.")
                yield Problem(formula.formula.place, formula.id, fact)
    for pattern in bank.reference.patterns:
        for passage in pattern.code.passages.values():
            if not LISTING.fullmatch(passage.strip()) and not passage.startswith(DRAFT):
                fact = message("expected one listing between ```python and ```, and nothing else.")
                yield Problem(pattern.code.place, pattern.id, fact)
