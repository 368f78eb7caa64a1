"""Misread or missing YAML values: finds what parses, but not as the author meant, and suggests fixes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode

from espejo.load.advice.lines import (
    MAX_SHOWN,
    Advice,
    Parts,
    Rewrite,
    count_spaces,
    quote_value,
    show_split,
    split_line,
)
from espejo.load.advice.punctuation import correct_glued_key
from espejo.load.advice.quotes import correct_pairs
from espejo.load.source import Source
from espejo.messages.message import Message, message, plural, sentences
from espejo.model.problems import NO_FIX, OptionalFix, fix_in_line
from espejo.model.text import Unlabeled

Pair = tuple[Node, Node]
"""A key and its value."""

_GLUED = re.compile(r"[A-Za-z_][\w-]*:\S")
_FIRST_CHARACTER = re.compile(r" *(?:- +)*")
_COMMENT = re.compile(r"\s*#")


def quote_node(source: Source, node: Any) -> Rewrite | None:
    """Rewrite a line with its value in quotes; None if the value is multiline or the line very long."""
    return rewrite_node(source, node, quote_value)


def replace_text(source: Source, node: ScalarNode, text: str) -> Rewrite | None:
    """Rewrite a line with another text, keeping it quoted if it was; None as above."""
    return rewrite_node(source, node, lambda _: quote_value(text) if node.style else text)


def rewrite_node(source: Source, node: Any, write: Callable[[str], str]) -> Rewrite | None:
    """Rewrite a line by applying `write` to its value; None if it's multiline or very long."""
    start, end = node.start_mark, node.end_mark
    if start.line != end.line or start.line >= len(source.lines):
        return None
    line = source.lines[start.line]
    if len(line) > MAX_SHOWN:
        return None
    written = line[start.column : end.column].rstrip()
    rest = line[start.column + len(written) :]
    return Rewrite(start.line + 1, line, f"{line[: start.column]}{write(written)}{rest}")


def quote_pairs(source: Source, node: Node) -> Rewrite | None:
    """Rewrite a line by quoting each text in its {…} mapping; None if it's very long."""
    line = source.lines[node.start_mark.line]
    fixed = correct_pairs(line) if len(line) <= MAX_SHOWN else None
    return Rewrite(node.start_mark.line + 1, line, fixed.line) if fixed else None


def quote_pair(source: Source, key: Any, value: Any, locale: str) -> Rewrite | None:
    """Rewrite a line so that its key and value are one quoted text in this language; None as above."""
    line = source.lines[key.start_mark.line]
    if value.end_mark.line != key.start_mark.line or len(line) > MAX_SHOWN:
        return None
    start, end = key.start_mark.column, value.end_mark.column
    quoted = quote_value(line[start:end].rstrip())
    return Rewrite(key.start_mark.line + 1, line, f"{line[:start]}{locale}: {quoted}{line[end:]}".rstrip())


def replace_node(source: Source, node: Node, text: str) -> OptionalFix:
    """A fix that replaces a value or key; NO_FIX if it's multiline."""
    start, end = node.start_mark, node.end_mark
    if start.line != end.line:
        return NO_FIX
    written = source.lines[start.line][start.column : end.column].rstrip()
    return fix_in_line(start.line + 1, start.column + 1, len(written), text)


_BEFORE_TEXT = re.compile(r"( *(?:- +)*)([\w-]+:)? *")


def find_unlabeled(source: Source, node: ScalarNode) -> Unlabeled | None:
    """A text without a language, as it is in the file; None if the file was read differently."""
    (first, column), (last, last_column) = ((m.line, m.column) for m in (node.start_mark, node.end_mark))
    if source.has_moved or not source.mended.isdisjoint(range(first + 1, last + 2)):
        return None
    rows = source.lines[first : last + 1]
    rows[last - first :] = [row[:last_column] for row in rows[last - first :]]
    rows[0] = rows[0][column:]
    while len(rows) > 1 and not rows[-1].strip():
        rows.pop()
    rows[-1] = rows[-1].rstrip()
    start = column + 1
    end = (first + len(rows), len(rows[-1]) + (start if len(rows) == 1 else 1))
    found = _BEFORE_TEXT.fullmatch(source.lines[first], 0, column)
    if not found:  # between brackets
        return Unlabeled(first + 1, start, *end, "{", "\n".join(rows) + "}")
    text = "\n".join([rows[0], *(f"  {row}" if row.strip() else row for row in rows[1:])])
    if not found[2]:
        return Unlabeled(first + 1, start, *end, "", text)
    return Unlabeled(first + 1, found.end(2) + 1, *end, f"\n{' ' * (len(found[1]) + 2)}", text)


