"""Reader: YAML nodes to records of the model; whatever does not fit a record's class becomes a problem.

A record is always created, with empty values where the file has none, so that one mistake does not hide
the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from functools import cache, partial
from itertools import islice
from typing import Any, Literal, TypeVar, get_args, get_origin

from yaml.error import Mark
from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode

from espejo.load.file_rules import MAP, TEXT
from espejo.load.node_advice import (
    MISSING_DASH,
    find_comment_as_text,
    find_glued_keys,
    show_quoted,
    show_quoted_pairs,
    show_with_dash,
    take_in_languages,
)
from espejo.load.portable import check_is_text
from espejo.load.source import Source
from espejo.messages.message import message
from espejo.model.grammar import LOCALE, NUMBER, Form
from espejo.model.keys import Key, list_keys
from espejo.model.problems import Place, Suggester, describe_expected, quote, text_example
from espejo.model.text import ONCE, UNREADABLE, Allowed, Checked, Code, Name, Text, TextsByName
from espejo.passages.markdown import find_faults

Shape = TypeVar("Shape")

MAX_PASSAGE = 20_000
MAX_LINE = 1_000
MAX_LIST = 200
"""How long a passage, a name or another line of text, and a list of passages or lines may be."""

MAX_FAULTS = 100
"""How many faults are looked for in one passage."""

_MEANT_AS_TRUE = re.compile(r"(?i)^\W*(?:true|yes|y|on|1|sí|si|verdadero)\W*$")

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
        self._reported = {problem.place for problem in source.problems}

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
        for name, _, value in self._read_keys(node, plan):
            if name not in found:  # a second one has been reported as a duplicate
                found.add(name)
                values[name] = plan.readers[name](self, value)
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
        plan = _get_plan(shape)  # type: ignore[arg-type]
        self._pairs(node, plan.expected, plan.readers)
        return ""

    def _read_keys(self, node: Node, plan: _Plan) -> Iterator[tuple[str, Node, Node]]:
        """The pairs of a record whose keys are known, or were probably meant to be a known one."""
        pairs = self._pairs(node, plan.expected, plan.readers)
        written = {name for name, _, _ in pairs}
        is_block = isinstance(node, MappingNode) and not node.flow_style
        if is_block and not self.locales.isdisjoint(written):
            nodes = [(key, value) for _, key, value in pairs]
            nodes, found = take_in_languages(self.source, nodes, plan.texts, self.locales)
            for advice in found:
                self.source.add_at(*advice)
            pairs = [(key.value, key, value) for key, value in nodes]
        for name, key, value in pairs:
            known = name if name in plan.readers else self._report_unknown_key(name, key, plan)
            if known in plan.readers and (known == name or known not in written):
                yield known, key, value

    def _report_unknown_key(self, name: str, key: Node, plan: _Plan) -> str:
        """Report a key that is not known. Return the one that was probably meant; empty if none is near."""
        if self.source.is_full:
            return ""
        if (new := RENAMED.get(name, "")) in plan.readers:
            self.source.add(key, f"the key '{name}' is now called '{new}'. Write: {new}: …")
            return new
        meant = self.suggest.find_closest(name, plan.readers)
        expected = "" if meant is None else describe_expected(meant, plan.readers)
        self.source.add(key, f"unknown key {quote(name)}.{expected}")
        return meant or ""

    def _example(self, kind: Any) -> str:
        """An example for a message about a missing value."""
        if get_origin(kind) is Literal:
            return " | ".join(get_args(kind))
        if get_origin(kind) is tuple:
            return "followed by a list with '- ' before each item"
        return self.example if kind is Text else "…"

    def _pairs(self, node: Node, expected: str, keys: Collection[str] = ()) -> list[tuple[str, Node, Node]]:
        """The pairs of a mapping. Anything else is reported, or the keys in it that lack a space."""
        if isinstance(node, MappingNode):
            return [(key.value, key, value) for key, value in node.value if isinstance(key, ScalarNode)]
        if not self._report_glued_keys(node, keys):
            self._add_unexpected(node, expected)
        return []

    def _report_glued_keys(self, node: Node, keys: Collection[str]) -> bool:
        glued = list(find_glued_keys(self.source, node, keys)) if isinstance(node, ScalarNode) else []
        for advice in glued:
            self.source.add_at(*advice)
        return bool(glued)

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
            if node.value.strip():
                glued = self._report_glued_keys(node, self.locales)
                return Text({} if glued else {ONCE: self._read_passage(node)}, place)
            if not self._report_comment_as_text(node):
                self.source.add(node, f"the passage is empty in every language. Expected: {self.example}")
            return Text({}, place)
        if not isinstance(node, MappingNode):
            self._add_not_text(node, f"a passage such as {self.example}")
            return Text({}, place)
        first_problem = len(self.source.problems)
        passages, lines = {}, {}
        for name, key, value in self._pairs(node, ""):
            locale = name if name in self.locales else self._report_unknown_language(node, key, value)
            if locale in passages:
                continue  # reported as a duplicate
            if not isinstance(value, ScalarNode):
                self._add_not_text(value, "text")
            elif not value.value.strip():
                self._report_comment_as_text(value)
            elif locale:
                passages[locale] = self._read_passage(value)
                lines[locale] = key.start_mark.line + 1
        if not passages and len(self.source.problems) == first_problem:
            self.source.add(node, f"the passage is empty in every language. Expected: {self.example}")
        return Text(passages, place, lines)

    def _report_unknown_language(self, node: MappingNode, key: Node, value: Node) -> str:
        """Report a key that is no language. Return the language that was probably meant; empty if none."""
        if node.flow_style and value.value == "":
            fact = f"the comma before {quote(key.value)} ends the text, because it is between {{ and }}."
            self.source.add(key, f"{fact} {show_quoted_pairs(self.source, node)}")
            return ""
        meant = self.suggest.find_closest(key.value, self.locales)
        expected = "" if meant is None else describe_expected(meant, self.locales)
        expected += "" if meant or len(node.value) > 1 else " If it is text, put it in quotes."
        self.source.add(key, f"unknown language {quote(key.value)}.{expected}")
        return meant or ""

    def _add_not_text(self, node: Node, expected: str) -> None:
        """Report a list or mapping where a text is expected; in brackets, it was probably meant as text."""
        is_flow = isinstance(node, CollectionNode) and node.flow_style
        shown = show_quoted(self.source, node) if is_flow else ""
        if not shown:
            self._add_unexpected(node, expected)
            return
        sign = "[" if isinstance(node, SequenceNode) else "{"
        self.source.add(node, f"a text that begins with {sign} needs quotes. {shown}")

    def _read_passage(self, node: ScalarNode) -> str:
        """Read a passage and report what is wrong with it. One that cannot be processed becomes '…'."""
        if len(node.value) > MAX_PASSAGE:
            self.source.add(node, f"the passage is longer than {MAX_PASSAGE:,} characters. Shorten it.")
            return UNREADABLE
        if self.source.place(node) in self._reported:
            return UNREADABLE  # what is wrong with it may follow from that
        self._report_comment_as_text(node)
        check_is_text(self.source, node)
        faults = list(islice(find_faults(node.value), MAX_FAULTS))
        positions = self.source.positions(node, [fault.offset for fault in faults]) if faults else []
        for (line, column), fault in zip(positions, faults, strict=True):
            self.source.add_at(line, column, fault.fact)
        is_hopeless = len(faults) == MAX_FAULTS or any(fault.fatal for fault in faults)
        return UNREADABLE if is_hopeless else str(node.value)

    def _report_comment_as_text(self, node: ScalarNode) -> bool:
        """Report a comment after a text or instead of one. Return whether there is one."""
        advice = find_comment_as_text(self.source, node)
        if advice:
            self.source.add_at(*advice)
        return advice is not None

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
        if not isinstance(node, ScalarNode) or node.value not in ("true", "false"):
            self._add_unexpected(node, "true or false")
        return isinstance(node, ScalarNode) and bool(_MEANT_AS_TRUE.search(node.value))

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

    def texts_by_name(self, node: Node) -> dict[Name, Text]:
        pairs = self._pairs(node, message("a mapping from names to text"))
        return {Name(name, self.source.place(key)): self.text(value) for name, key, value in pairs}

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
        if isinstance(node, MappingNode) and not node.flow_style:
            self.source.add(node, f"{MISSING_DASH}. {show_with_dash(self.source, node)}")
            return tuple(value for value in [read(self, node)] if value != "")
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
        self.texts = frozenset(key.name for key in keys if key.type is Text)
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
        TextsByName: Reader.texts_by_name,
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
