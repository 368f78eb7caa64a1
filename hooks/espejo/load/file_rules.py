"""Rules for all data files: rejects unreadable characters, duplicate keys, aliases, tags, and deep nesting.

They also reject decomposed accents and odd line breaks. Each violation is reported with its place.
"""

from __future__ import annotations

import re
import unicodedata

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from espejo.load.advice.indentation import MISSING_DASH
from espejo.load.advice.lines import MAX_SHOWN, Rewrite, describe_sign
from espejo.load.advice.nodes import add_dash, is_list_item, quote_node
from espejo.load.advice.quotes import correct_backslash
from espejo.load.portable import check_hidden_marks, check_is_text, check_keys_in_flow, check_scalar
from espejo.load.source import Source, position
from espejo.markdown.characters import describe_character, find_unreadable, may_be_unreadable
from espejo.messages.message import Message, message, sentences
from espejo.model.grammar import LOCALE
from espejo.model.problems import NO_FIX, OptionalFix, fix_in_line

MAX_DEPTH = 12
TOO_DEEP = message("nested more than {limit} levels deep.", limit=MAX_DEPTH)

# The tags our parser gives to nodes. No file can contain them, because YAML doesn't allow NUL.
TEXT, MAP, LIST = "\0text", "\0map", "\0list"

