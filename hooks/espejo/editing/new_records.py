"""Drafts of new records: choose an id, and add a question, card, quiz, or topic to the data files.

Each edited file is parsed again to make sure that the new record is there and nothing else changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from espejo.editing.schema_files import find_schemas, write_schema_line
from espejo.editing.skeleton import Skeleton
from espejo.editing.unit_lookup import AuthoringError, find_unit, normalize_path
from espejo.ledger.free_ids import LAST_NUMBER, FreeIds, find_stem
from espejo.load.file_kinds import fixed_file, list_files
from espejo.load.parse import load_file
from espejo.load.reader import Reader
from espejo.load.source import Source
from espejo.messages.message import message, sentences
from espejo.model.addresses import ANCHORS, SPECIAL
from espejo.model.bank import Bank
from espejo.model.collection import Collection, Guide
from espejo.model.grammar import SLUG, UNIT_FILE
from espejo.model.keys import list_keys
from espejo.model.problems import suggest
from espejo.model.quiz import Card, Deck, KindName, Unit
from espejo.model.reference import (
    Formula,
    Formulas,
    Glossary,
    Pattern,
    Patterns,
    Term,
    Topic,
    Topics,
)

LISTS: Mapping[str, type] = {"topic": Topics, "term": Glossary, "formula": Formulas, "pattern": Patterns}
"""Records kept in one list for the whole bank, with the class of the list's file."""

NUMBERED = {"formula": "f", "pattern": "p"}
"""Records with numbered ids, and the letter of their prefix. Other ids are words."""

_LIST_ITEM = re.compile(r"( *)- +(?=\S)")


class DraftError(AuthoringError):
    """A draft cannot be made."""


class Draft(NamedTuple):
    """The new text of a file, and the line where the addition begins."""

    file: str
    text: str
    line: int
    about: str  # what was added, for the user


class Request(NamedTuple):
    """What the user wants to add, and where."""

    noun: str  # quiz, deck, question, card, or one of LISTS
    where: str  # the path of a quiz or deck, or the id of a topic or term
    kind: KindName
    locales: tuple[str, ...]
    course: int = 0  # the number of a course of the guide, counted from 1; 0 for the last


def draft(project: Path, bank: Bank, request: Request) -> list[Draft]:
    """The files to create or change. Raises AuthoringError if the request is invalid."""
    skeleton = Skeleton({locale: bank.locales[locale].fields for locale in request.locales})
    if request.noun in LISTS:
        return [_draft_entry(project, bank, request, skeleton)]
    if request.noun in ("quiz", "deck"):
        return _draft_unit(project, bank, request, skeleton)
    return [_draft_item(project, bank, request, skeleton)]


def _draft_item(project: Path, bank: Bank, request: Request, skeleton: Skeleton) -> Draft:
    collection, slug, unit = _find_unit(bank, request)
    id_ = _next_id(bank, collection, slug)
    text = _read(project / unit.place.file)
    lines = _item_lines(skeleton, request, id_, unit.topics[:1])
    new_text, line = _insert(text, unit.items[-1].place.line, lines, file=unit.place.file)
    parsed = _parse(type(unit), new_text, unit.place.file, bank)
    if parsed is None or parsed.items[:-1] != unit.items or parsed.items[-1].id != id_:
        raise _cannot_add(str(unit.place), id_)
    return Draft(unit.place.file, new_text, line, id_)


def _draft_entry(project: Path, bank: Bank, request: Request, skeleton: Skeleton) -> Draft:
    """Add a record to its list, or create the file of the list."""
    shape = LISTS[request.noun]
    (key,) = list_keys(shape)
    records, file = getattr(bank.reference, key.name), fixed_file(bank, shape)
    id_ = _choose_id(bank, request, records)
    lines = list(skeleton.record(key.item, id_))
    if not records:
        text = "\n".join(
            [*_head(project, list_files(bank)[file]), f"{key.name}:", *(f"  {line}" for line in lines), ""]
        )
        return Draft(file, text, 1, id_)
    new_text, line = _insert(_read(project / file), records[-1].place.line, lines, file=file)
    parsed = _parse(shape, new_text, file, bank)
    found: Sequence[Any] = getattr(parsed, key.name) if parsed else ()
    if found[:-1] != records or found[-1].id != id_:
        raise _cannot_add(file, id_)
    return Draft(file, new_text, line, id_)


