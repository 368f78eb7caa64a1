"""Linter: runs all lints over a bank and applies the exceptions that records declare.

A finding is a problem that fails the check but not the build. A record may allow a lint by name, with a
reason. Unneeded exceptions are reported, too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from espejo.editing.lints.language_facts import LanguageFacts, Side
from espejo.editing.lints.language_lints import (
    find_openings,
    find_quotes,
    find_spaces,
    find_untranslated,
    is_written_in,
)
from espejo.editing.lints.locate import Locator
from espejo.editing.lints.negations import compare_negations
from espejo.editing.lints.order import find_order, find_order_of_choices
from espejo.editing.lints.spelling import SpellingLint
from espejo.editing.lints.suggestions import FIXABLE, fix_finding
from espejo.editing.lints.translation_lints import (
    compare_code,
    compare_links,
    compare_lists,
    compare_math,
    compare_numbers,
    compare_terms,
    compare_words,
)
from espejo.load.data_files import read_lines
from espejo.load.parse import MAX_BYTES
from espejo.markdown.links import find_in_text
from espejo.markdown.parsed import Remark, parse_passage
from espejo.messages.message import Message, message, sentences
from espejo.model.bank import Bank, Record
from espejo.model.kinds import KINDS
from espejo.model.problems import NO_FIX, OptionalFix, Place, Problem, Suggester, list_owners
from espejo.model.quiz import Question
from espejo.model.text import Text

MAX_LINE = 160
MAX_LENGTH_RATIO = 1.5
MAX_LENGTH_DIFFERENCE = 20

# Lints that compare a passage in two languages (PAIRS), look at one that is the same in both (SAME_PASSAGE),
# check it in one language (PASSAGES), or check it only in questions with shuffled choices (CHOICES).
PAIRS: tuple[tuple[str, Callable[[Side, Side], Iterator[Remark]]], ...] = (
    ("numbers", compare_numbers),
    ("code", compare_code),
    ("math", compare_math),
    ("links", compare_links),
    ("lists", compare_lists),
    ("negation", compare_negations),
    ("terms", compare_terms),
)
SAME_PASSAGE: tuple[tuple[str, Callable[[Side, Side], Iterator[Remark]]], ...] = (
    ("untranslated", compare_words),
)
PASSAGES: tuple[tuple[str, Callable[[Side], Iterator[Remark]]], ...] = (
    ("untranslated", find_untranslated),
    ("spaces", find_spaces),
    ("quotes", find_quotes),
    ("openings", find_openings),
)
CHOICES = (("order", find_order),)
LINTS = (
    *dict.fromkeys(name for name, _ in (*PAIRS, *SAME_PASSAGE, *PASSAGES, *CHOICES)),
    *("spelling", "length", "lines"),
)


class Finding(NamedTuple):
    """A lint finding, at an offset in a text or, if it is not about a text, at a place."""

    lint: str
    fact: Message
    text: Text | None
    locale: str = ""
    offset: int = 0
    place: Place | None = None


def lint_bank(bank: Bank, project: Path, known: Iterable[Problem] = ()) -> Iterator[Problem]:
    """Lint a bank and yield findings that no record allows.

    Skips records with known problems, so that one mistake is not reported twice.
    """
    broken = list_owners(known)
    records = [record for record in bank.records() if (record.place.file, record.id) not in broken]
    linter = Linter(bank, project, _find_long_lines(records, project))
    for record in records:
        yield from linter.lint(record)
    linter.spelling.save()


class Linter:
    """Runs the lints on records or single texts of a bank."""

    def __init__(self, bank: Bank, project: Path, long_lines: Mapping[Place, list[Place]]) -> None:
        self.languages = {locale: LanguageFacts(locale, bank) for locale in bank.locales}
        self.spelling = SpellingLint(bank, project)
        self.locator = Locator(project)
        self.long_lines = long_lines
        self.suggest = Suggester()

    def lint(self, record: Record) -> Iterator[Problem]:
        """Yield findings that the record doesn't allow, and exceptions it doesn't need."""
        findings = list(self._find(record))
        allowed, found = record.allow or {}, {finding.lint for finding in findings}
        for finding in findings:
            if finding.lint not in allowed:
                place = self._place(finding, record)
                fact = sentences(finding.fact, self._describe_exception(finding))
                yield Problem(place, record.id, fact, self._fix(finding, place))
        for name in allowed:
            if name not in LINTS:
                fact = sentences(message("unknown lint '{name}'.", name=name), self.suggest(name, LINTS))
                yield Problem(name.place, record.id, fact)
            elif name not in found and (name != "spelling" or self.spelling.is_complete):
                fact = message("nothing to allow: '{name}' finds nothing here. Remove it.", name=name)
                yield Problem(name.place, record.id, fact)

    def _describe_exception(self, finding: Finding) -> Message:
        """Explain how to allow a finding if the lint is wrong."""
        if finding.lint == "spelling":
            return message(
                "If it is right, add it to 'words' in {file}, or here: allow: {{spelling: the reason}}",
                file=self.languages[finding.locale].file,
            )
        return message(
            "If the text is right as it is, add to this record: allow: {{{lint}: the reason}}",
            lint=finding.lint,
        )

    def _place(self, finding: Finding, record: Record) -> Place:
        if finding.text:
            return self.locator.place(finding.text, finding.locale, finding.offset)
        return finding.place or record.place

    def _fix(self, finding: Finding, place: Place) -> OptionalFix:
        if finding.lint not in FIXABLE or not finding.text:
            return NO_FIX
        line = self.locator.read_line(place)
        return fix_finding(finding.lint, place, line, self.languages[finding.locale].quotes)

    def _find(self, record: Record) -> Iterator[Finding]:
        texts = tuple(record.texts())
        shuffled = isinstance(record, Question) and record.is_shuffled
        misspelled = set[tuple[str, str]]()
        suggests = "spelling" not in (record.allow or {})  # suggestions for allowed words are never shown
        for text in filter(attrgetter("differs"), texts):
            for finding in self.lint_text(text, texts, shuffled=shuffled, suggests=suggests):
                # Report a misspelled word once per record.
                if finding.lint != "spelling" or (finding.locale, finding.fact) not in misspelled:
                    yield finding
                    misspelled.add((finding.locale, finding.fact))
        if isinstance(record, Question) and record.is_shuffled:
            for text, locale, remark in find_order_of_choices(record, self.languages):
                yield Finding("order", remark.fact, text, locale, remark.offset)
        if isinstance(record, Question) and record.kind and KINDS[record.kind].one_right:
            yield from self._compare_lengths(record)
        for place in self.long_lines.get(record.place, ()):
            fact = message("the line is longer than {limit} characters. Break it.", limit=MAX_LINE)
            yield Finding("lines", fact, None, place=place)

    def lint_text(
        self, text: Text, record: tuple[Text, ...], *, shuffled: bool, suggests: bool = True
    ) -> Iterator[Finding]:
        """Check each passage of a text, and compare it with the one in the glossary's leading language."""
        sides = [
            Side(self.languages[locale], parse_passage(markdown), record)
            for locale, markdown in text.passages.items()
        ]
        sides.sort(key=lambda side: not side.facts.is_leading)
        if swap := next(_find_swaps(sides), None):
            yield Finding("untranslated", swap.fact, text, sides[0].facts.locale, swap.offset)
            return  # all other differences follow from the swap
        untranslated = set[str]()
        for side in sides:
            for name, check in (*PASSAGES, *CHOICES) if shuffled else PASSAGES:
                for remark in check(side):
                    untranslated |= {side.passage.markdown} if name == "untranslated" else set()
                    yield Finding(name, remark.fact, text, side.facts.locale, remark.offset)
        for side in sides[1:]:
            same = side.passage.markdown == sides[0].passage.markdown
            for name, compare in SAME_PASSAGE if same else PAIRS:
                for remark in compare(sides[0], side):
                    untranslated |= {side.passage.markdown} if name == "untranslated" else set()
                    yield Finding(name, remark.fact, text, side.facts.locale, remark.offset)
        # Check spelling, except in untranslated passages; a passage that is the same in both is checked once.
        once = {side.passage.markdown: side for side in reversed(sides)}
        for side in (one for markdown, one in once.items() if markdown not in untranslated):
            for remark in self.spelling.find(side, suggests=suggests):
                yield Finding("spelling", remark.fact, text, side.facts.locale, remark.offset)

    def _compare_lengths(self, question: Question) -> Iterator[Finding]:
        """Report a right choice given away by being much longer than the others."""
        for locale, facts in self.languages.items():
            lengths = [len(choice.text.show(locale).markdown) for choice in question.choices]
            right = next((index for index, choice in enumerate(question.choices) if choice.correct), None)
            if right is None or len(lengths) < 2:
                return
            longest = max(length for index, length in enumerate(lengths) if index != right)
            if lengths[right] > max(MAX_LENGTH_RATIO * longest, longest + MAX_LENGTH_DIFFERENCE):
                fact = message(
                    "the right choice is by far the longest in {language}: "
                    "{length} characters, the next {next}.",
                    language=facts.name,
                    length=lengths[right],
                    next=longest,
                )
                yield Finding("length", fact, question.choices[right].text, locale)
                return


