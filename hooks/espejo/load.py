"""A YAML file enters, its nodes leave, each scalar as text just as written and with its place.

What a contributor's file may not hold is refused here, before anything reads it: bytes that are not
UTF-8, characters nobody sees, duplicate keys, aliases, tags, too much of anything.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import yaml
from yaml._yaml import CParser
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from espejo.problems import Place, Problem

MAX_BYTES = 1_000_000
MAX_DEPTH = 12

# Bidirectional controls, zero-width characters and the soft hyphen: they change what is read, unseen.
_UNSEEN = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")

_PLAIN = {MappingNode: "map", SequenceNode: "list", ScalarNode: "text"}


class _Parser(CParser):
    """libyaml's parser, with every scalar left as text instead of being guessed at."""

    def resolve(self, kind: type[Node], value: object, implicit: object) -> str:
        return _PLAIN[kind]

    def descend_resolver(self, node: Node | None, index: object) -> None: ...
    def ascend_resolver(self) -> None: ...


@dataclass
class Source:
    """One file: its name, its lines, its root node if it has one, and what was wrong with it."""

    file: str
    text: str = ""
    root: Node | None = None
    problems: list[Problem] = field(default_factory=list)

    def place(self, node: Node) -> Place:
        mark = node.start_mark
        return Place(self.file, mark.line + 1, mark.column + 1)

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def add(self, node: Node, fact: str) -> None:
        self.problems.append(Problem(self.place(node), "", fact))

    def add_at(self, line: int, column: int, fact: str) -> None:
        self.problems.append(Problem(Place(self.file, line, column), "", fact))


def load_file(path: Path, *, file: str) -> Source:
    """Reads one file; `file` is the name that problems give it."""
    source = Source(file)
    if path.stat().st_size > MAX_BYTES:
        source.add_at(1, 1, f"the file is larger than {MAX_BYTES:,} bytes. Split it in two.")
        return source
    data = path.read_bytes()
    try:
        source.text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = len(before[before.rfind(b"\n") + 1 :].decode(errors="replace")) + 1
        source.add_at(before.count(b"\n") + 1, column, "not UTF-8. Save the file as UTF-8.")
        return source
    _check_characters(source)
    if _may_be_deep(source.text):
        _check_depth(source)
    if not source.problems or source.problems[-1].fact != _TOO_DEEP:
        _compose(source)
    if source.root is not None:
        _check_nodes(source)
    return source


_RECORD = re.compile(r"^( *)- +id: *[\"']?([\w-]+)", re.MULTILINE)


def owned(source: Source) -> list[Problem]:
    """The file's problems, each with the id of the record in whose lines it stands.

    The ids are looked up in the text, so that a file that is not YAML gets them too.
    """
    if not source.problems:
        return []
    starts = [0]
    for newline in re.finditer("\n", source.text):
        starts.append(newline.end())
    records = [
        (bisect_right(starts, match.start()), len(match[1]) + 1, match[2])
        for match in _RECORD.finditer(source.text)
    ]
    return [_with_owner(problem, records) for problem in source.problems]


def _with_owner(problem: Problem, records: list[tuple[int, int, str]]) -> Problem:
    _, line, column = problem.place
    at = bisect_right(records, line, key=lambda record: record[0]) - 1
    if problem.owner or at < 0 or column < records[at][1]:
        return problem
    return problem._replace(owner=records[at][2])


_TOO_DEEP = f"nested too deep. At most {MAX_DEPTH} levels."


def _may_be_deep(text: str) -> bool:
    """Whether a file could nest so deep that composing it, which recurses in C, would overflow the stack."""
    openings = sum(text.count(opening) for opening in ("[", "{", "- -", "? ?"))
    return openings > 2000 or bool(re.search("^ {2000}", text, re.MULTILINE))


def _check_depth(source: Source) -> None:
    """Walks the events, which do not recurse, and reports the first that stands too deep."""
    depth = 0
    try:
        for event in yaml.parse(source.text, yaml.CLoader):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > MAX_DEPTH:
                mark = event.start_mark
                return source.add_at(mark.line + 1, mark.column + 1, _TOO_DEEP)
    except yaml.YAMLError:
        return None  # composing will say it


