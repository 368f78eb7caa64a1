"""Relocation: edits that move, rename, and retire questions, cards, quizzes, and decks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path

from espejo.editing.list_edits import (
    Edit,
    append_rows,
    cannot_edit,
    cut_items,
    drop_names,
    find_unit,
    normalize_path,
    read_values,
    replace_name,
)
from espejo.messages.message import Message, MessageError, comma_separated, fail, message, sentences
from espejo.model.addresses import UNIT_NAME, unit_path
from espejo.model.bank import Bank
from espejo.model.collection import Course, Placed
from espejo.model.problems import suggest
from espejo.model.quiz import Deck, Unit
from espejo.model.text import Name


class Relocator:
    """Edits the files of one bank in memory; writes nothing."""

    def __init__(self, project: Path, bank: Bank) -> None:
        self._project = project
        self._bank = bank
        self._placed = {placed.item.id: placed for placed in bank.items()}
        self._units = {unit_path(one.folder, slug): unit for one, slug, unit in bank.units()}

    def move(self, ids: Iterable[str], where: str) -> Edit:
        """Move questions or cards to the end of another file; they keep their ids."""
        moved = [self._find_item(id_) for id_ in dict.fromkeys(ids)]
        target = self._find_path(where)
        for placed in moved:
            id_ = placed.item.id
            if isinstance(placed.unit, Deck) != isinstance(self._units[target], Deck):
                fail("{path} cannot hold {id}: one has questions, the other cards.", path=target, id=id_)
            if placed.path == target:
                fail("{id} is already in {path}.", id=id_, path=target)
        contents, rows = self._cut(moved)
        unit = self._units[target]
        contents[unit.place.file] = self._append(unit, [rows[placed.item.id] for placed in moved])
        done = (
            message(
                "{id} moved from {old} to {new}. Its old address leads there.",
                id=placed.item.id,
                old=placed.path,
                new=target,
            )
            for placed in moved
        )
        return _make_edit(contents, done)

    def rename(self, where: str, new: str) -> Edit:
        """Rename the file of a quiz or deck, and update references in other files."""
        old = self._find_path(where)
        folder = old.partition("/")[0]
        new_slug = normalize_path(self._bank, new).removeprefix(f"{folder}/")
        if not UNIT_NAME.fullmatch(new_slug):
            example = "week-02-burns"
            fail("Invalid file name '{name}'. Expected something like: {example}", name=new, example=example)
        file = self._units[old].place.file
        target = f"{file.rpartition('/')[0]}/{new_slug}.yaml"
        if (self._project / target).exists():
            fail("{file} already exists.", file=target)
        contents: dict[str, str | None] = {file: None, target: self._read(file)}
        for name in self._list_mentions(old):
            mentioning = contents.get(name.place.file) or self._read(name.place.file)
            new_name = f"{folder}/{new_slug}" if "/" in name else new_slug
            contents[name.place.file] = replace_name(mentioning, name, new_name)
        said = message(
            "{old} is now {new}. The old address leads there, and every id stays.",
            old=old,
            new=f"{folder}/{new_slug}",
        )
        also = (message("{file} changed, too.", file=one) for one in contents if one not in (file, target))
        return _make_edit(contents, [said, *also])

    def retire(self, names: Iterable[str]) -> Edit:
        """Remove questions, cards, or whole files; their ids are never used again."""
        wanted = list(dict.fromkeys(names))
        items = [self._placed[name] for name in wanted if name in self._placed]
        paths = [self._find_path(name) for name in wanted if name not in self._placed]
        contents, _ = self._cut(items)
        contents.update(self._drop_from_courses(paths))
        self._expect_unmentioned({placed.item.id for placed in items}, paths)
        contents.update((self._units[path].place.file, None) for path in paths)
        done = [
            message("{id} removed. Its id is retired after the merge.", id=placed.item.id) for placed in items
        ]
        for path in paths:
            ids = comma_separated(item.id for item in self._units[path].items)
            done.append(message("{path} removed, with {ids}.", path=path, ids=ids))
        return _make_edit(contents, done)

    def _expect_unmentioned(self, ids: set[str], paths: Iterable[str]) -> None:
        """Make sure that no remaining item refers to what is being retired."""
        ids = ids.union(item.id for path in paths for item in self._units[path].items)
        kept = [unit for path, unit in self._units.items() if path not in paths]
        mentions = [name for unit in kept for name in unit.prerequisites if name in paths]
        items = (item for unit in kept for item in unit.items if item.id not in ids)
        mentions += [name for item in items for name in item.see if name in ids]
        if mentions:
            where = f"{mentions[0].place.file}:{mentions[0].place.line}"
            fail("{where} refers to {name}. Remove that first.", where=where, name=mentions[0])

    def _find_item(self, id_: str) -> Placed:
        if id_ not in self._placed:
            unknown = message("Unknown id '{id}'.", id=id_)
            raise MessageError(sentences(unknown, suggest(id_, self._placed)))
        return self._placed[id_]

    def _find_path(self, where: str) -> str:
        collection, slug, _ = find_unit(self._bank, where)
        return unit_path(collection.folder, slug)

    def _list_mentions(self, path: str) -> Iterator[Name]:
        """References to a quiz or deck: in its guide, as a prerequisite, and as the target of a redirect."""
        for folder, course in self._list_courses():
            yield from (name for name in course.quizzes if unit_path(folder, name) == path)
        for unit in self._units.values():
            yield from (name for name in unit.prerequisites if name == path)
        yield from (one.new for one in self._bank.redirects if one.new == path)

    def _list_courses(self) -> Iterator[tuple[str, Course]]:
        """Every course of a guide, with the folder of its collection."""
        for collection in self._bank.collections:
            for course in collection.guide.courses if collection.guide else ():
                yield collection.folder, course

    def _drop_from_courses(self, paths: list[str]) -> dict[str, str]:
        """Remove quizzes from their guides."""
        contents: dict[str, str] = {}
        for folder, course in reversed(list(self._list_courses())):  # lines above an edit stay where they are
            gone = [name for name in course.quizzes if unit_path(folder, name) in paths]
            if gone and len(course.quizzes) == len(gone):
                fail(
                    "{path} is the only quiz of its course '{course}'. Remove the course first.",
                    path=unit_path(folder, gone[0]),
                    course=course.id,
                )
            file = course.place.file
            if gone:
                contents[file] = drop_names(contents.get(file) or self._read(file), gone, course.quizzes)
        return contents

    def _cut(self, items: Iterable[Placed]) -> tuple[dict[str, str | None], dict[str, list[str]]]:
        """Remove items from their files, and topics that only they had; returns the files, and rows by id."""
        by_unit: defaultdict[str, list[Placed]] = defaultdict(list)
        for placed in items:
            by_unit[placed.path].append(placed)
        contents: dict[str, str | None] = {}
        rows: dict[str, list[str]] = {}
        for path, placed_here in by_unit.items():
            unit, gone = self._units[path], [placed.item for placed in placed_here]
            left = [item for item in unit.items if item not in gone]
            if not left:
                fail("{path} would be empty. Rename or retire the file instead.", path=path)
            file, text = unit.place.file, self._read(unit.place.file)
            cut, found = cut_items(text, gone)
            rows.update(found)
            used = {name for item in left for name in item.topics}
            unused = [name for name in unit.topics if name not in used]
            cut = drop_names(cut, unused, unit.topics)
            self._expect_cut(unit, cut, rows.keys(), unused)
            contents[file] = cut
        return contents, rows

    def _expect_cut(self, unit: Unit, new: str, ids: Container[str], topics: Container[str]) -> None:
        """Make sure that nothing but these items and topics has gone."""
        file = unit.place.file
        values = read_values(self._read(file), file)
        values[_name_list(unit)] = [one for one in values[_name_list(unit)] if one["id"] not in ids]
        left = [name for name in values.pop("topics", ()) if name not in topics]
        if read_values(new, file) != {**values, **({"topics": left} if left else {})}:
            raise cannot_edit(file)

    def _append(self, unit: Unit, items: list[list[str]]) -> str:
        """The text of a quiz or deck with these rows of items at its end."""
        text = self._read(unit.place.file)
        lines = text.splitlines()
        is_spaced = len(unit.items) > 1 and not lines[unit.items[1].place.line - 2].strip()
        rows = [row for item in items for row in ([""] if is_spaced else []) + item]
        return append_rows(text, unit.items[-1].place, [_name_list(unit)], rows)[0]

    def _read(self, file: str) -> str:
        return (self._project / file).read_bytes().decode()


def _make_edit(contents: Mapping[str, str | None], done: Iterable[Message]) -> Edit:
    written = [message("{file}: written", file=file) for file, text in contents.items() if text is not None]
    removed = [message("{file}: removed", file=file) for file, text in contents.items() if text is None]
    return Edit(contents, [*written, *removed, *done])


def _name_list(unit: Unit) -> str:
    return "cards" if isinstance(unit, Deck) else "questions"
