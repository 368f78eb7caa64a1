"""Relocation: moves, renames, and retires questions, cards, quizzes, and decks by editing their YAML files.

The edited texts are parsed again to make sure that each file has exactly the expected items.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from espejo.editing.unit_lookup import AuthoringError, find_unit, normalize_path
from espejo.messages.message import Message, comma_separated, message, sentences
from espejo.model.addresses import unit_path
from espejo.model.bank import Bank
from espejo.model.collection import Course, Placed
from espejo.model.grammar import UNIT_FILE
from espejo.model.problems import suggest
from espejo.model.quiz import Deck, Item, Unit
from espejo.model.text import Name

_DASH = re.compile(r"( *)- ")

Contents = Mapping[str, str | None]
"""New file contents by path, relative to the project; None for a file to delete."""


class RelocationError(AuthoringError):
    """Something cannot be moved."""


class Relocation(NamedTuple):
    """The files to write and delete, and messages about what was done."""

    contents: Contents
    done: tuple[Message, ...]


class Relocator:
    """Edits the files of one bank in memory; writes nothing."""

    def __init__(self, project: Path, bank: Bank) -> None:
        self._project = project
        self._bank = bank
        self._placed = {placed.item.id: placed for placed in bank.items()}
        self._units = {unit_path(one.folder, slug): unit for one, slug, unit in bank.units()}

    def move(self, ids: Iterable[str], where: str) -> Relocation:
        """Move questions or cards to the end of another file; they keep their ids."""
        moved = [self._find_item(id_) for id_ in dict.fromkeys(ids)]
        target = self._find_path(where)
        for placed in moved:
            if isinstance(placed.unit, Deck) != isinstance(self._units[target], Deck):
                raise RelocationError(
                    message(
                        "{path} cannot hold {id}: one has questions, the other cards.",
                        path=target,
                        id=placed.item.id,
                    )
                )
            if placed.path == target:
                raise RelocationError(message("{id} is already in {path}.", id=placed.item.id, path=target))
        contents = dict(self._cut(moved))
        contents.update(self._paste(moved, self._units[target]))
        done = (
            message(
                "{id} moved from {old} to {new}. Its old address leads there.",
                id=placed.item.id,
                old=placed.path,
                new=target,
            )
            for placed in moved
        )
        return Relocation(contents, tuple(done))

    def rename(self, where: str, new: str) -> Relocation:
        """Rename the file of a quiz or deck, and update references in other files."""
        old = self._find_path(where)
        folder, _, slug = old.partition("/")
        new_slug = normalize_path(self._bank, new).removeprefix(f"{folder}/")
        if not UNIT_FILE.fullmatch(new_slug):
            example = "phase-07-scalar-autograd"
            raise RelocationError(
                message(
                    "Invalid file name '{name}'. Expected something like: {example}",
                    name=new,
                    example=example,
                )
            )
        unit = self._units[old]
        file = unit.place.file
        target = f"{file.rpartition('/')[0]}/{new_slug}.yaml"
        if (self._project / target).exists():
            raise RelocationError(message("{file} already exists.", file=target))
        contents: dict[str, str | None] = {file: None, target: self._read(file)}
        for name in self._list_mentions(old, slug):
            changed = contents.get(name.place.file) or self._read(name.place.file)
            contents[name.place.file] = _replace_name(
                changed, name, f"{folder}/{new_slug}" if "/" in name else new_slug
            )
        said = message(
            "{old} is now {new}. The old address leads there, and every id stays.",
            old=old,
            new=f"{folder}/{new_slug}",
        )
        also = (message("{file} changed, too.", file=one) for one in contents if one not in (file, target))
        return Relocation(contents, (said, *also))

    def retire(self, names: Iterable[str]) -> Relocation:
        """Remove questions, cards, or whole files; their ids are never used again."""
        contents: dict[str, str | None] = {}
        done: list[Message] = []
        wanted = list(dict.fromkeys(names))
        retired = [self._placed[one] for one in wanted if one in self._placed]
        contents.update(self._cut(retired))
        done += [
            message("{id} removed. Its id is retired after the merge.", id=placed.item.id)
            for placed in retired
        ]
        for name in wanted:
            if name in self._placed:
                continue
            path = self._find_path(name)
            unit = self._units[path]
            contents[unit.place.file] = None
            contents.update(self._drop_from_course(path, contents))
            ids = comma_separated(item.id for item in unit.items)
            done.append(message("{path} removed, with {ids}.", path=path, ids=ids))
        self._expect_unmentioned(wanted)
        return Relocation(contents, tuple(done))

    def _expect_unmentioned(self, names: Iterable[str]) -> None:
        """Make sure that no remaining item refers to what is being retired."""
        ids = {name for name in names if name in self._placed}
        paths = {self._find_path(name) for name in names if name not in ids}
        ids |= {item.id for path in paths for item in self._units[path].items}
        kept = {path: unit for path, unit in self._units.items() if path not in paths}
        mentions = [name for unit in kept.values() for name in unit.prerequisites if name in paths]
        items = (item for unit in kept.values() for item in unit.items if item.id not in ids)
        mentions += [name for item in items for name in item.see if name in ids]
        if mentions:
            place = mentions[0].place
            where = f"{place.file}:{place.line}"
            raise RelocationError(
                message("{where} refers to {name}. Remove that first.", where=where, name=mentions[0])
            )

    def _find_item(self, id_: str) -> Placed:
        if id_ not in self._placed:
            unknown = message("Unknown id '{id}'.", id=id_)
            raise RelocationError(sentences(unknown, suggest(id_, self._placed)))
        return self._placed[id_]

    def _find_path(self, where: str) -> str:
        collection, slug, _ = find_unit(self._bank, where)
        return unit_path(collection.folder, slug)

    def _list_mentions(self, path: str, slug: str) -> Iterator[Name]:
        """References to a quiz or deck: in its guide, as a prerequisite, and as the target of a redirect."""
        for course in self._list_courses(path):
            yield from (name for name in course.quizzes if name == slug)
        for unit in self._units.values():
            yield from (name for name in unit.prerequisites if name == path)
        yield from (one.new for one in self._bank.redirects if one.new == path)

    def _list_courses(self, path: str) -> Iterator[Course]:
        for collection in self._bank.collections:
            if collection.guide and collection.folder == path.partition("/")[0]:
                yield from collection.guide.courses

    def _drop_from_course(self, path: str, contents: Contents) -> Iterator[tuple[str, str]]:
        """Remove a quiz from its guide."""
        slug = path.partition("/")[2]
        for course in self._list_courses(path):
            gone = [name for name in course.quizzes if name == slug]
            if gone and len(course.quizzes) == 1:
                raise RelocationError(
                    message(
                        "{path} is the only quiz of its course '{course}'. Remove the course first.",
                        path=path,
                        course=course.id,
                    )
                )
            if gone:
                file = course.place.file
                yield file, _drop_names(contents.get(file) or self._read(file), gone, course.quizzes)

    def _cut(self, items: Iterable[Placed]) -> Iterator[tuple[str, str]]:
        """Remove these items from their files, and topics that only they had."""
        by_unit: dict[str, list[Placed]] = {}
        for placed in items:
            by_unit.setdefault(placed.path, []).append(placed)
        for path, gone in by_unit.items():
            unit = self._units[path]
            left = [item for item in unit.items if item not in [placed.item for placed in gone]]
            if not left:
                raise RelocationError(
                    message("{path} would be empty. Rename or retire the file instead.", path=path)
                )
            text = self._read(unit.place.file)
            lines = text.splitlines(keepends=True)
            for placed in sorted(gone, key=lambda one: -one.item.place.line):
                first, last = _find_lines(lines, placed.item)
                del lines[first:last]
            kept = {name for item in left for name in item.topics}
            cut = _drop_names("".join(lines), [name for name in unit.topics if name not in kept], unit.topics)
            _expect(cut, text, unit, partial(_without, ids={placed.item.id for placed in gone}))
            yield unit.place.file, cut

    def _paste(self, items: Iterable[Placed], unit: Unit) -> Iterator[tuple[str, str]]:
        """Append these items to the file of a unit."""
        file = unit.place.file
        text = self._read(file)
        lines = text.splitlines(keepends=True)
        _, end = _find_lines(lines, unit.items[-1])
        indent = _indent_of(lines, unit.items[-1])
        added: list[str] = []
        records: list[Any] = []
        for placed in items:
            source = self._read(placed.unit.place.file)
            rows = source.splitlines(keepends=True)
            first, last = _find_lines(rows, placed.item)
            shift = indent - _indent_of(rows, placed.item)
            added += [_shift(row, shift) for row in rows[first:last]]
            records += [one for one in _load_items(source, placed.unit) if one["id"] == placed.item.id]
        if end and not lines[end - 1].endswith("\n"):
            lines[end - 1] += "\n"
        if not added[-1].endswith("\n"):
            added[-1] += "\n"
        if len(unit.items) > 1 and not lines[unit.items[1].place.line - 2].strip() and lines[end - 1].strip():
            added.insert(0, "\n")  # keep the blank lines between items
        lines[end:end] = added
        pasted = "".join(lines)
        _expect(pasted, text, unit, lambda own: [*own, *records])
        yield file, pasted

    def _read(self, file: str) -> str:
        return (self._project / file).read_bytes().decode()


def _find_lines(lines: list[str], item: Item) -> tuple[int, int]:
    """Line range of an item, including comments above it and blank lines after it."""
    first, last = item.place.line - 1, item.last_line
    indent = _indent_of(lines, item)
    while first and lines[first - 1].startswith(" " * indent + "#"):
        first -= 1
    while last < len(lines) and not lines[last].strip():
        last += 1
    return first, last


def _indent_of(lines: list[str], item: Item) -> int:
    """The indentation of an item's dash."""
    dash = _DASH.match(lines[item.place.line - 1])
    if not dash:
        place = f"{item.place.file}:{item.place.line}"
        raise RelocationError(
            message(
                "{place}: {id} does not begin on a line of its own. Move it by hand.", place=place, id=item.id
            )
        )
    return len(dash[1])


