"""Collection, guide, and reference rules: folders, file names, ids, courses, topics, and the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

from espejo.ledger.free_ids import FreeIds, find_stem
from espejo.load.advice.nodes import UNKNOWN_ID
from espejo.messages.message import Message, message, sentences
from espejo.model.addresses import UNIT_NAME, list_taken
from espejo.model.bank import Bank, Provable
from espejo.model.collection import Collection, Course, Guide
from espejo.model.grammar import FORMULA, ITEM_ID, LISTING, PREFIX, REFERENCE_ID, SLUG
from espejo.model.problems import Place, Problem, Suggester
from espejo.model.reference import Formula, Pattern, Term, Topic
from espejo.model.text import DRAFT, Name


def check_collections(bank: Bank) -> Iterator[Problem]:
    """Each collection has a unique, valid folder and prefix."""
    taken_folders, taken_prefixes = set(list_taken(bank)), set()
    for collection in bank.collections:
        folder, prefix = collection.folder, collection.prefix
        if folder and not SLUG.fullmatch(folder):
            fact = message("invalid folder name '{name}'. Expected something like: quizzes", name=folder)
            yield Problem(collection.place, "", fact)
        elif folder in taken_folders:
            fact = message("the folder '{folder}' is taken. Choose another name.", folder=folder)
            yield Problem(collection.place, "", fact)
        if prefix and not PREFIX.fullmatch(prefix):
            fact = message("invalid prefix '{prefix}'. Expected letters, such as q.", prefix=prefix)
            yield Problem(collection.place, "", fact)
        elif prefix in taken_prefixes:
            fact = message("the prefix '{prefix}' is taken. Choose other letters.", prefix=prefix)
            yield Problem(collection.place, "", fact)
        taken_folders.add(folder)
        taken_prefixes.add(prefix)


def check_file_names(bank: Bank) -> Iterator[Problem]:
    for _, slug, unit in bank.units():
        if not UNIT_NAME.fullmatch(slug):
            fact = message("invalid file name '{name}'. Expected something like: first-steps", name=slug)
            yield Problem(unit.place._replace(line=1, column=1), "", fact)


def check_ids(bank: Bank) -> Iterator[Problem]:
    """Each id is well formed, and a new one starts with the prefix of its collection.

    Ids in the ledger may be in any collection: a question keeps its id when it moves.
    """
    for collection, slug, unit in bank.units():
        stem = find_stem(collection, slug)
        example = f"{stem}01"
        for item in unit.items:
            is_ours = item.id.startswith(f"{collection.prefix}-") or item.id in bank.ledger.by_id
            if item.id and not ITEM_ID.fullmatch(item.id):
                fact = message(
                    "malformed id '{id}'. Expected something like {example}.", id=item.id, example=example
                )
                yield Problem(item.place, item.id, fact)
            elif item.id and not is_ours:
                fact = message(
                    "the id does not begin with the letters of its collection. "
                    "Expected something like {example}.",
                    example=example,
                )
                yield Problem(item.place, item.id, fact)


def check_ids_unique(bank: Bank) -> Iterator[Problem]:
    """No two questions or cards have the same id, nor that of a formula or pattern."""
    first: dict[str, Provable] = {entry.id: entry for entry in bank.reference.entries()}
    free = FreeIds(bank)
    for placed in bank.items():
        item = placed.item
        if item.id and first.setdefault(item.id, item) is not item:
            next_id = free.take(find_stem(placed.collection, placed.slug))
            yield Problem(item.place, item.id, describe_taken(first[item.id].place, item.place, next_id))


def fill_in_ids(bank: Bank, problems: Iterable[Problem]) -> Iterator[Problem]:
    """Fill in the next free id in the loader's problems about missing ids."""
    free = FreeIds(bank)
    stems = {unit.place.file: find_stem(collection, slug) for collection, slug, unit in bank.units()}
    for problem in problems:
        fact = problem.fact
        lacks_id = fact.values.get("id") == UNKNOWN_ID
        next_id = free.take(stem) if lacks_id and (stem := stems.get(problem.place.file)) else ""
        filled = Message(fact.template, {**fact.values, "id": next_id}, fact.plural) if next_id else fact
        yield problem._replace(fact=filled)


def describe_taken(first: Place, second: Place, next_id: str) -> Message:
    """Say where an id is already used, and suggest the next free one if known."""
    return sentences(
        message("the id is taken on line {line}.", line=str(first.line))
        if first.file == second.file
        else message("the id is taken ({place}).", place=f"{first.file}:{first.line}"),
        message("Use the next free one: {id}", id=next_id) if next_id else message("Use another one."),
    )


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
    yield from _check_ids(reference.terms, SLUG, "water-cycle")
    yield from _check_ids(reference.topics, SLUG, "first-aid")
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
