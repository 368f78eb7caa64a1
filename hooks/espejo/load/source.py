"""One file of the bank as it was found: its text, its nodes, and the problems met so far."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from yaml.nodes import Node, ScalarNode

from espejo.model.problems import Place, Problem

# The first key of a record in a list; looked up in the text, so that a file that is not YAML has ids too.
_RECORD = re.compile(r"^( *)- +id: *[\"']?([\w-]+)", re.MULTILINE)

# What stands for one letter of a scalar in its source; quotes have escapes.
_LETTER = re.compile(r"\S")
_LETTERS = {"'": re.compile(r"''|\S"), '"': re.compile(r"\\x..|\\u.{4}|\\U.{8}|\\[^nt\s]|[^\\\s]")}


@dataclass
class Source:
    """A file's name, its text, its root node if it has one, and what is wrong with it."""

    file: str
    text: str = ""
    root: Node | None = None
    problems: list[Problem] = field(default_factory=list)

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def close(self) -> None:
        """Lets go of the nodes, and of the text too if there is nothing to say about it."""
        self.root = None
        if not self.problems:
            self.text = ""
            self.__dict__.pop("lines", None)

    def place(self, node: Node) -> Place:
        return Place(self.file, *position(node.start_mark))

    def add(self, node: Node, fact: str) -> None:
        self.problems.append(Problem(self.place(node), "", fact))

    def add_at(self, line: int, column: int, fact: str) -> None:
        self.problems.append(Problem(Place(self.file, line, column), "", fact))

    def position(self, node: ScalarNode, at: int) -> tuple[int, int]:
        """Line and column, from 1, of a character of a scalar.

        YAML folds and indents, but it keeps the order of what is not white space: so that is counted.
        """
        ahead = len("".join(node.value[:at].split()))
        line: int = node.start_mark.line
        column = node.start_mark.column + bool(node.style in ("'", '"'))
        if node.style in ("|", ">"):
            line, column = line + 1, 0
        letter = _LETTERS.get(node.style, _LETTER)
        while line < len(self.lines):
            letters = list(letter.finditer(self.lines[line], column))
            if ahead < len(letters):
                return line + 1, letters[ahead].start() + 1
            ahead, line, column = ahead - len(letters), line + 1, 0
        return position(node.start_mark)

    def claim(self, since: int, owner: str) -> None:
        """Gives the problems met since then, and not claimed yet, the id of the record they stand in."""
        found = self.problems[since:]
        self.problems[since:] = [one if one.owner else one._replace(owner=owner) for one in found]

    def owned_problems(self) -> list[Problem]:
        """The problems, each with the id of the record in whose lines it stands."""
        if not self.problems:
            return []
        starts = [0, *(newline.end() for newline in re.finditer("\n", self.text))]
        records = [
            (bisect_right(starts, match.start()), len(match[1]) + 1, match[2])
            for match in _RECORD.finditer(self.text)
        ]
        return [_with_owner(problem, records) for problem in self.problems]


def position(mark: Any) -> tuple[int, int]:
    """Line and column of one of PyYAML's marks, counted from 1."""
    return mark.line + 1, mark.column + 1


def _with_owner(problem: Problem, records: list[tuple[int, int, str]]) -> Problem:
    _, line, column = problem.place
    at = bisect_right(records, line, key=lambda record: record[0]) - 1
    if problem.owner or at < 0 or column < records[at][1]:
        return problem
    return problem._replace(owner=records[at][2])
