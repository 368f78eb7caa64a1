"""Edits of data files: add and remove list items, and keep the rest of a file byte for byte.

Edited texts are parsed again, so that an edit never changes more than it should.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, SequenceNode

from espejo.commands.terminal import say
from espejo.files import replace_file
from espejo.load.file_kinds import fixed_file
from espejo.load.parse import parse_file
from espejo.messages.message import MessageError, comma_separated, fail, message, sentences
from espejo.model.addresses import unit_path
from espejo.model.bank import Bank
from espejo.model.collection import Collection, Collections
from espejo.model.problems import Place, suggest
from espejo.model.quiz import Item, Unit
from espejo.model.text import Name

_DASH = re.compile(r"( *)- +(?=\S)")
_KEY = re.compile(r"\s*\w+:")


class Edit(NamedTuple):
    """New file contents by path, relative to the project, or None to delete; and lines for the user."""

    contents: Mapping[str, str | None]
    report: Sequence[str]


def apply_edit(edit: Edit, project: Path) -> None:
    """Write the files, delete others only after that, and print the report."""
    for file, text in edit.contents.items():
        if text is not None:
            replace_file(project / file, text.encode())
    for file, text in edit.contents.items():
        if text is None:
            (project / file).unlink()
    for line in edit.report:
        say(line)


def append_rows(text: str, last: Place, path: Iterable[str | int], rows: Sequence[str]) -> tuple[str, int]:
    """Append rows to the list at a path of keys and indexes, whose last item is at `last`.

    Returns the text, and the line of the first row.
    """
    new, line = _insert_after(text, last, rows)
    expected = read_values(text, last.file)
    reduce(getitem, path, expected).extend(read_values("".join(f"{row}\n" for row in rows), last.file))
    if read_values(new, last.file) != expected:
        raise cannot_edit(last.file)
    return new, line


def _insert_after(text: str, place: Place, rows: Iterable[str]) -> tuple[str, int]:
    lines = text.splitlines(keepends=True)
    indent = _measure_indent(lines, place)
    end = place.line
    for number, row in enumerate(lines[end:], end + 1):
        if row.strip() and len(row) - len(row.lstrip(" ")) <= indent:
            break
        end = number if row.strip() else end
    newline = "\r\n" if lines[0].endswith("\r\n") else "\n"
    lines[end - 1] = lines[end - 1].rstrip("\r\n") + newline
    lines[end:end] = [f"{' ' * indent if row else ''}{row}{newline}" for row in rows]
    return "".join(lines), end + 1


def cut_items(text: str, items: Iterable[Item]) -> tuple[str, dict[str, list[str]]]:
    """Remove items, with comments above and blank lines below; returns the text, and the rows by id.

    The rows are not indented.
    """
    lines = text.splitlines(keepends=True)
    rows: dict[str, list[str]] = {}
    cut: set[int] = set()
    for item in items:
        indent = _measure_indent(lines, item.place)
        first, last = item.place.line - 1, item.last_line
        while first and lines[first - 1].startswith(" " * indent + "#"):
            first -= 1
        rows[item.id] = [row.removeprefix(" " * indent).rstrip("\r\n") for row in lines[first:last]]
        while last < len(lines) and not lines[last].strip():
            last += 1
        cut |= set(range(first, last))
    return "".join(line for number, line in enumerate(lines) if number not in cut), rows


def _measure_indent(lines: Sequence[str], place: Place) -> int:
    """The indentation of a list item's dash."""
    dash = _DASH.match(lines[place.line - 1])
    if not dash:
        where = f"{place.file}:{place.line}"
        fail("{place}: the item is not on its own line. Edit this list by hand.", place=where)
    return len(dash[1])


def replace_name(text: str, name: Name, new: str) -> str:
    """Replace a name by one without spaces or quotation marks."""
    lines = text.splitlines(keepends=True)
    row, column = lines[name.place.line - 1], name.place.column - 1
    lines[name.place.line - 1] = row[:column] + row[column:].replace(str(name), new, 1)
    return "".join(lines)


def drop_names(text: str, gone: Sequence[Name], names: Sequence[Name]) -> str:
    """Remove names from a list in a text, and the list itself if it becomes empty."""
    lines = text.splitlines(keepends=True)
    if gone and len(gone) == len(names):
        first, last = gone[0].place.line - 1, gone[-1].place.line
        while not _KEY.match(lines[first]):
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


def read_values(text: str, file: str) -> Any:
    """The content of a file as lists, mappings, and strings; raises MessageError if it isn't valid."""
    source = parse_file(text.encode(), file=file)
    if source.problems or source.root is None:
        raise cannot_edit(file)
    return _read_node(source.root)


def _read_node(node: Node) -> Any:
    if isinstance(node, MappingNode):
        return {key.value: _read_node(value) for key, value in node.value}
    return list(map(_read_node, node.value)) if isinstance(node, SequenceNode) else node.value


def cannot_edit(file: str) -> MessageError:
    return MessageError(
        message("{file} is written in a way that cannot be edited here. Edit it by hand.", file=file)
    )


def find_unit(bank: Bank, where: str) -> tuple[Collection, str, Unit]:
    """Find a quiz or deck, with its collection and file name."""
    wanted = normalize_path(bank, where)
    units = {unit_path(found[0].folder, found[1]): found for found in bank.units()}
    matching = [path for path, (_, slug, _) in units.items() if wanted in (path, slug)]
    if not matching:
        unknown = message("Unknown file '{name}'.", name=where)
        raise MessageError(sentences(unknown, suggest(wanted, units)))
    if len(matching) > 1:
        files = comma_separated(matching)
        fail("'{name}' matches several files: {files}.", name=where, files=files)
    return units[matching[0]]


def normalize_path(bank: Bank, where: str) -> str:
    """Normalize the path of a quiz or deck: no `data/`, no `.yaml`."""
    data = fixed_file(bank, Collections).rpartition("/")[0]
    return where.replace("\\", "/").removeprefix("./").removeprefix(f"{data}/").removesuffix(".yaml")
