"""Reader: YAML nodes to records of the model; whatever does not fit a record's class becomes a problem.

A record is always created, with empty values where the file has none, so that one mistake does not hide
the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from functools import cache, partial
from itertools import islice
from typing import Any, Literal, TypeVar, get_args, get_origin

from yaml.error import Mark
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from espejo.load.file_rules import MAP, TEXT
from espejo.load.portable import check_is_text
from espejo.load.source import Source
from espejo.model.grammar import LOCALE, NUMBER, Form
from espejo.model.keys import Key, list_keys
from espejo.model.problems import Place, Suggester, quote, text_example
from espejo.model.text import ONCE, Allowed, Checked, Code, Name, Text
from espejo.passages.markdown import find_faults

Shape = TypeVar("Shape")

MAX_PASSAGE = 20_000
MAX_LINE = 1_000
MAX_LIST = 200
"""How long a passage, a name or another line of text, and a list of passages or lines may be."""

MAX_FAULTS = 100
"""How many faults are looked for in one passage."""

_UNREADABLE = "…"
_COMMENT = re.compile(r"\s*#")

_LOCALE = Form(LOCALE, "the code of a language such as en or es-MX")

RENAMED = {"accept": "allow"}
"""Keys that were renamed, old to new: the message about an old one gives the new one."""


class Reader:
    """Reads the nodes of one file; `locales` are the languages that a text may have."""

    def __init__(self, source: Source, *, locales: frozenset[str]) -> None:
        self.source = source
        self.locales = locales
        self.example = text_example(locales)
        self.suggest = Suggester()

    def document(self, shape: type[Shape]) -> Shape:
        """Read the whole file as a record; one that could not be parsed reads as empty, without problems."""
        if self.source.root is not None:
            return self.record(shape, self.source.root)
        mark = Mark("", 0, 0, 0, None, 0)
        return self._make_silent().record(shape, MappingNode(MAP, [], mark, mark))

    def _make_silent(self) -> Reader:
        """A reader of the same file whose problems nobody sees."""
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
        for name, key, value in self._pairs(node, plan.expected):
            if read := plan.readers.get(name):
                found.add(name)
                values[name] = read(self, value)
            elif not self.source.is_full:
                self.source.add(key, self._unknown_key(name, plan))
        for name in plan.required - found:
            if isinstance(node, MappingNode):
                example = self._example(plan.types[name])
                self.source.add(node, f"missing key '{name}'. Expected: {name}: {example}")
            values[name] = plan.readers[name](self._make_silent(), _empty_scalar(node))
        if "id" in plan.readers:
            self.source.set_owner(first_problem, values["id"])
        return shape(**values)

    def item(self, shape: type[Shape], node: Node) -> Shape | Literal[""]:
        """Read an item of a list as a record; anything but a mapping is reported and left out."""
        if isinstance(node, MappingNode):
            return self.record(shape, node)
        self._add_unexpected(node, _get_plan(shape).expected)  # type: ignore[arg-type]
        return ""

    def _unknown_key(self, name: str, plan: _Plan) -> str:
        if (new := RENAMED.get(name)) in plan.readers:
            return f"the key '{name}' is now called '{new}'. Write: {new}: …"
        return f"unknown key {quote(name)}.{self.suggest(name, plan.readers)}"

    def _example(self, kind: Any) -> str:
        """An example for a message about a missing value."""
        if get_origin(kind) is Literal:
            return " | ".join(get_args(kind))
        if get_origin(kind) is tuple:
            return "followed by a list with '- ' before each item"
        return self.example if kind is Text else "…"

    def _pairs(self, node: Node, expected: str) -> list[tuple[str, Node, Node]]:
        if isinstance(node, MappingNode):
            return [(key.value, key, value) for key, value in node.value if isinstance(key, ScalarNode)]
        self._add_unexpected(node, expected)
        return []

    def _last_line(self, node: Node) -> int:
        """The last line of a node. YAML counts the blank lines and comments after it too: skip them."""
        line: int = node.end_mark.line
        lines = self.source.lines
        while line > node.start_mark.line + 1 and not lines[line - 1].split("#")[0].strip():
            line -= 1
        return max(line, node.start_mark.line + 1)

    def _add_unexpected(self, node: Node, expected: str) -> None:
        if isinstance(node, ScalarNode):
            got = quote(node.value) if node.value else "nothing"
        else:
            got = "a list" if isinstance(node, SequenceNode) else "a mapping"
        self.source.add(node, f"expected {expected}, got {got}.")

    def text(self, node: Node) -> Text:
        place = self.source.place(node)
        if isinstance(node, ScalarNode):
            if not node.value.strip():
                self.source.add(node, f"the passage is empty in every language. Expected: {self.example}")
                return Text({}, place)
            return Text({ONCE: self._read_passage(node)}, place)
        passages, lines = {}, {}
        pairs = self._pairs(node, f"a passage such as {self.example}")
        for locale, key, value in pairs:
            if locale not in self.locales:
                self.source.add(key, f"unknown language {quote(locale)}.{self.suggest(locale, self.locales)}")
            elif not isinstance(value, ScalarNode):
                self._add_unexpected(value, "text")
            elif value.value.strip():
                passages[locale] = self._read_passage(value)
                lines[locale] = key.start_mark.line + 1
        if not passages and isinstance(node, MappingNode):
            self.source.add(node, f"the passage is empty in every language. Expected: {self.example}")
        return Text(passages, place, lines)

    def _read_passage(self, node: ScalarNode) -> str:
        """Read a passage and report what is wrong with it. One that is too much to process becomes '…'."""
        if len(node.value) > MAX_PASSAGE:
            self.source.add(node, f"the passage is longer than {MAX_PASSAGE:,} characters. Shorten it.")
            return _UNREADABLE
        self._check_not_cut_off(node)
        check_is_text(self.source, node)
        faults = list(islice(find_faults(node.value), MAX_FAULTS))
        positions = self.source.positions(node, [fault.offset for fault in faults]) if faults else []
        for (line, column), fault in zip(positions, faults, strict=True):
            self.source.add_at(line, column, fault.fact)
        is_hopeless = len(faults) == MAX_FAULTS or any(fault.fatal for fault in faults)
        return _UNREADABLE if is_hopeless else str(node.value)

    def _check_not_cut_off(self, node: ScalarNode) -> None:
        """Report a text without quotes that is cut off by a # after a space, which is easy to overlook."""
        if node.style:
            return
        line, column = node.end_mark.line, node.end_mark.column
        if line < len(self.source.lines) and (comment := _COMMENT.match(self.source.lines[line], column)):
            fact = "the # starts a comment and cuts off the text. Quote the text, or move the comment up."
            self.source.add_at(line + 1, comment.end(), fact)

    def string(self, node: Node) -> str:
        if isinstance(node, ScalarNode) and len(node.value) > MAX_LINE:
            self.source.add(node, f"the text is longer than {MAX_LINE:,} characters. Shorten it.")
            return ""
        return self._read_string(node)

    def _read_string(self, node: Node) -> str:
        if isinstance(node, ScalarNode) and node.value.strip():
            check_is_text(self.source, node)
            return str(node.value)
        self._add_unexpected(node, "a word or a line of text")
        return ""

    def formed(self, form: Form, node: Node) -> str:
        """Read a string that has this form; any other is reported, and reads as empty."""
        value = self._read_string(node)
        if not value or form.pattern.fullmatch(value):
            return value
        self._add_unexpected(node, form.expected)
        return ""

    def formed_by_locale(self, form: Form, node: Node) -> dict[str, str]:
        """Read a mapping from languages to strings that have this form, without those that do not."""
        pairs = self._pairs(node, "a mapping from languages to text")
        values = {self.formed(_LOCALE, key): self.formed(form, value) for _, key, value in pairs}
        return {locale: value for locale, value in values.items() if locale and value}

    def name(self, node: Node) -> Name:
        return Name(self.string(node), self.source.place(node))

    def checked(self, kind: type[Checked], node: Node) -> Checked:
        """Read a value of a certain form; one that does not have it is reported and left empty."""
        written, place = self.string(node), self.source.place(node)
        if fact := written and kind.find_fault(written):
            self.source.add(node, fact)
        return kind("" if fact else written, place)

    def code(self, node: Node) -> Code:
        """Read a program. It must be a literal block, so that each of its lines is one line of the file."""
        if not isinstance(node, ScalarNode) or node.style != "|" or not node.value.strip():
            self._add_unexpected(node, "an indented program below '|'")
            return Code("", self.source.place(node))
        if len(node.value) > MAX_PASSAGE:
            self.source.add(node, f"the program is longer than {MAX_PASSAGE:,} characters. Shorten it.")
            return Code("", self.source.place(node))
        line: int = node.start_mark.line + 1
        rows = map(self.source.lines.__getitem__, range(line, len(self.source.lines)))
        in_file = next(row for row in rows if row.strip())
        in_program = next(row for row in node.value.split("\n") if row.strip())
        return Code(node.value, Place(self.source.file, line + 1, len(in_file) - len(in_program) + 1))

    def boolean(self, node: Node) -> bool:
        if isinstance(node, ScalarNode) and node.value in ("true", "false"):
            return bool(node.value == "true")
        self._add_unexpected(node, "true or false")
        return False

    def number(self, node: Node) -> Decimal:
        if isinstance(node, ScalarNode) and NUMBER.fullmatch(node.value):
            return Decimal(node.value)
        self._add_unexpected(node, "a number such as 3 or 0.5")
        return Decimal(0)

    def words(self, node: Node) -> dict[str, str]:
        pairs = self._pairs(node, "a mapping from names to text")
        return {name: self.string(value) for name, _, value in pairs}

    def reasons(self, node: Node) -> dict[Name, str]:
        pairs = self._pairs(node, "a mapping from lint names to reasons")
        return {self.name(key): self.string(value) for _, key, value in pairs}

    def one_of(self, options: tuple[str, ...], node: Node) -> str:
        if isinstance(node, ScalarNode) and node.value in options:
            return str(node.value)
        if isinstance(node, ScalarNode) and node.value:
            self.source.add(node, f"unknown value {quote(node.value)}.{self.suggest(node.value, options)}")
        else:
            self._add_unexpected(node, f"one of {', '.join(options)}")
        return ""

    def short_list_of(self, read: Callable[[Reader, Node], Any], node: Node) -> tuple[Any, ...]:
        """Read a list of passages or lines. The lints compare some of them with every word of the bank."""
        if isinstance(node, SequenceNode) and len(node.value) > MAX_LIST:
            self.source.add(node, f"the list has more than {MAX_LIST} items. Shorten it.")
            return ()
        return self.list_of(read, node)

    def list_of(self, read: Callable[[Reader, Node], Any], node: Node) -> tuple[Any, ...]:
        if isinstance(node, SequenceNode):
            if not node.value:
                self.source.add(node, "the list is empty. Add an item, or remove the key.")
            values = [read(self, item) for item in node.value if not self.source.is_full]
            return tuple(value for value in values if value != "")  # what is empty has been reported
        self._add_unexpected(node, "a list with '- ' before each item")
        return ()


