"""Source of one data file: its text, its YAML nodes, and the problems found so far."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, islice
from typing import Any, NamedTuple

from yaml.events import NodeEvent
from yaml.nodes import Node, ScalarNode

from espejo.load.advice.lines import Rewrite
from espejo.markdown.characters import list_rare_characters
from espejo.messages.message import Message, message, sentences
from espejo.model.problems import NO_FIX, OptionalFix, Place, Problem

MAX_PROBLEMS = 1_000
"""Limit of problems per file. After that, reading stops."""

# The first line of a list item (also with a wrong or glued dash), and an id on a later line. We match text,
# not nodes, so that files that don't parse have ids too.
_ITEM = re.compile(r"( *)(?:[-–—•·*]|[0-9]+[.)])(?:\s*id:[ \t]*[\"']?([\w-]+)|\s|$)")
_ID = re.compile(r"( +)id:[ \t]*[\"']?([\w-]+)")

# The source of one non-blank character of a scalar; in quotes, it may be an escape.
_CHARACTER = re.compile(r"\S")
_QUOTED_CHARACTER = {"'": re.compile(r"''|\S"), '"': re.compile(r"\\x..|\\u.{4}|\\U.{8}|\\[^nt\s]|[^\\\s]")}


class Mended(NamedTuple):
    """A line as it is written, and as it was read."""

    written: str
    read: str


@dataclass
class Source:
    file: str
    text: str = ""
    root: Node | None = None
    problems: list[Problem] = field(default_factory=list)
    unlisted: int = 0  # number of problems beyond MAX_PROBLEMS
    has_moved: bool = False  # whether columns differ from the file on disk, which rules out fixes
    mended: set[int] = field(default_factory=set)  # lines (from 1) that are read as they were probably meant
    written: list[str] = field(default_factory=list)  # all lines as in the file, if some of them are
    is_partial: bool = False  # whether a record was skipped

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def rare_characters(self) -> str:
        """The distinct non-ASCII and control characters of the text."""
        return list_rare_characters(self.text)

    @property
    def is_full(self) -> bool:
        return self.unlisted > 0

    def replace_text(self, text: str) -> None:
        self.has_moved |= len(text) != len(self.text)
        self._set_text(text)

    def read_instead(self, lines: Mapping[int, str]) -> None:
        """Read other lines, by index, than those in the file: what was probably meant."""
        self.written = self.written or self.lines
        self.mended |= {index + 1 for index in lines}
        self._set_text("\n".join(lines.get(index, line) for index, line in enumerate(self.lines)))

    def _set_text(self, text: str) -> None:
        self.text = text
        self.__dict__.pop("lines", None)
        self.__dict__.pop("rare_characters", None)

    def place(self, node: Node) -> Place:
        mark = node.start_mark
        return Place(self.file, mark.line + 1, mark.column + 1)

    def add(self, node: Node | NodeEvent, fact: Message, fix: OptionalFix = NO_FIX) -> None:
        self.add_at(*position(node.start_mark), fact, fix)

    def add_rewrite(self, node: Node | NodeEvent, fact: Message, rewrite: Rewrite | None) -> None:
        """Report a problem and, if known, the corrected line."""
        if rewrite:
            self.add(node, sentences(fact, rewrite.show()), rewrite.fix)
        else:
            self.add(node, fact)

    def add_at(self, line: int, column: int, fact: Message, fix: OptionalFix = NO_FIX) -> None:
        """Report a problem at a place; places past the end of the file move to its end."""
        if len(self.problems) >= MAX_PROBLEMS:
            self.unlisted += 1
            return
        if line in self.mended and any(one.place[1:] == (line, column) for one in self.problems):
            return  # it may follow from that one
        if line > len(self.lines):
            line, column = len(self.lines), len(self.lines[-1]) + 1
        if self.has_moved or (fix and not self.mended.isdisjoint(range(fix.line, fix.last_line + 1))):
            fix = NO_FIX
        self.problems.append(Problem(Place(self.file, line, column), "", fact, fix))

    def position(self, node: ScalarNode, offset: int) -> tuple[int, int]:
        """The line and column, from 1, of a scalar's character at this offset."""
        return self.positions(node, [offset])[0]

    def positions(self, node: ScalarNode, offsets: Sequence[int]) -> list[tuple[int, int]]:
        """The lines and columns of a scalar's characters at these offsets, found in one pass.

        YAML folds and indents white space but keeps all other characters in order, so we count those.
        """
        before = list(accumulate((not one.isspace() for one in node.value), initial=0))
        wanted = [before[offset] for offset in offsets]
        found = list(islice(self._characters(node), max(wanted, default=-1) + 1))
        return [found[one] if one < len(found) else position(node.start_mark) for one in wanted]

    def _characters(self, node: ScalarNode) -> Iterator[tuple[int, int]]:
        """The position in the file of each non-blank character of a scalar."""
        column = node.start_mark.column + bool(node.style in ("'", '"'))
        first, last = node.start_mark.line, node.end_mark.line
        if node.style in ("|", ">"):
            first, column = first + 1, 0
        pattern = _QUOTED_CHARACTER.get(node.style, _CHARACTER)
        for number in range(first, min(last + 1, len(self.lines))):
            line = self.lines[number]
            end = node.end_mark.column if number == last else len(line)
            for character in pattern.finditer(line, column, end):
                yield number + 1, character.start() + 1
            column = 0

    def set_owner(self, first: int, owner: str) -> None:
        """Set the record id on all problems from this index on that don't have one yet."""
        self.problems[first:] = [
            problem if problem.owner else problem._replace(owner=owner) for problem in self.problems[first:]
        ]

    def list_mended(self) -> dict[int, Mended]:
        """The lines that were read differently from how they are written."""
        return {line: Mended(self.written[line - 1], self.lines[line - 1]) for line in sorted(self.mended)}

    def owned_problems(self) -> list[Problem]:
        """The problems, each with the id of the record that contains its line."""
        if not self.problems:
            return []
        owned = self.problems
        both = (self.written, self.lines) if self.is_partial else (self.lines, self.written)
        for lines in filter(None, both):
            records = _list_records(lines)
            owned = [_with_owner(problem, records, lines) for problem in owned]
        if self.unlisted:
            fact = message(
                "and at least {count} more problems in this file. Fix those before it first.",
                count=self.unlisted,
            )
            owned.append(Problem(max(owned).place, "", fact))
        return owned


