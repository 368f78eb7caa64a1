"""Linter: runs all lints over a bank and applies the exceptions that records declare.

A finding is a problem that fails the check but not the build. A record may allow a lint by name, with a
reason. Unneeded exceptions are reported, too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from espejo.editing.lints import choice_lints, language_lints, translation_lints
from espejo.editing.lints.language_facts import LanguageFacts
from espejo.editing.lints.lint import Remark, Side
from espejo.editing.lints.spelling_lint import SpellingLint
from espejo.load.data_files import read_lines
from espejo.load.parse import MAX_BYTES, load_file
from espejo.load.source import Source, position
from espejo.markdown.links import find_in_text
from espejo.markdown.parsed import parse_passage
from espejo.messages.message import Message, message, sentences
from espejo.model.bank import Bank, Record
from espejo.model.problems import NO_FIX, OptionalFix, Place, Problem, Suggester, fix_in_line, list_owners
from espejo.model.quiz import Question
from espejo.model.text import UNREADABLE, Text

_ParsedFile = tuple[Source, dict[tuple[int, int], Node]]


class Locator:
    def __init__(self, project: Path) -> None:
        self._project = project
        self._files: dict[str, _ParsedFile] = {}

    def place(self, text: Text, locale: str, offset: int) -> Place:
        """The place of the character at this offset in the passage; the place of the text if not found."""
        source, nodes = self._parse(text.place.file)
        node = nodes.get((text.place.line, text.place.column))
        if isinstance(node, MappingNode):
            node = next((value for key, value in node.value if key.value == locale), None)
        if not isinstance(node, ScalarNode):
            return text.place
        return Place(text.place.file, *source.position(node, offset))

    def read_line(self, place: Place) -> str:
        """The line of a file that a place is on; empty if it was read differently from how it is written."""
        source = self._parse(place.file)[0]
        return "" if place.line in source.mended else source.lines[place.line - 1]

    def _parse(self, file: str) -> _ParsedFile:
        if file not in self._files:
            source = load_file(self._project / file, file=file)
            self._files[file] = (
                source,
                {position(node.start_mark): node for node in _list_values(source.root)},
            )
        return self._files[file]


def _list_values(root: Node | None) -> Iterator[Node]:
    """List all value nodes, not keys, parents before children."""
    stack = [root] if root else []
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, MappingNode):
            stack.extend(value for _, value in node.value)
        elif isinstance(node, SequenceNode):
            stack.extend(node.value)


LINTS = tuple(
    dict.fromkeys((*translation_lints.LINTS, *language_lints.LINTS, "spelling", *choice_lints.LINTS, "lines"))
)
"""The names of all lints."""


class Finding(NamedTuple):
    """A lint's remark about a passage of a text."""

    lint: str
    text: Text
    locale: str
    remark: Remark


def lint_bank(bank: Bank, project: Path, known: Iterable[Problem] = ()) -> Iterator[Problem]:
    """Lint a bank and yield findings that no record allows.

    Skips records with known problems, so that one mistake is not reported twice. Those with a fix
    that writes something don't count: their records are read as they were meant.
    """
    broken = list_owners(one for one in known if not (one.fix and one.fix.text.strip()))
    records = [record for record in bank.records() if (record.place.file, record.id) not in broken]
    linter = Linter(bank, project, find_long_lines(records, project))
    for record in records:
        yield from linter.lint(record)