# Line breaks to YAML but not to editors, so every place after one would be wrong.
_ODD_LINE_BREAKS = ("\r", "\x85", "\u2028", "\u2029")
# White space that YAML doesn't treat as such, in lines that begin with a dash or a key.
_ODD_SPACE = re.compile(r"[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_BEFORE_VALUE = re.compile(r"\s*(?:(?:-\s+)+(?:[\w.-]+:(?:\s+|$))?|[\w.-]+:(?:\s+|$))")
# TeX commands that begin like the escape of a tab or line break, with a single backslash.
_TEX_ESCAPE = re.compile(
    r"(?<!\\)(?:\\\\)*+(\\(?:t(?:heta|au|imes|ext|o|an|ilde|op|frac)|n(?:abla|u|eq|e|ot|eg))(?![a-z]))"
)
_CONTROL_ESCAPES = {"\a": "a", "\b": "b", "\v": "v", "\f": "f", "\r": "r", "\x1b": "e"}
_MARK_INSIDE = "\ufeff"
_ZERO_WIDTH_SPACE = "\u200b"
_NOT_NFC = message("not in Unicode NFC (an accent is separate from its letter). Retype the letter.")


def check_line_breaks(source: Source) -> bool:
    """Report line breaks that editors don't show. Return True if there are none."""
    odd = [character for character in _ODD_LINE_BREAKS if character in source.rare_characters]
    for character in odd:
        number, line = next(row for row in enumerate(source.lines, 1) if character in row[1])
        fact = message(
            "a line break that editors do not show, {code}. Delete it.", code=f"U+{ord(character):04X}"
        )
        source.add_at(number, line.index(character) + 1, fact)
    return not odd


def check_characters(source: Source) -> None:
    """Report the first unreadable character and the first decomposed letter of each line."""
    if may_be_unreadable(source.rare_characters) and find_unreadable(source.text):
        for number, line in enumerate(source.lines, 1):
            if unreadable := find_unreadable(line):
                fix = _delete_invisible(number, unreadable.offset, line)
                source.add_at(number, unreadable.offset + 1, unreadable.fact, fix)
        if _MARK_INSIDE in source.text:
            source.replace_text(source.text.replace(_MARK_INSIDE, ""))  # a BOM would end the document
    if not unicodedata.is_normalized("NFC", source.text):
        for number, line in enumerate(source.lines, 1):
            if not unicodedata.is_normalized("NFC", line):
                fix = Rewrite(number, line, unicodedata.normalize("NFC", line)).fix
                source.add_at(number, _first_difference(line), _NOT_NFC, fix)


def _delete_invisible(number: int, offset: int, line: str) -> OptionalFix:
    """A fix that deletes a zero-width character; none for others, which may have replaced a space.

    A zero-width space between two words separates them, so a space takes its place.
    """
    if unicodedata.category(line[offset]) != "Cf":
        return NO_FIX
    separates = line[offset] == _ZERO_WIDTH_SPACE and all(
        one.isalnum() for one in (line[offset - 1 : offset], line[offset + 1 : offset + 2])
    )
    return fix_in_line(number, offset + 1, 1, " " if separates else "")


def check_odd_spaces(source: Source) -> None:
    """Report white space before a value that YAML doesn't treat as spaces, and replace it with spaces."""
    if not _ODD_SPACE.search(source.rare_characters):
        return
    lines = list(source.lines)
    for index, line in enumerate(lines):
        before = _BEFORE_VALUE.match(line)
        odd = _ODD_SPACE.search(before[0]) if before else None
        if before and odd:
            lines[index] = _ODD_SPACE.sub(" ", before[0]) + line[before.end() :]
            fact = message(
                "the spaces here are not ordinary ones, though they look the same: {character}. "
                "Delete them and type spaces.",
                character=describe_character(odd[0]),
            )
            rewrite = Rewrite(index + 1, line, lines[index])
            source.add_at(*rewrite.advise(odd.start() + 1, fact))
    source.replace_text("\n".join(lines))


def check_depth(source: Source) -> bool:
    """Report the first node that is nested too deep. Return True if there is none.

    Works on events instead of nodes, because producing events doesn't recurse.
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
    """Report YAML features we don't allow. An alias clears the root, so the file isn't read."""
    _check_each_node(source)
    if source.root is not None:
        check_hidden_marks(source)


def _check_each_node(source: Source) -> None:
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
            _report_tag(source, node)
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


def _report_tag(source: Source, node: Node) -> None:
    is_word = isinstance(node, ScalarNode) and node.tag.startswith("!")
    quoted = quote_node(source, node) if is_word else None
    not_allowed = message("tag '{tag}' is not allowed. Write only the value.", tag=node.tag)
    source.add_rewrite(node, describe_sign("!") if quoted else not_allowed, quoted)


def _check_keys(source: Source, node: MappingNode) -> None:
    lines: dict[str, int] = {}
    is_open = False  # whether the last key that isn't a language has no value
    for number, (key, value) in enumerate(node.value):
        if not isinstance(key, ScalarNode):
            source.add(key, message("the key is not a word. Expected 'key: value'."))
        elif is_open and LOCALE.fullmatch(key.value):
            continue  # a language not indented under its text, which the reader reports
        elif key.value in lines:
            first = lines[key.value]
            if number > 1 and key.value == node.value[0][0].value and is_list_item(source, node):
                source.add_rewrite(key, MISSING_DASH, add_dash(source, key))
                del node.value[number:]  # what follows belongs to the new item
                return
            source.add(key, _explain_twice(node, number, first))
        else:
            check_is_text(source, key)
            lines[key.value] = position(key.start_mark)[0]
        is_open = value.value == "" and not (isinstance(key, ScalarNode) and LOCALE.fullmatch(key.value))


def _explain_twice(node: MappingNode, number: int, first: int) -> Message:
    """Say what to do about a key that is written twice; only a repeated value may be deleted."""
    key, value = node.value[number]
    before = next(other for one, other in node.value if one.value == key.value)
    names: dict[str, str] = {"key": key.value, "line": str(first)}
    if isinstance(value, ScalarNode) and value.value == before.value:
        return message("'{key}' is written twice: it is also on line {line}. Delete one of the two.", **names)
    if LOCALE.fullmatch(key.value):
        return message(
            "'{key}' is written twice, here and on line {line}. If one of the two texts is in another "
            "language, begin it with that one's code; otherwise make one text of both.",
            **names,
        )
    return message(
        "'{key}' is written twice, here and on line {line}, and the two differ. Keep the right one; "
        "if a new question or choice begins here, its dash (-) is missing above.",
        **names,
    )


def _check_escapes(source: Source, node: ScalarNode) -> None:
    """Check the value of a quoted scalar, since the source shows only the escape, such as \\u202e."""
    line = source.lines[node.start_mark.line]
    unreadable = find_unreadable(node.value)
    if unreadable and node.value[unreadable.offset] < " ":
        fact = _explain_control(node.value[unreadable.offset], line, node.start_mark.column)
        source.add(node, *_use_single_quotes(source, node, fact))
    elif unreadable:
        source.add(node, unreadable.fact)
    elif "$" in node.value and (command := _TEX_ESCAPE.search(line, node.start_mark.column)):
        source.add(node, *_use_single_quotes(source, node, _explain_tex_escape(command[1])))
    if not unicodedata.is_normalized("NFC", node.value):
        source.add(node, _NOT_NFC)


def _explain_control(character: str, line: str, column: int) -> Message:
    """Say which escape becomes a control character in double quotes: \\alpha begins like a bell."""
    letter = _CONTROL_ESCAPES.get(character)
    command = re.compile(rf"\\{letter}[A-Za-z]+").search(line, column) if letter else None
    if command:
        return _explain_tex_escape(command[0])
    name = describe_character(character)
    return message("a backslash in double quotes becomes {character}.", character=name)


def _explain_tex_escape(command: str) -> Message:
    return message("in double quotes the {escape} of {command} is lost.", escape=command[:2], command=command)


def _use_single_quotes(source: Source, node: Node, fact: Message) -> tuple[Message, OptionalFix]:
    """Add advice to use single quotes to a message about an escape, and return it with the fix."""
    number: int = node.start_mark.line + 1
    line = source.lines[number - 1]
    fixed = correct_backslash(line) if len(line) <= MAX_SHOWN else None
    todo = message("Use single quotes.")
    if not fixed:
        return sentences(fact, todo), NO_FIX
    rewrite = Rewrite(number, line, fixed.line)
    return sentences(fact, todo, rewrite.show()), rewrite.fix


def _report_aliases(source: Source) -> None:
    for event in yaml.parse(source.text, yaml.CLoader):
        if isinstance(event, yaml.AliasEvent):
            fact = message("alias '*{name}' is not allowed. Write the text out here.", name=str(event.anchor))
            source.add_at(*position(event.start_mark), fact)


def _first_difference(passage: str) -> int:
    normal = unicodedata.normalize("NFC", passage)
    pairs = enumerate(zip(passage, normal, strict=False), 1)
    return next((column for column, (a, b) in pairs if a != b), len(normal))
