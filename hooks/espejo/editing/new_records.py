"""New records: choose an id, and add a draft of a question, card, quiz, topic, or term to the data files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from espejo.editing.list_edits import Edit, append_rows, find_unit, normalize_path
from espejo.editing.schema_files import find_schemas, write_schema_line
from espejo.editing.skeleton import Skeleton
from espejo.ledger.free_ids import LAST_NUMBER, FreeIds, find_stem
from espejo.load.file_kinds import fixed_file, list_files
from espejo.messages.message import MessageError, fail, message, sentences
from espejo.model.addresses import ANCHORS, SPECIAL, UNIT_NAME
from espejo.model.bank import Bank
from espejo.model.collection import Collection, Guide
from espejo.model.grammar import NUMBERED_FILE, SLUG
from espejo.model.keys import list_keys
from espejo.model.problems import Place, suggest
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


class Request(NamedTuple):
    """What the user wants to add, and where."""

    noun: str  # quiz, deck, question, card, or one of LISTS
    where: str  # the path of a quiz or deck, or the id of a topic or term
    kind: KindName
    locales: tuple[str, ...]
    course: int = 0  # the number of a course of the guide, counted from 1; 0 for the last


def add_record(project: Path, bank: Bank, request: Request) -> Edit:
    """Add what was requested to the data files. Raises MessageError if that's impossible."""
    author = _Author(project, bank, request)
    if request.noun in LISTS:
        return author.add_to_reference()
    return author.add_unit() if request.noun in ("quiz", "deck") else author.add_item()


class _Author:
    """Adds the record of one request."""

    def __init__(self, project: Path, bank: Bank, request: Request) -> None:
        self._project, self._bank, self._request = project, bank, request
        self._skeleton = Skeleton({locale: bank.locales[locale].fields for locale in request.locales})

    def add_item(self) -> Edit:
        """Add a question or card at the end of its file."""
        collection, slug, unit = _find_unit(self._bank, self._request)
        id_ = _choose_number(self._bank, collection, slug)
        key = "cards" if isinstance(unit, Deck) else "questions"
        return self._append(unit.items[-1].place, [key], self._draft_item(id_, unit.topics[:1]), id_)

    def add_unit(self) -> Edit:
        """Add a quiz or deck with one item, and name a quiz in its guide."""
        collection, slug = _find_collection(self._bank, self._request)
        id_ = _choose_number(self._bank, collection, slug)
        file = f"{(Path(collection.place.file).parent / collection.folder).as_posix()}/{slug}.yaml"
        if (self._project / file).exists() or (self._project / file).is_symlink():
            command = f"espejo new {'card' if self._request.noun == 'deck' else 'question'} {file}"
            fail("{file} already exists. To add to it: {command}", file=file, command=command)
        first = self._draft_item(id_, ())
        rows = self._skeleton.unit("questions" if self._request.noun == "quiz" else "cards", first)
        edit = self._create(file, self._request.noun, rows, id_)
        if not collection.guide:
            return edit
        guide = self._add_to_course(collection.guide, slug)
        return Edit({**edit.contents, **guide.contents}, [*edit.report, *guide.report])

    def _add_to_course(self, guide: Guide, slug: str) -> Edit:
        """Add a quiz at the end of the course with the requested number, or of the last course."""
        number = self._request.course or len(guide.courses)
        if number > len(guide.courses):
            fail(
                "No course {number}: {file} has {count}.",
                number=str(number),
                file=guide.place.file,
                count=len(guide.courses),
            )
        place = guide.courses[number - 1].quizzes[-1].place
        about = message("{quiz}, in course {number}", quiz=slug, number=str(number))
        return self._append(place, ["courses", number - 1, "quizzes"], [f"- {slug}"], about)

    def add_to_reference(self) -> Edit:
        """Add a topic, term, formula, or pattern to its list, or create the file of the list."""
        shape = LISTS[self._request.noun]
        (key,) = list_keys(shape)
        records, file = getattr(self._bank.reference, key.name), fixed_file(self._bank, shape)
        id_ = _choose_id(self._bank, self._request, records)
        rows = list(self._skeleton.record(key.item, id_))
        if records:
            return self._append(records[-1].place, [key.name], rows, id_)
        kind = list_files(self._bank)[file]
        return self._create(file, kind, [f"{key.name}:", *(f"  {row}" for row in rows)], id_)

    def _draft_item(self, id_: str, topics: Iterable[str]) -> list[str]:
        if self._request.noun in ("deck", "card"):
            return list(self._skeleton.record(Card, id_, topics))
        return list(self._skeleton.question(id_, self._request.kind, topics))

    def _create(self, file: str, kind: str, rows: Iterable[str], id_: str) -> Edit:
        """Create a file, with its schema line if the schemas have an address."""
        folder = find_schemas(self._project)
        head = [write_schema_line(folder, kind)] if folder else []
        return Edit({file: "\n".join([*head, *rows, ""])}, [f"{file}:1: {id_}"])

    def _append(self, last: Place, path: Sequence[str | int], rows: Sequence[str], about: str) -> Edit:
        """Append rows to the list at a path of keys and indexes, whose last item is at `last`."""
        text = (self._project / last.file).read_bytes().decode()
        new, line = append_rows(text, last, path, rows)
        return Edit({last.file: new}, [sentences(f"{last.file}:{line}:", about)])


