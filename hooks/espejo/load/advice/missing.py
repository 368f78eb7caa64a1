"""Missing YAML keys and list items: tells authors where to add them."""

from __future__ import annotations

from collections.abc import Sequence

from yaml.nodes import MappingNode, Node

from espejo.load.advice.lines import MAX_SHOWN, Parts, count_spaces, show_split, split_line
from espejo.messages.message import Message, message, plural, sentences

UNKNOWN_ID = "…"
"""Placeholder for the id to add; `check/collections.py` fills it in once the whole bank is loaded."""


def explain_missing_id(node: MappingNode, line: int) -> Message:
    """Say where to add the id of a record. The message has a blank, `id`."""
    if node.flow_style:
        return message("the id is missing. Add it after the {{: id: {id},", id=UNKNOWN_ID)
    return plural(
        "the id is missing. Add it below line {line}, after {count} space: id: {id}",
        "the id is missing. Add it below line {line}, after {count} spaces: id: {id}",
        node.start_mark.column,
        line=str(line),
        id=UNKNOWN_ID,
    )


def show_missing_line(node: MappingNode, line: int, added: str) -> Message:
    """Return the end of a message: what to add to a record, and where."""
    if node.flow_style:
        return message("Add it before the }}: {added}", added=f", {added}" if node.value else added)
    if not node.start_mark.column:
        return message("Add it below line {line}: {added}", line=str(line), added=added)
    return plural(
        "Add it below line {line}, after {count} space: {added}",
        "Add it below line {line}, after {count} spaces: {added}",
        node.start_mark.column,
        line=str(line),
        added=added,
    )


def find_line_above(lines: Sequence[str], node: Node, last_line: int) -> int:
    """The line (from 1) to add a key below: the first if it is a single pair, otherwise the last."""
    first: int = node.start_mark.line + 1
    is_pair = first < last_line and count_spaces(lines[first]) == node.start_mark.column
    return first if is_pair and lines[first].strip() else last_line


def explain_no_items(lines: Sequence[str], node: Node, example: str) -> Message | None:
    """Say where to add the first item of a list; None if the key isn't on the same line."""
    head, _, _ = _split_short_line(lines, node)
    if not head.rstrip().endswith(":"):
        return None
    return plural(
        "nothing follows '{key}'. Remove this line, or add below it, after {count} space: - {example}",
        "nothing follows '{key}'. Remove this line, or add below it, after {count} spaces: - {example}",
        _find_key(head) + 2,
        key=head.strip(" -:"),
        example=example,
    )


def explain_text_for_list(lines: Sequence[str], node: Node) -> Message | None:
    """Say that a text after a list's key belongs in an item below; None if it isn't right after the key."""
    head, value, _ = _split_short_line(lines, node)
    if not head.rstrip().endswith(":") or len(head) != node.start_mark.column:
        return None
    fact = message("this must be an item of a list, with a dash (-) before it.")
    split = show_split(node.start_mark.line + 1, head.strip(), _find_key(head) + 2, f"- {value}")
    return sentences(fact, split)


def _split_short_line(lines: Sequence[str], node: Node) -> Parts:
    """Split the line of a value; empty parts if the line is very long or past the end of the file."""
    line = lines[node.start_mark.line] if node.start_mark.line < len(lines) else ""
    return split_line(line if len(line) <= MAX_SHOWN else "")


def _find_key(head: str) -> int:
    """The column of a line's key."""
    return len(head) - len(head.lstrip(" -"))