def _head(project: Path, kind: str) -> list[str]:
    """The schema line of a new file, if the schemas have an address."""
    folder = find_schemas(project)
    return [write_schema_line(folder, kind)] if folder else []


def _choose_id(bank: Bank, request: Request, records: Sequence[Topic | Term | Formula | Pattern]) -> str:
    """The next free id of a formula or pattern; otherwise the requested one, if it is valid and free."""
    noun, id_ = request.noun, request.where
    if noun in NUMBERED:
        stem = f"{records[-1].id[0] if records else NUMBERED[noun]}-"
        if id_ := FreeIds(bank).take(stem):
            return id_
        raise DraftError(message("All ids are used, up to {last}.", last=f"{stem}{LAST_NUMBER}"))
    if not SLUG.fullmatch(id_) or SPECIAL.fullmatch(id_) or id_ in ANCHORS:
        raise DraftError(message("Invalid id '{id}'. Expected something like: chain-rule", id=id_))
    if any(record.id == id_ for record in records):
        raise DraftError(
            message("There is already a topic '{id}'. Choose another id, or edit it.", id=id_)
            if noun == "topic"
            else message("There is already a term '{id}'. Choose another id, or edit it.", id=id_)
        )
    return id_


def _draft_unit(project: Path, bank: Bank, request: Request, skeleton: Skeleton) -> list[Draft]:
    collection, slug = _find_collection(bank, request)
    id_ = _next_id(bank, collection, slug)
    file = f"{_folder(collection)}/{slug}.yaml"
    if (project / file).exists() or (project / file).is_symlink():
        command = f"espejo new {_item_noun(request.noun)} {file}"
        raise DraftError(
            message("{file} already exists. To add to it: {command}", file=file, command=command)
        )
    first = _item_lines(skeleton, request, id_, ())
    lines = skeleton.quiz(first) if request.noun == "quiz" else skeleton.deck(first)
    text = "\n".join([*_head(project, request.noun), *lines, ""])
    drafts = [Draft(file, text, 1, id_)]
    if collection.guide:
        drafts.append(_add_to_course(project, bank, collection.guide, slug, request.course))
    return drafts


def _add_to_course(project: Path, bank: Bank, guide: Guide, slug: str, number: int) -> Draft:
    """Add a quiz at the end of the course with this number, or of the last course if it is 0."""
    if number > len(guide.courses):
        raise DraftError(
            message(
                "No course {number}: {file} has {count}.",
                number=str(number),
                file=guide.place.file,
                count=len(guide.courses),
            )
        )
    course = guide.courses[number - 1 if number else -1]
    place = course.quizzes[-1].place
    new_text, line = _insert(_read(project / place.file), place.line, [f"- {slug}"], file=place.file)
    parsed = _parse(Guide, new_text, place.file, bank)
    expected = [[*one.quizzes, slug] if one is course else [*one.quizzes] for one in guide.courses]
    if parsed is None or [[*one.quizzes] for one in parsed.courses] != expected:
        raise _cannot_add(str(place), slug)
    about = message("{quiz}, in course {number}", quiz=slug, number=str(number or len(guide.courses)))
    return Draft(place.file, new_text, line, about)


def _cannot_add(place: str, name: str) -> DraftError:
    return DraftError(
        message("{place}: cannot add a line here automatically. Add {name} by hand.", place=place, name=name)
    )


def _item_lines(skeleton: Skeleton, request: Request, id_: str, topics: Iterable[str]) -> list[str]:
    if request.noun in ("deck", "card"):
        return list(skeleton.record(Card, id_, topics))
    return list(skeleton.question(id_, request.kind, topics))