def _shift(row: str, spaces: int) -> str:
    if not row.strip():
        return row
    return " " * spaces + row if spaces >= 0 else row.removeprefix(" " * -spaces)


def _replace_name(text: str, name: Name, new: str) -> str:
    lines = text.splitlines(keepends=True)
    row, column = lines[name.place.line - 1], name.place.column - 1
    head, tail = row[:column], row[column:]
    lines[name.place.line - 1] = head + tail.replace(str(name), new, 1)
    return "".join(lines)


def _drop_names(text: str, gone: Sequence[Name], names: Sequence[Name]) -> str:
    """Remove names from a list in a text, and the list itself if it becomes empty."""
    lines = text.splitlines(keepends=True)
    if gone and len(gone) == len(names):
        first, last = gone[0].place.line - 1, gone[-1].place.line
        while not re.match(r"\s*\w+:", lines[first]):
            first -= 1
        del lines[first:last]
        return "".join(lines)
    for name in sorted(gone, key=lambda one: (-one.place.line, -one.place.column)):
        row, column = lines[name.place.line - 1], name.place.column - 1
        end = column + len(name) + 2 * (row[column] in "'\"")
        head, tail = row[:column], row[end:]
        if not head.strip(" -"):
            del lines[name.place.line - 1]
        elif tail.startswith(","):
            lines[name.place.line - 1] = head + tail[1:].lstrip(" ")
        else:
            lines[name.place.line - 1] = head.rstrip(", ") + tail
    return "".join(lines)


def _without(records: list[Any], ids: Container[str]) -> list[Any]:
    return [one for one in records if one["id"] not in ids]


def _load_items(text: str, unit: Unit) -> list[Any]:
    loaded = yaml.load(text, Loader=yaml.CBaseLoader)  # noqa: S506 (every value is text)
    return list(loaded["cards" if isinstance(unit, Deck) else "questions"])


def _expect(new: str, old: str, unit: Unit, change: Callable[[list[Any]], list[Any]]) -> None:
    """Make sure that the new items of a file are the old ones with exactly this change."""
    try:
        fits = _load_items(new, unit) == change(_load_items(old, unit))
    except (yaml.YAMLError, KeyError, TypeError):
        fits = False
    if not fits:
        raise RelocationError(
            message(
                "{file} is written in a way that cannot be edited here. Edit it by hand.",
                file=unit.place.file,
            )
        )