def position(mark: Any) -> tuple[int, int]:
    """The line and column of a PyYAML mark, counted from 1."""
    return mark.line + 1, mark.column + 1


class _Lines(NamedTuple):
    """A record in a list: the position of its dash, and its id, if any."""

    line: int
    column: int
    id: str


def _list_records(lines: Sequence[str]) -> list[_Lines]:
    """The records in the lists of a file. Nested list items are part of their record."""
    records: list[_Lines] = []
    for number, line in enumerate(lines, 1):
        if line and not line[0].isspace() and line[0] not in "-#":
            records.append(_Lines(number, 0, ""))
        elif found := _ITEM.match(line):
            column = len(found[1]) + 1
            if found[2] or not records or not records[-1].column or column <= records[-1].column:
                records.append(_Lines(number, column, found[2] or ""))
        elif records and (id_ := _ID.match(line)):
            last = records[-1]
            if not last.id and last.column and len(id_[1]) > last.column:
                records[-1] = last._replace(id=id_[2])
            elif last.id and len(id_[1]) == last.column + 1:  # a second id: its dash is missing
                records.append(_Lines(number, last.column, id_[2]))
    return records


def _with_owner(problem: Problem, records: list[_Lines], lines: Sequence[str]) -> Problem:
    """Add the record id to a problem. A problem in the indentation counts as after it."""
    _, line, column = problem.place
    index = bisect_right(records, line, key=lambda record: record.line) - 1
    expanded = lines[line - 1].expandtabs()
    column = max(column, len(expanded) - len(expanded.lstrip()) + 1)
    if problem.owner or index < 0 or column < records[index].column:
        return problem
    return problem._replace(owner=records[index].id)
