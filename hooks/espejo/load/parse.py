"""YAML parser: turns a file into nodes with places, keeping every scalar as text exactly as written."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from itertools import islice
from pathlib import Path

import yaml
from yaml._yaml import CParser
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.reader import ReaderError

from espejo.load.advice.pasted import FINDERS, explain_web_page
from espejo.load.advice.syntax_errors import Budget, explain_error
from espejo.load.data_files import UnreadableError, decode_text, is_utf_16, read_bytes, to_utf_8
from espejo.load.file_rules import (
    LIST,
    MAP,
    TEXT,
    check_characters,
    check_depth,
    check_line_breaks,
    check_nodes,
    check_odd_spaces,
)
from espejo.load.source import Source
from espejo.messages.message import message

MAX_BYTES = 250_000
MAX_MENDED = 200  # lines of a file to read differently from how they are written
MAX_LEDGER_BYTES = 20 * MAX_BYTES  # written by a tool, with a few lines for each id

# Three levels opened at once, as in "- - -" or "- ? :". A literal first character keeps each pattern fast.
_DEEP_NESTING = [re.compile(rf"{start} +[-?:] +[-?:] ") for start in ("-", r"\?", ":")]

_TAGS = {MappingNode: MAP, SequenceNode: LIST, ScalarNode: TEXT}


class _Parser(CParser):
    """libyaml's parser without type resolution: every scalar stays text."""

    def resolve(self, kind: type[Node], _value: object, _implicit: object) -> str:
        return _TAGS[kind]

    def descend_resolver(self, node: Node | None, index: object) -> None: ...
    def ascend_resolver(self) -> None: ...


def load_file(path: Path, *, file: str, limit: int = MAX_BYTES) -> Source:
    """Read and parse a file of up to `limit` bytes; `file` is its name in problems."""
    try:
        return parse_file(read_content(path, limit), file=file)
    except UnreadableError as error:
        return make_unreadable(file, error)


def read_content(path: Path, limit: int) -> bytes:
    """Read a regular file. Raise `UnreadableError` for anything else, and for more than `limit` bytes."""
    data = read_bytes(path, limit)
    if len(data) > limit:
        raise UnreadableError(message("the file is larger than {limit} bytes. Split it in two.", limit=limit))
    return data


def make_unreadable(file: str, error: UnreadableError) -> Source:
    """An empty source with the reason as its problem."""
    source = Source(file)
    source.add_at(1, 1, error.text)
    return source


def parse_file(data: bytes, *, file: str) -> Source:
    """Parse the content of a file; `file` is its name in problems."""
    source = Source(file)
    if not _decode(source, data) or not check_line_breaks(source):
        return source
    check_characters(source)
    check_odd_spaces(source)
    if fact := explain_web_page(source.text):
        source.add_at(1, 1, fact)
        return source
    for find in FINDERS:
        for stray in islice(find(source.lines), MAX_MENDED):
            source.add_at(*stray.advice)
            source.read_instead(stray.instead)
            source.is_partial |= not stray.is_sure
    if not _may_be_deep(source.text) or check_depth(source):
        _compose(source)
    if source.root is not None:
        check_nodes(source)
    return source


def _decode(source: Source, data: bytes) -> bool:
    was_utf_16 = is_utf_16(data)
    data = to_utf_8(data)
    if was_utf_16 and not is_utf_16(data):
        source.text = decode_text(data)
        fact = message(
            "the file is saved as UTF-16. Save it as UTF-8, or run: {command}", command="espejo check --fix"
        )
        source.add_at(1, 1, fact)
        return True
    try:
        source.text = decode_text(data)
    except UnicodeDecodeError as error:
        data = data.removeprefix(BOM_UTF8)  # the error position doesn't include it
        source.text = data.decode(errors="replace")
        before = data[: error.start]
        column = len(before[before.rfind(b"\n") + 1 :].decode(errors="replace")) + 1
        source.add_at(before.count(b"\n") + 1, column, message("not UTF-8. Save the file as UTF-8."))
        return False
    return True


def _may_be_deep(text: str) -> bool:
    """Whether nesting might be deep enough to overflow the stack when composing, which recurses in C."""
    brackets = text.count("[") + text.count("{")
    return brackets > 2000 or " " * 2000 in text or any(pattern.search(text) for pattern in _DEEP_NESTING)


def _compose(source: Source) -> None:
    budget = Budget()
    while error := _try_to_compose(source):
        advice, instead, is_sure = explain_error(source.text, error, budget)
        source.add_at(*advice)
        if not instead or len(source.mended) > MAX_MENDED:
            return
        source.read_instead(instead)
        source.is_partial |= not is_sure


def _try_to_compose(source: Source) -> yaml.MarkedYAMLError | None:
    """Parse the text into nodes. Return the syntax error to explain, if there is one."""
    parser = _Parser(source.text)
    try:
        source.root = parser.get_single_node()
    except yaml.MarkedYAMLError as error:
        return error
    except ReaderError as error:
        if not source.problems:  # otherwise the character has already been reported, with its place
            code = f"U+{error.character:04X}"
            source.add_at(1, 1, message("invalid YAML: the character {code} is not allowed.", code=code))
    else:
        if source.root is None:
            source.add_at(1, 1, message("the file is empty."))
    finally:
        parser.dispose()
    return None