def _compose(source: Source) -> None:
    try:
        parser = _Parser(source.text)
        try:
            source.root = parser.get_single_node()
        finally:
            parser.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        why = ", ".join(part for part in (error.context, error.problem) if part)
        source.add_at(line, column, f"not YAML: {why}.{_hint(source.text, line)}")
    except yaml.YAMLError as error:
        source.add_at(1, 1, f"not YAML: {' '.join(str(error).split())}.")
    else:
        if source.root is None:
            source.add_at(1, 1, "the file is empty.")


def _hint(text: str, line: int) -> str:
    """What usually went wrong on such a line, for someone who does not know YAML's rules."""
    lines = text.splitlines()
    here = lines[line - 1] if line <= len(lines) else ""
    value = here.partition(": ")[2].lstrip()
    if "\t" in here:
        return " Indent with spaces, not tabs."
    if value[:1] in tuple("`@%"):
        return f" Put quotes around it: \"{value}\"."
    if value and value[0] not in "\"'|>" and ": " in value:
        return f' A text with a colon needs quotes: "{value}".'
    return " Look at the indentation and the quotes of this line and the one before."


def _check_characters(source: Source) -> None:
    for match in _UNSEEN.finditer(source.text):
        line = source.text.count("\n", 0, match.start()) + 1
        column = match.start() - source.text.rfind("\n", 0, match.start())
        source.add_at(line, column, _unseen(match.group()))
    if not unicodedata.is_normalized("NFC", source.text):
        for line, passage in enumerate(source.text.split("\n"), 1):
            if not unicodedata.is_normalized("NFC", passage):
                source.add_at(line, _first_difference(passage), _NOT_NFC)


_NOT_NFC = "not in Unicode form NFC (an accent stands apart from its letter). Type the letter again."


def _unseen(character: str) -> str:
    name = unicodedata.name(character, "unnamed")
    return f"an invisible character, U+{ord(character):04X} ({name.lower()}). Delete it."


def _first_difference(passage: str) -> int:
    normal = unicodedata.normalize("NFC", passage)
    pairs = enumerate(zip(passage, normal, strict=False), 1)
    return next((column for column, (a, b) in pairs if a != b), len(normal))


def _check_nodes(source: Source) -> None:
    """Refuses what the parser lets through: aliases, tags, equal keys, great depth, escaped characters."""
    seen: set[int] = set()
    stack: list[tuple[Node, int]] = [(source.root, 1)]  # type: ignore[list-item]
    while stack:
        node, depth = stack.pop()
        if id(node) in seen:
            _report_aliases(source)
            source.root = None
            return
        seen.add(id(node))
        if node.tag not in ("text", "map", "list"):
            source.add(node, f"a tag, '{node.tag}'. Tags are not used here: write the value alone.")
        if isinstance(node, ScalarNode):
            if node.style == '"' and "\\" in source.text:
                _check_escapes(source, node)
        elif depth > MAX_DEPTH:
            source.add(node, _TOO_DEEP)
        elif isinstance(node, SequenceNode):
            stack.extend((item, depth + 1) for item in node.value)
        else:
            _check_keys(source, node)
            for pair in node.value:
                stack.append((pair[0], depth + 1))
                stack.append((pair[1], depth + 1))


def _check_keys(source: Source, node: Node) -> None:
    lines: dict[str, int] = {}
    for key, _ in node.value:
        if not isinstance(key, ScalarNode):
            source.add(key, "a key that is not a word. Expected 'key: value'.")
        elif key.value in lines:
            first = lines[key.value]
            source.add(key, f"key '{key.value}' stands twice, first on line {first}. Keep one.")
        else:
            lines[key.value] = key.start_mark.line + 1


def _check_escapes(source: Source, node: ScalarNode) -> None:
    if match := _UNSEEN.search(node.value):
        source.add(node, _unseen(match.group()))
    if not unicodedata.is_normalized("NFC", node.value):
        source.add(node, _NOT_NFC)


def _report_aliases(source: Source) -> None:
    for event in yaml.parse(source.text, yaml.CLoader):
        if isinstance(event, yaml.AliasEvent):
            mark = event.start_mark
            fact = f"an alias, '*{event.anchor}'. Write the text out here."
            source.add_at(mark.line + 1, mark.column + 1, fact)
