"""Text reader: reads a translated text from YAML and reports problems in each language."""

from __future__ import annotations

from itertools import islice

from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode

from espejo.load.advice.lines import Rewrite, describe_sign, is_record_key
from espejo.load.advice.nodes import (
    find_comment_as_text,
    find_unlabeled,
    quote_node,
    quote_pair,
    quote_pairs,
    replace_text,
)
from espejo.load.portable import check_is_text
from espejo.load.source import Source
from espejo.load.values import MAX_PASSAGE, ValueReader
from espejo.markdown.checks import find_faults
from espejo.messages.message import Message, message, sentences
from espejo.model.problems import describe_expected, quote
from espejo.model.text import ONCE, UNREADABLE, Name, Text

MAX_FAULTS = 100
"""Limit of faults reported per passage."""


class TextReader(ValueReader):
    """Reads the texts and other values of one file."""

    def __init__(self, source: Source, *, locales: frozenset[str]) -> None:
        super().__init__(source, locales=locales)
        self._reported = {one.place for one in source.problems if one.place.line not in source.mended}

    def text(self, node: Node) -> Text:
        """Read a text: a passage for each language, or one for all of them."""
        place = self.source.place(node)
        if isinstance(node, ScalarNode):
            if node.value.strip():
                glued = self.report_glued_keys(node, self.locales)
                only = next(iter(self.locales)) if len(self.locales) == 1 else ONCE
                passages = {} if glued else {only: self._read_passage(node)}
                return Text(passages, place, unlabeled=None if only else find_unlabeled(self.source, node))
            if not self._report_comment_as_text(node):
                self._add_empty_passage(node)
            return Text({}, place)
        if not isinstance(node, MappingNode):
            self._add_not_text(node, message("a passage such as {example}", example=self.example))
            return Text({}, place)
        first_problem = len(self.source.problems)
        passages, lines = {}, {}
        for key, value in node.value:
            if not isinstance(key, ScalarNode):
                continue  # already reported
            name = key.value
            locale = name if name in self.locales else self._report_unknown_language(node, key, value)
            if locale in passages:
                continue  # reported as a duplicate
            if not isinstance(value, ScalarNode):
                self._add_not_text(value, message("text"))
            elif not value.value.strip():
                self._report_comment_as_text(value)
            elif locale:
                passages[locale] = self._read_passage(value)
                lines[locale] = key.start_mark.line + 1
        if not passages and len(self.source.problems) == first_problem:
            self._add_empty_passage(node)
        return Text(passages, place, lines)

    def _add_empty_passage(self, node: Node) -> None:
        fact = message(
            "the text is empty in every language. Write it like this: {example}", example=self.example
        )
        self.source.add(node, fact)

    def _report_unknown_language(self, node: MappingNode, key: Node, value: Node) -> str:
        """Report a key that isn't a language. Return the one that was probably meant, or an empty string."""
        if node.flow_style and value.value == "":
            fact = message("between {{ and }}, a text with a comma needs quotes around all of it.")
            self.source.add_rewrite(key, fact, quote_pairs(self.source, node))
            return ""
        if not node.flow_style and is_record_key(key.value) and value.start_mark.line >= key.start_mark.line:
            line = self.source.lines[key.start_mark.line]
            rewrite = Rewrite(
                key.start_mark.line + 1, line, " " * (node.start_mark.column - 2) + line.lstrip()
            )
            fact = message(
                "'{key}' is not a language, so this line begins too far to the right.", key=key.value
            )
            self.source.add_rewrite(key, fact, rewrite)
            return ""
        fact = message("{language} is not a language of this bank.", language=quote(key.value))
        near = self.suggest.find_closest(key.value, self.locales)
        if not near and len(node.value) == 1:
            self.source.add(key, sentences(fact, self._show_as_text(key, value)))
            return ""
        meant = self._find_missing_language(node) if near == "" else near
        expected = "" if meant is None else describe_expected(meant, self.locales)
        self.source.add(key, sentences(fact, expected), self.fix_word(key, near, self.locales))
        return meant or ""

    def _show_as_text(self, key: Node, value: Node) -> Message:
        """End of a message about a key that may be the start of a text: Note: so."""
        quoted = quote_pair(self.source, key, value, min(self.locales)) if self.locales else None
        todo = message("If this is text, put it in quotes after its language.")
        return sentences(todo, quoted.show() if quoted else "")

    def _find_missing_language(self, node: MappingNode) -> str:
        """The one language missing from a text; empty if several are missing or there are too many keys."""
        if len(node.value) > len(self.locales):
            return ""
        found = {key.value for key, _ in node.value if isinstance(key, ScalarNode)}
        missing = self.locales - found
        return min(missing) if len(missing) == 1 else ""

    def _add_not_text(self, node: Node, expected: Message) -> None:
        """Report a list or mapping instead of a text; one in brackets was probably meant as text."""
        is_flow = isinstance(node, CollectionNode) and node.flow_style
        quoted = quote_node(self.source, node) if is_flow else None
        if not quoted and isinstance(node, SequenceNode):
            fact = message(
                "this must be text, not a list. For a list in the text, write | after the colon above it."
            )
            self.source.add(node, fact)
            return
        if not quoted:
            self.add_unexpected(node, expected)
            return
        sign = "[" if isinstance(node, SequenceNode) else "{"
        self.source.add_rewrite(node, describe_sign(sign), quoted)

    def _read_passage(self, node: ScalarNode) -> str:
        """Read a passage and report its faults. One that can't be processed becomes '…'."""
        if len(node.value) > MAX_PASSAGE:
            fact = message("the passage is longer than {limit} characters. Shorten it.", limit=MAX_PASSAGE)
            self.source.add(node, fact)
            return UNREADABLE
        if self._reported and self.source.place(node) in self._reported:
            return UNREADABLE  # other faults may follow from that one
        if not node.style:
            self._report_comment_as_text(node)
            check_is_text(self.source, node)
        faults = list(islice(find_faults(node.value), MAX_FAULTS))
        positions = self.source.positions(node, [fault.offset for fault in faults]) if faults else []
        for (line, column), fault in zip(positions, faults, strict=True):
            fixed = replace_text(self.source, node, fault.fixed) if fault.fixed else None
            self.source.add_at(line, column, sentences(fault.fact, fixed.show() if fixed else ""))
        is_hopeless = len(faults) == MAX_FAULTS or any(fault.fatal for fault in faults)
        return UNREADABLE if is_hopeless else str(node.value)

    def _report_comment_as_text(self, node: ScalarNode) -> bool:
        """Report a comment after or instead of a text. Return whether there was one."""
        advice = find_comment_as_text(self.source, node)
        if advice:
            self.source.add_at(*advice)
        return advice is not None

    def texts_by_name(self, node: Node) -> dict[Name, Text]:
        pairs = self.read_pairs(node, message("lines such as 'name: …'"))
        return {Name(name, self.source.place(key)): self.text(value) for name, key, value in pairs}
