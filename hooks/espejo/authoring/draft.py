"""Drafts of new records: where a question, card, quiz or deck goes, and the files with it added.

A draft is read again before it is handed out: what was in the file is still there, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from espejo.authoring.skeleton import Skeleton
from espejo.load.file_kinds import schema_line
from espejo.load.parse import load_file
from espejo.load.reader import Reader
from espejo.load.source import Source
from espejo.model.bank import Bank
from espejo.model.collection import Collection, Guide
from espejo.model.grammar import ITEM_ID, UNIT_FILE
from espejo.model.problems import suggest
from espejo.model.quiz import Deck, KindName, Unit

_DASH = re.compile(r"( *)- +(?=\S)")


class DraftError(Exception):
    """Why something cannot be begun, for the person who asked."""


class Draft(NamedTuple):
    """A file as it would be, and the line on which the new thing in it begins."""

    file: str
    text: str
    line: int
    about: str


class Request(NamedTuple):
    """What to begin, where, of which kind, in which languages, and in which course of a guide, from 1."""

    noun: str
    where: str
    kind: KindName
    locales: tuple[str, ...]
    course: int = 0


def draft(project: Path, bank: Bank, request: Request) -> list[Draft]:
    """The files that change or are new, or DraftError."""
    skeleton = Skeleton({locale: bank.locales[locale].fields for locale in request.locales})
    if request.noun in ("quiz", "deck"):
        return _draft_unit(project, bank, request, skeleton)
    return [_draft_item(project, bank, request, skeleton)]


def _draft_item(project: Path, bank: Bank, request: Request, skeleton: Skeleton) -> Draft:
    collection, slug, unit = _find_unit(bank, request)
    id_ = _next_id(bank, collection, slug)
    text = _read(project / unit.place.file)
    lines = _item_lines(skeleton, request, id_, unit.topics[:1])
    made, line = _insert(text, unit.items[-1].place.line, lines, file=unit.place.file)
    again = _read_again(type(unit), made, unit.place.file, bank)
    if again is None or again.items[:-1] != unit.items or again.items[-1].id != id_:
        raise DraftError(f"{unit.place}: not written so that a line could be added. Add {id_} by hand.")
    return Draft(unit.place.file, made, line, id_)


def _draft_unit(project: Path, bank: Bank, request: Request, skeleton: Skeleton) -> list[Draft]:
    collection, slug = _find_place(bank, request)
    id_ = _next_id(bank, collection, slug)
    file = f"{_folder(collection)}/{slug}.yaml"
    if (project / file).parent.is_symlink():
        raise DraftError(f"{_folder(collection)} is a link to another folder. Put the folder itself there.")
    if (project / file).exists() or (project / file).is_symlink():
        raise DraftError(f"{file} is there already. To add to it: espejo new {_item_of(request.noun)} {file}")
    first = _item_lines(skeleton, request, id_, ())
    rows = skeleton.quiz(first) if request.noun == "quiz" else skeleton.deck(first)
    text = "\n".join([schema_line(file, request.noun), *rows, ""])
    drafts = [Draft(file, text, 1, id_)]
    if collection.guide:
        drafts.append(_name_in_course(project, bank, collection.guide, slug, request.course))
    return drafts


def _name_in_course(project: Path, bank: Bank, guide: Guide, slug: str, number: int) -> Draft:
    """The guide with the quiz at the end of a course: the one with this number, or the last."""
    if number > len(guide.courses):
        raise DraftError(f"There is no course {number}: {guide.place.file} has {len(guide.courses)}.")
    course = guide.courses[number - 1 if number else -1]
    place = course.quizzes[-1].place
    made, line = _insert(_read(project / place.file), place.line, [f"- {slug}"], file=place.file)
    again = _read_again(Guide, made, place.file, bank)
    names = [[*one.quizzes, slug] if one is course else [*one.quizzes] for one in guide.courses]
    if again is None or [[*one.quizzes] for one in again.courses] != names:
        raise DraftError(f"{place}: not written so that a line could be added. Name {slug} there by hand.")
    return Draft(place.file, made, line, f"{slug}, in course {number or len(guide.courses)}")


def _item_lines(skeleton: Skeleton, request: Request, id_: str, topics: Iterable[str]) -> list[str]:
    if request.noun in ("deck", "card"):
        return list(skeleton.card(id_, topics))
    return list(skeleton.question(id_, request.kind, topics))


def _find_unit(bank: Bank, request: Request) -> tuple[Collection, str, Unit]:
    """The quiz or deck that is meant, by its path or by its name alone."""
    wanted = _bare(bank, request.where)
    paths = {
        f"{collection.folder}/{slug}": (collection, slug, unit) for collection, slug, unit in bank.units()
    }
    named = [path for path in paths if wanted in (path, path.partition("/")[2])]
    if not named:
        raise DraftError(f"There is no file '{wanted}'.{suggest(wanted, paths)}")
    if len(named) > 1:
        raise DraftError(f"Several files are called '{wanted}': {', '.join(named)}.")
    found = paths[named[0]]
    if isinstance(found[2], Deck) != (request.noun == "card"):
        right = "card" if isinstance(found[2], Deck) else "question"
        raise DraftError(f"{named[0]} holds {right}s: espejo new {right} {named[0]}")
    return found


def _find_place(bank: Bank, request: Request) -> tuple[Collection, str]:
    """The collection that is meant and the name of the new file in it."""
    folder, _, slug = _bare(bank, request.where).partition("/")
    folders = {collection.folder: collection for collection in bank.collections}
    if folder not in folders:
        raise DraftError(f"There is no collection '{folder}'.{suggest(folder, folders)}")
    collection = folders[folder]
    if (collection.holds == "decks") != (request.noun == "deck"):
        right = "deck" if collection.holds == "decks" else "quiz"
        raise DraftError(f"{folder} holds {collection.holds}: espejo new {right} {folder}/{slug or '…'}")
    if not UNIT_FILE.fullmatch(slug):
        example = _example_name(collection)
        raise DraftError(f"'{slug}' cannot be the name of a file here. Expected such as: {folder}/{example}")
    if request.course and not collection.guide:
        raise DraftError(f"{folder} has no courses. Leave out --course.")
    return collection, slug


def _example_name(collection: Collection) -> str:
    """A name with the number after the last."""
    used = [(int(name[1]), slug) for slug in collection.units if (name := UNIT_FILE.fullmatch(slug))]
    number, slug = max(used, default=(0, "quiz-00"))
    return f"{slug.partition('-')[0]}-{min(number + 1, 99):02}-short-name"


def _next_id(bank: Bank, collection: Collection, slug: str) -> str:
    """The id after the last that was ever used in a file with this number."""
    name = UNIT_FILE.fullmatch(slug)
    stem = f"{collection.prefix}-{name[1] if name else ''}-"
    used = {placed.item.id for placed in bank.items()} | {entry.id for entry in bank.ledger.entries}
    ever = (id_ for id_ in used.union(bank.ledger.retired) if ITEM_ID.fullmatch(id_))
    last = max((int(id_[-2:]) for id_ in ever if id_.startswith(stem)), default=0)
    if last >= 99:
        raise DraftError(
            f"{collection.folder}/{slug} has used all its ids, up to {stem}99. Begin a new file."
        )
    return f"{stem}{last + 1:02}"


def _insert(text: str, line: int, added: list[str], *, file: str) -> tuple[str, int]:
    """Puts lines after the item of a list that begins on this line; also the number of the first of them."""
    rows = text.splitlines(keepends=True)
    dash = _DASH.match(rows[line - 1])
    if not dash:
        raise DraftError(f"{file}:{line}: not an item on a line of its own. Add to this list by hand.")
    end = line
    for number, row in enumerate(rows[line:], line + 1):
        if row.strip() and len(row) - len(row.lstrip(" ")) <= len(dash[1]):
            break
        end = number if row.strip() else end
    newline = "\r\n" if rows[0].endswith("\r\n") else "\n"
    rows[end - 1] = rows[end - 1].rstrip("\r\n") + newline
    rows[end:end] = [f"{dash[1]}{one}{newline}" for one in added]
    return "".join(rows), end + 1


def _read(path: Path) -> str:
    return path.read_bytes().decode()


def _read_again(shape: type[Any], text: str, file: str, bank: Bank) -> Any:
    """The record of a file with this text, or nothing if anything is wrong with it."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "draft.yaml")
        path.write_bytes(text.encode())
        source: Source = load_file(path, file=file)
    record = Reader(source, locales=frozenset(bank.locales)).document(shape)
    return None if source.problems else record


def _bare(bank: Bank, where: str) -> str:
    """The path as the bank names it: with neither data/ before it nor .yaml behind it."""
    data = _folder(bank.collections[0]).rpartition("/")[0]
    return where.replace("\\", "/").removeprefix("./").removeprefix(f"{data}/").removesuffix(".yaml")


def _folder(collection: Collection) -> str:
    return (Path(collection.place.file).parent / collection.folder).as_posix()


def _item_of(noun: str) -> str:
    return "card" if noun == "deck" else "question"