class Linter:
    """Runs the lints on records or single texts of a bank."""

    def __init__(
        self, bank: Bank, project: Path, long_lines: Mapping[Place, list[Place]] | None = None
    ) -> None:
        self.languages = {locale: LanguageFacts(locale, bank) for locale in bank.locales}
        self._spelling = SpellingLint(bank, project)
        self._locator = Locator(project)
        self._long_lines = long_lines or {}
        self._suggest = Suggester()

    def lint(self, record: Record) -> Iterator[Problem]:
        """Yield findings that the record doesn't allow, and exceptions it doesn't need."""
        allowed, found = record.allow or {}, set[str]()
        for finding in self._find(record):
            found.add(finding.lint)
            if finding.lint not in allowed:
                yield self._report(finding, record)
        for place in self._long_lines.get(record.place, ()):
            found.add("lines")
            if "lines" not in allowed:
                fact = message("the line is longer than {limit} characters. Break it.", limit=MAX_LINE)
                yield Problem(place, record.id, sentences(fact, self._describe_exception("lines")))
        for name in allowed:
            if name not in LINTS:
                fact = sentences(message("unknown lint '{name}'.", name=name), self._suggest(name, LINTS))
                yield Problem(name.place, record.id, fact)
            elif name not in found and (name != "spelling" or self._spelling.is_complete):
                fact = message("nothing to allow: '{name}' finds nothing here. Remove it.", name=name)
                yield Problem(name.place, record.id, fact)

    def _report(self, finding: Finding, record: Record) -> Problem:
        place = self._locator.place(finding.text, finding.locale, finding.remark.offset)
        fact = sentences(finding.remark.fact, self._describe_exception(finding.lint, finding.locale))
        return Problem(place, record.id, fact, self._fix(finding, place))

    def _describe_exception(self, lint: str, locale: str = "") -> Message:
        """Explain how to allow a finding if the lint is wrong."""
        if lint == "spelling":
            return message(
                "If it is right, add it to 'words' in {file}, or here: allow: {{spelling: the reason}}",
                file=self.languages[locale].file,
            )
        return message(
            "If the text is right as it is, add to this record: allow: {{{lint}: the reason}}", lint=lint
        )

    def _fix(self, finding: Finding, place: Place) -> OptionalFix:
        """The fix for a correction, if the file has these characters as they are in the passage."""
        if not finding.remark.correction:
            return NO_FIX
        start, end, new = finding.remark.correction
        old = finding.text.passages[finding.locale][start:end]
        column = place.column - (finding.remark.offset - start)
        if column < 1 or not self._locator.read_line(place).startswith(old, column - 1):
            return NO_FIX
        return fix_in_line(place.line, column, len(old), new)

    def _find(self, record: Record) -> Iterator[Finding]:
        texts = tuple(record.texts())
        is_shuffled = isinstance(record, Question) and record.is_shuffled
        for text in texts:
            if text.differs:
                yield from self.lint_text(text, texts, is_shuffled=is_shuffled)
        if isinstance(record, Question):
            for lint, find in choice_lints.LINTS.items():
                for found in find(record, self.languages):
                    yield Finding(lint, *found)

    def lint_text(self, text: Text, record: tuple[Text, ...], *, is_shuffled: bool) -> Iterator[Finding]:
        """Check each passage of a text, and compare it with the one in the glossary's leading language."""
        sides = [
            Side(self.languages[locale], parse_passage(markdown), record, is_shuffled)
            for locale, markdown in text.passages.items()
            if markdown != UNREADABLE
        ]
        sides.sort(key=lambda side: not side.facts.is_leading)
        for lint, side, remark in self._find_in_sides(sides):
            yield Finding(lint, text, side.facts.locale, remark)

    def _find_in_sides(self, sides: list[Side]) -> Iterator[tuple[str, Side, Remark]]:
        swaps = (swap for pair in combinations(sides, 2) for swap in translation_lints.find_swap(*pair))
        swap = next(swaps, None)
        if not swap and len(sides) == 2 and self._spelling.is_swapped(*sides):  # short ones, such as titles
            swap = Remark(0, translation_lints.describe_swap(*sides))
        if swap:
            yield "untranslated", sides[0], swap
            return  # all other differences follow from the swap
        untranslated = set[str]()
        for found in (*_lint_languages(sides), *_compare_languages(sides)):
            yield found
            if found[0] == "untranslated":
                untranslated.add(found[1].passage.markdown)
        # A passage that is the same in two languages is checked once.
        once = {side.passage.markdown: side for side in reversed(sides)}
        for markdown, side in once.items():
            if markdown not in untranslated:
                for remark in self._spelling.find(side):
                    yield "spelling", side, remark


def _lint_languages(sides: list[Side]) -> Iterator[tuple[str, Side, Remark]]:
    for side in sides:
        for lint, find in language_lints.LINTS.items():
            for remark in find(side):
                yield lint, side, remark


def _compare_languages(sides: list[Side]) -> Iterator[tuple[str, Side, Remark]]:
    for side in sides[1:]:
        is_same = side.passage.markdown == sides[0].passage.markdown
        lints = translation_lints.SAME_PASSAGE if is_same else translation_lints.LINTS
        for lint, compare in lints.items():
            for remark in compare(sides[0], side):
                yield lint, side, remark


MAX_LINE = 160


def find_long_lines(records: Iterable[Record], project: Path) -> dict[Place, list[Place]]:
    """Find the long lines of these records' files, by the place of the record they belong to."""
    found: dict[Place, list[Place]] = {}
    places = sorted(record.place for record in records)
    for file, in_file in groupby(places, key=attrgetter("file")):
        starts = list(in_file)
        for number, line in enumerate(read_lines(project / file, MAX_BYTES), 1):
            if len(line) > MAX_LINE and _count_breakable(line) > MAX_LINE:
                before = bisect_right(starts, number, key=attrgetter("line"))
                owner = starts[max(before - 1, 0)]
                found.setdefault(owner, []).append(Place(file, number, MAX_LINE + 1))
    return found


def _count_breakable(line: str) -> int:
    """The length of a line without URLs, which can't be broken."""
    return len(line) - sum(len(address) for _, address in find_in_text(line))