def _choose_id(bank: Bank, request: Request, records: Sequence[Topic | Term | Formula | Pattern]) -> str:
    """The next free id of a formula or pattern; otherwise the requested one, if it is valid and free."""
    noun, id_ = request.noun, request.where
    if noun in NUMBERED:
        stem = f"{records[-1].id[0] if records else NUMBERED[noun]}-"
        if id_ := FreeIds(bank).take(stem):
            return id_
        fail("All ids are used, up to {last}.", last=f"{stem}{LAST_NUMBER}")
    if not SLUG.fullmatch(id_) or SPECIAL.fullmatch(id_) or id_ in ANCHORS:
        fail("Invalid id '{id}'. Expected something like: water-cycle", id=id_)
    if any(record.id == id_ for record in records):
        raise MessageError(
            message("There is already a topic '{id}'. Choose another id, or edit it.", id=id_)
            if noun == "topic"
            else message("There is already a term '{id}'. Choose another id, or edit it.", id=id_)
        )
    return id_


def _find_unit(bank: Bank, request: Request) -> tuple[Collection, str, Unit]:
    """Find the quiz or deck of a request, and make sure it can hold the requested item."""
    collection, slug, unit = find_unit(bank, request.where)
    path = f"{collection.folder}/{slug}"
    if isinstance(unit, Deck) != (request.noun == "card"):
        raise MessageError(
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
        raise MessageError(sentences(unknown, suggest(folder, folders)))
    collection = folders[folder]
    if (collection.holds == "decks") != (request.noun == "deck"):
        path = f"{folder}/{slug or '…'}"
        raise MessageError(
            message("{path} contains decks. Use: {command}", path=folder, command=f"espejo new deck {path}")
            if collection.holds == "decks"
            else message(
                "{path} contains quizzes. Use: {command}", path=folder, command=f"espejo new quiz {path}"
            )
        )
    if not UNIT_NAME.fullmatch(slug):
        example = f"{folder}/{_example_name(collection)}"
        fail("Invalid file name '{name}'. Expected something like: {example}", name=slug, example=example)
    if request.course and not collection.guide:
        fail("{folder} has no courses. Leave out --course.", folder=folder)
    return collection, slug


def _example_name(collection: Collection) -> str:
    """Suggest a file name with the next free number."""
    used = [(int(name[1]), slug) for slug in collection.units if (name := NUMBERED_FILE.fullmatch(slug))]
    number, slug = max(used, default=(0, "quiz-00"))
    return f"{slug.partition('-')[0]}-{min(number + 1, 9999):02}-short-name"


def _choose_number(bank: Bank, collection: Collection, slug: str) -> str:
    stem = find_stem(collection, slug)
    if not (id_ := FreeIds(bank).take(stem)):
        path, last = f"{collection.folder}/{slug}", f"{stem}{LAST_NUMBER}"
        fail("{path} has used all its ids, up to {last}. Start a new file.", path=path, last=last)
    return id_