def _find_unit(bank: Bank, request: Request) -> tuple[Collection, str, Unit]:
    """Find the quiz or deck of a request, and make sure it can hold the requested item."""
    collection, slug, unit = find_unit(bank, request.where)
    path = f"{collection.folder}/{slug}"
    if isinstance(unit, Deck) != (request.noun == "card"):
        raise DraftError(
            message("{path} contains cards. Use: {command}", path=path, command=f"espejo new card {path}")
            if isinstance(unit, Deck)
            else message(
                "{path} contains questions. Use: {command}", path=path, command=f"espejo new question {path}"
            )
        )
    return collection, slug, unit


def _find_collection(bank: Bank, request: Request) -> tuple[Collection, str]:
    """Find the collection of a request and the name of the new file."""
    folder, _, slug = normalize_path(bank, request.where).partition("/")
    folders = {collection.folder: collection for collection in bank.collections}
    if folder not in folders:
        unknown = message("Unknown collection '{folder}'.", folder=folder)
        raise DraftError(sentences(unknown, suggest(folder, folders)))
    collection = folders[folder]
    if (collection.holds == "decks") != (request.noun == "deck"):
        path = f"{folder}/{slug or '…'}"
        raise DraftError(
            message("{path} contains decks. Use: {command}", path=folder, command=f"espejo new deck {path}")
            if collection.holds == "decks"
            else message(
                "{path} contains quizzes. Use: {command}", path=folder, command=f"espejo new quiz {path}"
            )
        )
    if not UNIT_FILE.fullmatch(slug):
        example = f"{folder}/{_example_name(collection)}"
        raise DraftError(
            message(
                "Invalid file name '{name}'. Expected something like: {example}", name=slug, example=example
            )
        )
    if request.course and not collection.guide:
        raise DraftError(message("{folder} has no courses. Leave out --course.", folder=folder))
    return collection, slug


def _example_name(collection: Collection) -> str:
    """Suggest a file name with the next free number."""
    used = [(int(name[1]), slug) for slug in collection.units if (name := UNIT_FILE.fullmatch(slug))]
    number, slug = max(used, default=(0, "quiz-00"))
    return f"{slug.partition('-')[0]}-{min(number + 1, 9999):02}-short-name"


def _next_id(bank: Bank, collection: Collection, slug: str) -> str:
    stem = find_stem(collection, slug)
    if id_ := FreeIds(bank).take(stem):
        return id_
    path, last = f"{collection.folder}/{slug}", f"{stem}{LAST_NUMBER}"
    raise DraftError(
        message("{path} has used all its ids, up to {last}. Start a new file.", path=path, last=last)
    )


def _insert(text: str, line: int, added: list[str], *, file: str) -> tuple[str, int]:
    """Insert lines after the list item on `line`; returns the text and the number of the first new line."""
    lines = text.splitlines(keepends=True)
    dash = _LIST_ITEM.match(lines[line - 1])
    if not dash:
        place = f"{file}:{line}"
        raise DraftError(
            message("{place}: the item is not on its own line. Add to this list by hand.", place=place)
        )
    end = line
    for number, row in enumerate(lines[line:], line + 1):
        if row.strip() and len(row) - len(row.lstrip(" ")) <= len(dash[1]):
            break
        end = number if row.strip() else end
    newline = "\r\n" if lines[0].endswith("\r\n") else "\n"
    lines[end - 1] = lines[end - 1].rstrip("\r\n") + newline
    lines[end:end] = [f"{dash[1]}{row}{newline}" for row in added]
    return "".join(lines), end + 1


def _read(path: Path) -> str:
    return path.read_bytes().decode()


def _parse(shape: type[Any], text: str, file: str, bank: Bank) -> Any:
    """Parse a file with this text; None if it has any problem."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "draft.yaml")
        path.write_bytes(text.encode())
        source: Source = load_file(path, file=file)
    record = Reader(source, locales=frozenset(bank.locales)).document(shape)
    return None if source.problems else record


def _folder(collection: Collection) -> str:
    return (Path(collection.place.file).parent / collection.folder).as_posix()


def _item_noun(noun: str) -> str:
    return "card" if noun == "deck" else "question"
