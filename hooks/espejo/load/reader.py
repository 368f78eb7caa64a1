"""Record reader: turns YAML nodes into model records, and reports whatever doesn't fit the record class.

It always creates a record, with empty values for missing ones, so one mistake doesn't hide the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from functools import cache, partial
from typing import Any, Literal, TypeVar, cast, get_args, get_origin

from yaml.error import Mark
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from espejo.load.advice.guessed_keys import ANSWERS, LABEL, explain_guessed_key
from espejo.load.advice.indentation import MISSING_DASH
from espejo.load.advice.lines import Rewrite
from espejo.load.advice.nodes import (
    add_dash,
    explain_missing_id,
    explain_no_items,
    explain_text_for_list,
    find_line_above,
    replace_node,
    show_missing_line,
    take_in_languages,
)
from espejo.load.file_rules import MAP, TEXT
from espejo.load.source import Source
from espejo.load.texts import TextReader
from espejo.messages.message import Message, either, message, sentences
from espejo.model.grammar import Form
from espejo.model.keys import HasTexts, Key, list_keys
from espejo.model.problems import NO_FIX, quote
from espejo.model.text import Allowed, Checked, Code, Name, Text, TextsByName

Shape = TypeVar("Shape")

MAX_LIST = 200
"""Length limit for lists of texts."""

_WORDS = re.compile(r"[\w-]+(?:, *[\w-]+)*")

RENAMED = {"accept": "allow"}
"""Renamed keys, old to new, for error messages."""


class Reader(TextReader):
    """Reads the nodes of one file as records."""

    def document(self, shape: type[Shape]) -> Shape:
        """Read the whole file as a record. An unparsable file gives an empty record and no problems."""
        if self.source.root is not None:
            return self.record(shape, self.source.root)
        mark = Mark("", 0, 0, 0, None, 0)
        return self._make_silent().record(shape, MappingNode(MAP, [], mark, mark))

    def _make_silent(self) -> Reader:
        """A reader of the same file that discards problems."""
        return Reader(Source(self.source.file), locales=self.locales)

    def record(self, shape: type[Shape], node: Node) -> Shape:
        """Read a mapping as a record of this class."""
        plan = _get_plan(shape)  # type: ignore[arg-type]
        first_problem = len(self.source.problems)
        values: dict[str, Any] = dict(plan.defaults)
        values["place"] = self.source.place(node)
        if plan.has_last_line:
            values["last_line"] = self._last_line(node)
        found = set()
        for name, value in self._read_keys(node, plan):
            if name not in found:  # duplicates have been reported
                found.add(name)
                values[name] = plan.readers[name](self, value)
        derived = plan.derive({name: values[name] for name in found})
        values.update(derived)
        for name in plan.required - found - derived.keys():
            if isinstance(node, MappingNode) and not _holds_others(node, name):
                self.source.add(node, self._explain_missing(node, name, plan.types[name]))
            values[name] = plan.readers[name](self._make_silent(), _empty_scalar(node))
        if "id" in plan.readers:
            self.source.set_owner(first_problem, values["id"])
        return shape(**values)

    def item(self, shape: type[Shape], node: Node) -> Shape | Literal[""]:
        """Read a list item as a record; report and skip anything but a mapping."""
        if isinstance(node, MappingNode):
            return self.record(shape, node)
        plan = _get_plan(shape)  # type: ignore[arg-type]
        first = next(iter(plan.types))
        is_text = plan.types[first] is Text
        example = message("lines such as '{key}: {example}'", key=first, example=self.example)
        self.read_pairs(node, example if is_text else plan.expected, plan.readers)
        return ""

    def _read_keys(self, node: Node, plan: _Plan) -> Iterable[tuple[str, Node]]:
        """The values of a record whose keys are known, or misspelled known keys."""
        pairs = self._move_answer(self.read_pairs(node, plan.expected, plan.readers), plan)
        written = {name for name, _, _ in pairs}
        if plan.readers.keys() >= written and self.locales.isdisjoint(written):
            return [(name, value) for name, _, value in pairs]
        return self._correct_keys(node, pairs, plan, written)

    def _move_answer(self, pairs: list[tuple[str, Node, Node]], plan: _Plan) -> list[tuple[str, Node, Node]]:
        """Read 'answer: true' and 'answer: 2' under the key that questions of this kind have for it."""
        by_name = {name: value for name, _, value in pairs}
        kind, answer = by_name.get("kind"), by_name.get("answer")
        meant = (
            ANSWERS.get(kind.value, "") if isinstance(kind, ScalarNode) and "choices" in plan.readers else ""
        )
        if not meant or meant in by_name or not isinstance(answer, ScalarNode):
            return pairs
        moved = []
        for name, key, value in pairs:
            if name == "answer":
                fact = message("'{name}' is called '{key}' here. Write: {key}: …", name=name, key=meant)
                self.source.add(key, fact, replace_node(self.source, key, meant))
            moved.append((meant if name == "answer" else name, key, value))
        return moved

    def _correct_keys(
        self, node: Node, pairs: list[tuple[str, Node, Node]], plan: _Plan, written: set[str]
    ) -> Iterator[tuple[str, Node]]:
        """Report unknown or wrongly indented keys, and guess what was meant."""
        is_block = isinstance(node, MappingNode) and not node.flow_style
        if is_block and not self.locales.isdisjoint(written):
            nodes = [(key, value) for _, key, value in pairs]
            nodes, found = take_in_languages(self.source, nodes, plan.texts, self.locales)
            for advice in found:
                self.source.add_at(*advice)
            pairs = [(key.value, key, value) for key, value in nodes]
        for name, key, value in pairs:
            known = name if name in plan.readers else self._report_unknown_key(name, key, plan, written)
            if known in plan.readers and (known == name or known not in written):
                yield known, value

    def _report_unknown_key(self, name: str, key: Node, plan: _Plan, written: Collection[str]) -> str:
        """Report an unknown key. Return the one that was probably meant; empty if none is close."""
        if self.source.is_full:
            return ""
        if (new := RENAMED.get(name, "")) in plan.readers:
            fact = message("the key '{old}' is now called '{new}'. Write: {new}: …", old=name, new=new)
            self.source.add(key, fact, replace_node(self.source, key, new))
            return new
        if guess := explain_guessed_key(name, plan.readers, written):
            fix = replace_node(self.source, key, guess.meant) if guess.meant else NO_FIX
            self.source.add(key, guess.fact, fix)
            return guess.meant
        return self.report_unknown(key, message("unknown key {key}.", key=quote(name)), plan.readers)

    def _explain_missing(self, node: MappingNode, name: str, kind: Any) -> Message:
        """Say which key is missing, what its value can be, and where to add it."""
        last_line = self._last_line(node)
        if get_origin(kind) is tuple:
            fact = message("'{key}' is missing. It is a list with '- ' before each item.", key=name)
            return sentences(fact, show_missing_line(node, last_line, f"{name}:"))
        above = find_line_above(self.source.lines, node, last_line)
        if name == "id":
            return explain_missing_id(node, above)
        fact = (
            message(
                "'{key}' is missing. It can be {options}.", key=name, options=either(map(str, get_args(kind)))
            )
            if get_origin(kind) is Literal
            else message("'{key}' is missing.", key=name)
        )
        return sentences(fact, show_missing_line(node, above, f"{name}: {self._example(kind)}"))

    def _example(self, kind: Any) -> str:
        """An example value for a message."""
        if is_dataclass(kind) and kind is not Text:
            return f"{list_keys(cast(type, kind))[0].name}: …"
        return self.example if kind is Text else "…"

    def _last_line(self, node: Node) -> int:
        """The last line of a node, without the trailing blank lines and comments that YAML includes."""
        line: int = node.end_mark.line
        lines = self.source.lines
        while line > node.start_mark.line + 1 and not lines[line - 1].split("#")[0].strip():
            line -= 1
        return max(line, node.start_mark.line + 1)

    def short_list_of(self, read: Callable[[Reader, Node], Any], node: Node, kind: Any) -> tuple[Any, ...]:
        """Read a list of texts; limited, because lints compare some of them with every word of the bank."""
        if isinstance(node, SequenceNode) and len(node.value) > MAX_LIST:
            fact = message("the list has more than {limit} items. Shorten it.", limit=MAX_LIST)
            self.source.add(node, fact)
            return ()
        return self.list_of(read, node, kind)

    def list_of(self, read: Callable[[Reader, Node], Any], node: Node, kind: Any) -> tuple[Any, ...]:
        """Read a list of values of one type."""
        if isinstance(node, SequenceNode):
            if not node.value:
                self.source.add(node, message("the list is empty. Add an item, or remove the key."))
            values = [read(self, item) for item in node.value if not self.source.is_full]
            return tuple(value for value in values if value != "")  # empty ones have been reported
        if isinstance(node, MappingNode) and _has_labels(node):
            return self._read_labeled(read, node)
        if isinstance(node, MappingNode) and not node.flow_style:
            self.source.add_rewrite(node, MISSING_DASH, add_dash(self.source, node))
            return tuple(value for value in [read(self, node)] if value != "")
        self._report_no_list(node, kind)
        return ()

    def _read_labeled(self, read: Callable[[Reader, Node], Any], node: MappingNode) -> tuple[Any, ...]:
        """Read choices that begin with a label, `A: …`, instead of a dash."""
        values = []
        for key, value in node.value:
            fact = message(
                "a choice begins with '- text:', not with '{label}:'. Its label is added by itself.",
                label=key.value,
            )
            rewrite = self._replace_label(node, key, value)
            todo = message("Write '- text:' instead, and begin the lines below it with 2 spaces more.")
            self.source.add_rewrite(key, fact if rewrite else sentences(fact, todo), rewrite)
            text = ScalarNode(TEXT, "text", key.start_mark, key.end_mark)
            has_text = isinstance(value, MappingNode) and any(one.value == "text" for one, _ in value.value)
            item = value if has_text else MappingNode(MAP, [(text, value)], key.start_mark, value.end_mark)
            values.append(read(self, item))
        return tuple(value for value in values if value != "")

    def _replace_label(self, node: MappingNode, key: Node, value: Node) -> Rewrite | None:
        """The line of a choice with a dash instead of its label, if its text is on the same line."""
        number: int = key.start_mark.line
        if node.flow_style or value.start_mark.line != number:
            return None
        line, column = self.source.lines[number], key.start_mark.column
        return Rewrite(number + 1, line, f"{' ' * column}- text: {line[value.start_mark.column :]}")

    def _report_no_list(self, node: Node, kind: Any) -> None:
        lines = self.source.lines
        if isinstance(node, ScalarNode) and not is_dataclass(kind) and _WORDS.fullmatch(node.value):
            brackets = message("a list goes in brackets, even if it has only one item.")
            self.add_with_word(node, brackets, f"[{node.value}]")
        elif isinstance(node, ScalarNode) and (fact := _explain_no_list(lines, node, self._example(kind))):
            self.source.add(node, fact)
        else:
            self.add_unexpected(node, message("a list with '- ' before each item"))


def _holds_others(node: MappingNode, name: str) -> bool:
    """Whether a quiz has cards instead of questions, or the other way around (reported already)."""
    others = {"questions": "cards", "cards": "questions"}.get(name)
    return any(isinstance(key, ScalarNode) and key.value == others for key, _ in node.value)


def _has_labels(node: MappingNode) -> bool:
    """Whether the keys are labels of choices: A, B; 1, 2."""
    return bool(node.value) and all(
        isinstance(key, ScalarNode) and LABEL.fullmatch(key.value) for key, _ in node.value
    )


def _explain_no_list(lines: list[str], node: ScalarNode, example: str) -> Message | None:
    if node.value:
        return explain_text_for_list(lines, node) if node.start_mark.line == node.end_mark.line else None
    return explain_no_items(lines, node, example)


def _empty_scalar(node: Node) -> Node:
    return ScalarNode(TEXT, "", node.start_mark, node.end_mark)


_Derive = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class _Plan:
    """How to read one class of record, computed once per class."""

    def __init__(self, shape: type) -> None:
        keys = list_keys(shape)
        self.types = {key.name: key.type for key in keys}
        self.readers = {key.name: _find_form_reader(key) or _find_reader(key.type) for key in keys}
        self.defaults = {key.name: key.default for key in keys if not key.needed and not key.derived}
        self.texts = frozenset(key.name for key in keys if key.type is Text)
        self.required = frozenset(key.name for key in keys if key.needed or key.derived)
        self.derive: _Derive = shape.derive if issubclass(shape, HasTexts) else lambda _: {}
        self.has_last_line = any(field.name == "last_line" for field in fields(shape))
        self.expected = message("lines such as '{key}: …'", key=keys[0].name)


@cache
def _get_plan(shape: Any) -> _Plan:
    return _Plan(shape)


def _find_form_reader(key: Key) -> Callable[[Reader, Node], Any] | None:
    """The function that reads values of the key's required format, if it has one."""
    if not (form := key.form):
        return None
    if key.is_list:
        return lambda reader, node: tuple(
            filter(None, reader.list_of(partial(_read_formed, form), node, str))
        )
    if get_origin(key.type) is Mapping:
        return lambda reader, node: reader.formed_by_locale(form, node)
    return partial(_read_formed, form)


