"""Value reader: reads strings, numbers, booleans, and programs from YAML, and reports invalid ones."""

from __future__ import annotations

import re
from collections.abc import Collection
from decimal import Decimal

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from espejo.load.advice.guessed_keys import explain_guessed_value
from espejo.load.advice.nodes import (
    find_glued_keys,
    replace_node,
    rewrite_node,
)
from espejo.load.portable import check_is_text
from espejo.load.source import Source
from espejo.messages.message import Message, comma_separated, message, sentences
from espejo.model.grammar import LANGUAGE, NUMBER, Form
from espejo.model.problems import (
    NO_FIX,
    OptionalFix,
    Place,
    Suggester,
    describe_expected,
    quote,
    text_example,
)
from espejo.model.text import Checked, Code, Name

MAX_PASSAGE = 20_000
MAX_LINE = 1_000
"""Length limits of a passage and of a single line, such as a name."""

_MEANT_AS_TRUE = re.compile(r"(?i)^\W*(?:true|yes|y|on|1|sí|si|verdadero)\W*$")

_MEANT_AS_FALSE = re.compile(r"(?i)^\W*(?:false|no|n|off|0|falso)\W*$")

_QUOTATION_MARKS = "“”„‘’«»\"' "


class ValueReader:
    """Reads the values of one file; `locales` are the languages that a text may have."""

    def __init__(self, source: Source, *, locales: frozenset[str]) -> None:
        self.source = source
        self.locales = locales
        self.example = text_example(sorted(locales))
        self.suggest = Suggester()

    def read_pairs(
        self, node: Node, expected: Message, keys: Collection[str] = ()
    ) -> list[tuple[str, Node, Node]]:
        """The pairs of a mapping. Report anything else, or the keys in it that lack a space."""
        if isinstance(node, MappingNode):
            return [(key.value, key, value) for key, value in node.value if isinstance(key, ScalarNode)]
        if not self.report_glued_keys(node, keys):
            self.add_unexpected(node, expected)
        return []

    def report_glued_keys(self, node: Node, keys: Collection[str]) -> bool:
        glued = list(find_glued_keys(self.source, node, keys)) if isinstance(node, ScalarNode) else []
        for advice in glued:
            self.source.add_at(*advice)
        return bool(glued)

    def add_unexpected(self, node: Node, expected: Message) -> None:
        fact = (
            message("this must be {expected}, not {got}.", expected=expected, got=_describe_node(node))
            if node.value or not isinstance(node, ScalarNode)
            else message("nothing is written here. Write {expected}.", expected=expected)
        )
        self.source.add(node, fact)

    def report_unknown(self, node: Node, fact: Message, known: Collection[str]) -> str:
        """Report an unknown word. Return the known one that was probably meant; empty if none is close."""
        meant = self.suggest.find_closest(node.value, known)
        expected = "" if meant is None else describe_expected(meant, known)
        self.source.add(node, sentences(fact, expected), self.fix_word(node, meant, known))
        return meant or ""

    def fix_word(self, node: Node, meant: str | None, known: Collection[str]) -> OptionalFix:
        """A fix that writes the known word that was meant, if only one is close."""
        if meant and self.suggest.has_one_answer(node.value, known):
            return replace_node(self.source, node, meant)
        return NO_FIX

    def add_with_word(self, node: ScalarNode, fact: Message, word: str) -> None:
        """Report a value, and show its line with this word instead."""
        fixed = rewrite_node(self.source, node, lambda _: word)
        fix = replace_node(self.source, node, word)
        self.source.add(node, sentences(fact, fixed.show() if fixed else ""), fix)

    def string(self, node: Node) -> str:
        if isinstance(node, ScalarNode) and len(node.value) > MAX_LINE:
            fact = message("the text is longer than {limit} characters. Shorten it.", limit=MAX_LINE)
            self.source.add(node, fact)
            return ""
        return self._read_string(node)

    def _read_string(self, node: Node) -> str:
        if isinstance(node, ScalarNode) and node.value.strip():
            check_is_text(self.source, node)
            return str(node.value)
        self.add_unexpected(node, message("a word or a line of text"))
        return ""

    def formed(self, form: Form, node: Node) -> str:
        """Read a string of this format; report any other and return an empty string."""
        value = self._read_string(node)
        if not value or form.pattern.fullmatch(value):
            return value
        self.add_unexpected(node, form.expected)
        return ""

    def formed_by_locale(self, form: Form, node: Node) -> dict[str, str]:
        """Read a mapping from languages to strings of this format, dropping invalid ones."""
        pairs = self.read_pairs(node, message("lines such as '{key}: …'", key=min(self.locales, default="…")))
        values = {self.formed(LANGUAGE, key): self.formed(form, value) for _, key, value in pairs}
        return {locale: value for locale, value in values.items() if locale and value}

    def name(self, node: Node) -> Name:
        return Name(self.string(node), self.source.place(node))

    def checked(self, kind: type[Checked], node: Node) -> Checked:
        """Read a validated string; report an invalid one and leave it empty."""
        written, place = self.string(node), self.source.place(node)
        if fact := written and kind.find_fault(written):
            self.source.add(node, fact)
        return kind("" if fact else written, place)

    def code(self, node: Node) -> Code:
        """Read a program. It must be a literal block, so that its lines match those of the file."""
        if not isinstance(node, ScalarNode) or node.style != "|" or not node.value.strip():
            fact = message("this must be an indented program below '|'. Write | after the colon above it.")
            self.source.add(node, fact)
            return Code("", self.source.place(node))
        if len(node.value) > MAX_PASSAGE:
            fact = message("the program is longer than {limit} characters. Shorten it.", limit=MAX_PASSAGE)
            self.source.add(node, fact)
            return Code("", self.source.place(node))
        line: int = node.start_mark.line + 1
        rows = map(self.source.lines.__getitem__, range(line, len(self.source.lines)))
        in_file = next(row for row in rows if row.strip())
        in_program = next(row for row in node.value.split("\n") if row.strip())
        return Code(node.value, Place(self.source.file, line + 1, len(in_file) - len(in_program) + 1))

    def boolean(self, node: Node) -> bool:
        if not isinstance(node, ScalarNode):
            self.add_unexpected(node, message("true or false"))
            return False
        is_true = bool(_MEANT_AS_TRUE.search(node.value))
        if node.value not in ("true", "false"):
            meant = "true" if is_true else "false" if _MEANT_AS_FALSE.search(node.value) else ""
            fact = message("this must be true or false, not {value}.", value=quote(node.value))
            if meant:
                self.add_with_word(node, fact, meant)
            else:
                self.add_unexpected(node, message("true or false"))
        return is_true

    def number(self, node: Node) -> Decimal:
        if isinstance(node, ScalarNode) and NUMBER.fullmatch(node.value):
            return Decimal(node.value)
        self.add_unexpected(node, message("a number such as 3 or 0.5"))
        return Decimal(0)

    def words(self, node: Node) -> dict[str, Name]:
        pairs = self.read_pairs(node, message("lines such as 'name: …'"))
        return {name: self.name(value) for name, _, value in pairs}

    def reasons(self, node: Node) -> dict[Name, str]:
        pairs = self.read_pairs(node, message("lines such as 'numbers: the reason'"))
        return {self.name(key): self.string(value) for _, key, value in pairs}

    def one_of(self, options: tuple[str, ...], node: Node) -> str:
        if isinstance(node, ScalarNode) and node.value in options:
            return str(node.value)
        if isinstance(node, ScalarNode) and (bare := node.value.strip(_QUOTATION_MARKS)) in options:
            self.add_with_word(node, message("the quotation marks do not belong here."), bare)
        elif isinstance(node, ScalarNode) and (
            guess := explain_guessed_value(node.value, frozenset(options))
        ):
            self.source.add(
                node, guess.fact, replace_node(self.source, node, guess.meant) if guess.meant else NO_FIX
            )
        elif isinstance(node, ScalarNode) and node.value:
            self.report_unknown(node, message("unknown value {value}.", value=quote(node.value)), options)
        else:
            self.add_unexpected(node, message("one of {options}", options=comma_separated(options)))
        return ""


def _describe_node(node: Node) -> str:
    if isinstance(node, ScalarNode):
        return quote(node.value)
    return message("a list") if isinstance(node, SequenceNode) else message("lines such as 'key: value'")
