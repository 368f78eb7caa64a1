"""File rules: what no data file may contain, whatever its kind, each reported with its place.

They reject unreadable characters, decomposed accents, duplicate keys, aliases, tags and deep nesting.
"""

from __future__ import annotations

import unicodedata

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from espejo.load.portable import check_hidden_marks, check_is_text, check_keys_in_flow, check_scalar
from espejo.load.source import Source, position
from espejo.passages.characters import find_unreadable

MAX_DEPTH = 12
TOO_DEEP = f"nested more than {MAX_DEPTH} levels deep."

# The tags that our parser gives to nodes. No file can contain them, because YAML does not allow the NUL.
TEXT, MAP, LIST = "\0text", "\0map", "\0list"

# YAML ends a line at these characters and editors do not, so every place after one would be wrong.
_ODD_LINE_BREAKS = ("\r", "\x85", "\u2028", "\u2029")
_NOT_NFC = "not in Unicode NFC (an accent is separate from its letter). Retype the letter."


def check_line_breaks(source: Source) -> bool:
    """Report line breaks that editors do not show. Return whether there are none and the file can be read."""
    odd = [character for character in _ODD_LINE_BREAKS if character in source.text]
    for character in odd:
        number, line = next(row for row in enumerate(source.lines, 1) if character in row[1])
        fact = f"a line break that editors do not show, U+{ord(character):04X}. Delete it."
        source.add_at(number, line.index(character) + 1, fact)
    return not odd


def check_characters(source: Source) -> None:
    """Report the first unreadable character and the first decomposed letter of each line."""
    if find_unreadable(source.text):
        for number, line in enumerate(source.lines, 1):
            if unreadable := find_unreadable(line):
                source.add_at(number, unreadable.offset + 1, unreadable.fact)
    if not unicodedata.is_normalized("NFC", source.text):
        for number, line in enumerate(source.lines, 1):
            if not unicodedata.is_normalized("NFC", line):
                source.add_at(number, _first_difference(line), _NOT_NFC)


def check_depth(source: Source) -> bool:
    """Report the first node that is nested too deep. Return whether there is none.

    It reads events instead of nodes, because producing events does not recurse.
    """
    depth = 0
    try:
        for event in yaml.parse(source.text, yaml.CLoader):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > MAX_DEPTH:
                source.add_at(*position(event.start_mark), TOO_DEEP)
                return False
    except yaml.YAMLError:
        pass  # composing the nodes will report it
    return True


def check_nodes(source: Source) -> None:
    """Report what YAML allows and we do not. A file with an alias loses its root, and so is not read."""
    seen: set[int] = set()
    escapes = "\\" in source.text
    stack: list[tuple[Node, int, bool]] = [(source.root, 1, False)] if source.root else []
    while stack:
        node, depth, in_flow = stack.pop()
        if id(node) in seen:
            _report_aliases(source)
            source.root = None
            return
        seen.add(id(node))
        if node.tag not in (TEXT, MAP, LIST):
            source.add(node, f"tag '{node.tag}' is not allowed. Write only the value.")
        if isinstance(node, ScalarNode):
            check_scalar(source, node, in_flow=in_flow)
            if escapes and node.style == '"':
                _check_escapes(source, node)
        elif depth > MAX_DEPTH:
            source.add(node, TOO_DEEP)
        elif isinstance(node, SequenceNode):
            stack.extend((item, depth + 1, node.flow_style) for item in node.value)
        elif isinstance(node, MappingNode):
            _check_keys(source, node)
            if node.flow_style:
                check_keys_in_flow(source, node)
            for pair in node.value:
                stack.extend((one, depth + 1, node.flow_style) for one in pair)
    check_hidden_marks(source)


def _check_keys(source: Source, node: MappingNode) -> None:
    lines: dict[str, int] = {}
    for key, _ in node.value:
        if not isinstance(key, ScalarNode):
            source.add(key, "the key is not a word. Expected 'key: value'.")
        elif key.value in lines:
            first = lines[key.value]
            source.add(key, f"duplicate key '{key.value}', first on line {first}. Keep one.")
        else:
            check_is_text(source, key)
            lines[key.value] = position(key.start_mark)[0]


def _check_escapes(source: Source, node: ScalarNode) -> None:
    """Check the value of a scalar: the text of the file has only the escape, such as \\u202e."""
    if unreadable := find_unreadable(node.value):
        is_control = node.value[unreadable.offset] < " "
        quotes = " It comes from a backslash in double quotes: use single quotes." if is_control else ""
        source.add(node, f"{unreadable.fact}{quotes}")
    if not unicodedata.is_normalized("NFC", node.value):
        source.add(node, _NOT_NFC)


def _report_aliases(source: Source) -> None:
    for event in yaml.parse(source.text, yaml.CLoader):
        if isinstance(event, yaml.AliasEvent):
            fact = f"alias '*{event.anchor}' is not allowed. Write the text out here."
            source.add_at(*position(event.start_mark), fact)


def _first_difference(passage: str) -> int:
    normal = unicodedata.normalize("NFC", passage)
    pairs = enumerate(zip(passage, normal, strict=False), 1)
    return next((column for column, (a, b) in pairs if a != b), len(normal))