def is_list_item(source: Source, node: Node) -> bool:
    """Whether a value comes right after a list dash on the same line."""
    return find_character_before(source.lines[node.start_mark.line], node.start_mark.column) == "-"


def find_character_before(line: str, end: int) -> str:
    """The last non-space character before an offset. Doesn't copy the line, which would be slow."""
    while end and line[end - 1].isspace():
        end -= 1
    return line[end - 1] if end else ""


def add_dash(source: Source, node: Node) -> Rewrite:
    """Rewrite the first line of a block mapping with a dash before it."""
    line, column = source.lines[node.start_mark.line], node.start_mark.column
    return Rewrite(node.start_mark.line + 1, line, f"{' ' * max(column - 2, 0)}- {line[column:]}")


def find_glued_keys(source: Source, node: ScalarNode, keys: Collection[str]) -> Iterator[Advice]:
    """Find keys without a space after the colon, which YAML takes for text: en:Text."""
    first = _FIRST_CHARACTER.match(source.lines[node.start_mark.line]) if _GLUED.match(node.value) else None
    if node.style or not first or first.end() != node.start_mark.column:
        return
    for index in range(node.start_mark.line, min(node.end_mark.line + 1, len(source.lines))):
        line = source.lines[index]
        fixed = correct_glued_key(line)
        if fixed and line[: fixed.offset].lstrip(" -") in keys:
            yield Rewrite(index + 1, line, fixed.line).advise(fixed.offset + 1, fixed.cause)


def find_comment_as_text(source: Source, node: ScalarNode) -> Advice | None:
    """Find a # after or instead of an unquoted text: it starts a comment, which is easy to miss."""
    if node.style or node.end_mark.line >= len(source.lines):
        return None
    line, start = source.lines[node.end_mark.line], node.start_mark.column
    comment = _COMMENT.match(line, node.end_mark.column)
    if not comment:
        return None
    fact = message(
        "what comes after the # is not read. If it is a note, move it to the line above. "
        "If it is part of the text, put all of it in quotes."
    )
    if node.end_mark.line == node.start_mark.line and len(line) <= MAX_SHOWN:
        fixed = f"{line[:start].rstrip()} {quote_value(line[start:].strip())}"
        fact = sentences(fact, Rewrite(node.end_mark.line + 1, line, fixed).show())
    return Advice(node.end_mark.line + 1, comment.end(), fact)


def take_in_languages(
    source: Source, pairs: list[Pair], texts: Collection[str], locales: Collection[str]
) -> tuple[list[Pair], list[Advice]]:
    """Move languages that aren't indented under their text to where they belong, and report them.

    `texts` are the keys of the record that hold texts. Records never have a language code as a key.
    """
    taken: list[Pair] = []
    found: list[Advice] = []
    for key, value in pairs:
        text, inside = taken[-1] if taken else (key, key)
        if key.value in locales and text.value in texts and _has_room(inside, key.value):
            found.append(_explain_indent(source, key, text, inside))
            taken[-1] = (text, _add_pair(inside, (key, value)))
        else:
            taken.append((key, value))
    return taken, found


def _has_room(node: Node, locale: str) -> bool:
    """Whether a language can be added: the node is empty, or a block without that language."""
    if isinstance(node, MappingNode):
        return not node.flow_style and all(key.value != locale for key, _ in node.value)
    return bool(node.value == "")


def _explain_indent(source: Source, key: Node, text: Node, inside: Node) -> Advice:
    outer = text.start_mark.column
    width = inside.start_mark.column if inside.start_mark.column > outer and inside.value else outer + 2
    line = source.lines[key.start_mark.line]
    rewrite = Rewrite(key.start_mark.line + 1, line, " " * width + line.lstrip())
    fact = message(
        "'{key}' belongs to '{above}', so it must begin further to the right.",
        key=key.value,
        above=text.value,
    )
    return rewrite.advise(key.start_mark.column + 1, fact)


def _add_pair(inside: Node, pair: Pair) -> MappingNode:
    """Add a language to a block."""
    pairs = [*inside.value, pair] if isinstance(inside, MappingNode) else [pair]
    return MappingNode(inside.tag, pairs, pairs[0][0].start_mark, pair[1].end_mark, flow_style=False)


UNKNOWN_ID = "…"
"""Placeholder for the id to add; `check/collection_rules.py` fills it in once the whole bank is loaded."""


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
    """End of a message: what to add to a record, and below which line."""
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