def _read_formed(form: Form, reader: Reader, node: Node) -> str:
    return reader.formed(form, node)


def _read_item(shape: type, reader: Reader, node: Node) -> Any:
    return reader.item(shape, node)


def _find_reader(kind: Any) -> Callable[[Reader, Node], Any]:
    """The method that reads a value of this type."""
    simple: dict[Any, Callable[[Reader, Node], Any]] = {
        **{Text: Reader.text, Name: Reader.name, Code: Reader.code, Allowed: Reader.reasons},
        TextsByName: Reader.texts_by_name,
        **{str: Reader.string, bool: Reader.boolean, Decimal: Reader.number},
    }
    if kind in simple:
        return simple[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        by_name = {str(option): option for option in args}
        return lambda reader, node: by_name.get(reader.one_of(tuple(by_name), node), "")
    if origin is tuple:
        if is_dataclass(args[0]) and args[0] is not Text:
            return lambda reader, node: reader.list_of(partial(_read_item, args[0]), node, args[0])
        item = _find_reader(args[0])
        return lambda reader, node: reader.short_list_of(item, node, args[0])
    if origin is not None:
        return Reader.words
    if issubclass(kind, Checked):
        return lambda reader, node: reader.checked(kind, node)
    return lambda reader, node: reader.record(kind, node)