def _empty_scalar(node: Node) -> Node:
    return ScalarNode(TEXT, "", node.start_mark, node.end_mark)


class _Plan:
    """How to read one class of record, computed once per class."""

    def __init__(self, shape: type) -> None:
        keys = list_keys(shape)
        self.types = {key.name: key.type for key in keys}
        self.readers = {key.name: _find_form_reader(key) or _find_reader(key.type) for key in keys}
        self.defaults = {key.name: key.default for key in keys if not key.needed}
        self.required = frozenset(key.name for key in keys if key.needed)
        self.has_last_line = any(field.name == "last_line" for field in fields(shape))
        self.expected = f"a mapping ('{keys[0].name}: …')"


@cache
def _get_plan(shape: Any) -> _Plan:
    return _Plan(shape)


def _find_form_reader(key: Key) -> Callable[[Reader, Node], Any] | None:
    """The function that reads values of the key's form, if it asks for one."""
    if not (form := key.form):
        return None
    if key.is_list:
        return lambda reader, node: tuple(filter(None, reader.list_of(partial(_read_formed, form), node)))
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
        **{str: Reader.string, bool: Reader.boolean, Decimal: Reader.number},
    }
    if kind in simple:
        return simple[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return lambda reader, node: reader.one_of(args, node)
    if origin is tuple:
        if is_dataclass(args[0]) and args[0] is not Text:
            return lambda reader, node: reader.list_of(partial(_read_item, args[0]), node)
        item = _find_reader(args[0])
        return lambda reader, node: reader.short_list_of(item, node)
    if origin is not None:
        return Reader.words
    if issubclass(kind, Checked):
        return lambda reader, node: reader.checked(kind, node)
    return lambda reader, node: reader.record(kind, node)