def _find_swaps(sides: list[Side]) -> Iterator[Remark]:
    """Find two passages whose languages are swapped."""
    for first, second in combinations(sides, 2):
        if is_written_in(first, second) and is_written_in(second, first):
            fact = message(
                "the languages are swapped: the text after '{first}' is in {second_language}, "
                "and the text after '{second}' is in {first_language}. Exchange the two texts.",
                first=first.facts.locale,
                second_language=second.facts.name,
                second=second.facts.locale,
                first_language=first.facts.name,
            )
            yield Remark(0, fact)


def _find_long_lines(records: Iterable[Record], project: Path) -> dict[Place, list[Place]]:
    """Find lines too long to review, and index their places by the place of their record."""
    by_file: dict[str, list[Record]] = {}
    for record in records:
        by_file.setdefault(record.place.file, []).append(record)
    found: dict[Place, list[Place]] = {}
    for file, in_file in by_file.items():
        starts = sorted(record.place for record in in_file)
        for number, line in enumerate(read_lines(project / file, MAX_BYTES), 1):
            if len(line) > MAX_LINE and _count_breakable(line) > MAX_LINE:
                before = bisect_right(starts, number, key=attrgetter("line"))
                owner = starts[max(before - 1, 0)]
                found.setdefault(owner, []).append(Place(file, number, MAX_LINE + 1))
    return found


def _count_breakable(line: str) -> int:
    """The length of a line without URLs, which can't be broken."""
    return len(line) - sum(len(address) for _, address in find_in_text(line))
