"""The bank enters; what looks wrong in its passages leaves, unless the record says that it is right.

A lint is a rule that can be mistaken. What it finds is a problem that stops the check and not the build, and
that a record may accept by the lint's name, with a reason. What is accepted and not found is reported too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from espejo.bank import no_collecting
from espejo.lints.locate import Locator
from espejo.lints.pairs import (
    compare_code,
    compare_links,
    compare_lists,
    compare_math,
    compare_negations,
    compare_numbers,
    compare_terms,
    compare_words,
)
from espejo.lints.passages import find_leftovers, find_openings, find_order, find_quotes, find_spaces
from espejo.lints.reading import Part, Reading
from espejo.lints.tongues import Side, Tongue
from espejo.load import MAX_BYTES
from espejo.model import Bank, Question, Record
from espejo.problems import Place, Problem, suggest
from espejo.text import Text

MAX_LINE = 160
MUCH_LONGER = 1.5
FEW_CHARACTERS = 20

# What compares a passage in two languages, or finds that it is one and the same; what reads it in one
# language; what reads it only beside choices.
PAIRS: tuple[tuple[str, Callable[[Side, Side], Iterator[Part]]], ...] = (
    ("numbers", compare_numbers),
    ("code", compare_code),
    ("math", compare_math),
    ("links", compare_links),
    ("lists", compare_lists),
    ("negation", compare_negations),
    ("terms", compare_terms),
)
SAME: tuple[tuple[str, Callable[[Side, Side], Iterator[Part]]], ...] = (("untranslated", compare_words),)
PASSAGES: tuple[tuple[str, Callable[[Side], Iterator[Part]]], ...] = (
    ("untranslated", find_leftovers),
    ("spaces", find_spaces),
    ("quotes", find_quotes),
    ("openings", find_openings),
)
CHOICES = (("order", find_order),)
LINTS = (*dict.fromkeys(name for name, _ in (*PAIRS, *SAME, *PASSAGES, *CHOICES)), "length", "lines")


class Finding(NamedTuple):
    """What a lint found, and where: in a text, or, if it is no text's, at a place."""

    lint: str
    fact: str
    text: Text | None
    locale: str = ""
    at: int = 0
    place: Place | None = None


def lint_bank(bank: Bank, project: Path, *, known: Iterable[Problem] = ()) -> list[Problem]:
    """Everything the lints find and no record accepts.

    A record with a problem that is known is left alone, so that one mistake is not reported twice.
    """
    broken = {(problem.place.file, problem.owner) for problem in known}
    with no_collecting():
        records = [one for one in bank.records() if (one.place.file, one.id) not in broken]
        linter = _Linter(bank, project, _find_long_lines(records, project))
        return [problem for record in records for problem in linter.lint(record)]


class _Linter:
    def __init__(self, bank: Bank, project: Path, long_lines: Mapping[Place, list[Place]]) -> None:
        self.tongues = {locale: Tongue(locale, bank) for locale in bank.locales}
        self.locator = Locator(project)
        self.long_lines = long_lines

    def lint(self, record: Record) -> Iterator[Problem]:
        """What is found in a record and not accepted, and what is accepted and not found."""
        findings = list(self._find(record))
        accepted = record.accept or {}
        for finding in findings:
            if finding.lint not in accepted:
                fact = f"{finding.fact} Or, if it is right: accept: {{{finding.lint}: the reason}}"
                yield Problem(self._place(finding, record), record.id, fact)
        for name in accepted:
            if name not in LINTS:
                yield Problem(name.place, record.id, f"unknown lint '{name}'.{suggest(name, LINTS)}")
            elif name not in {finding.lint for finding in findings}:
                fact = f"nothing to accept: '{name}' finds nothing here. Take it out."
                yield Problem(name.place, record.id, fact)

    def _place(self, finding: Finding, record: Record) -> Place:
        if finding.text:
            return self.locator.place(finding.text, finding.locale, finding.at)
        return finding.place or record.place

    def _find(self, record: Record) -> Iterator[Finding]:
        texts = tuple(record.texts())
        choices = isinstance(record, Question) and bool(record.choices)
        for text in texts:
            if text.differs:
                yield from self._compare(text, texts, beside_choices=choices)
        if isinstance(record, Question) and record.kind == "single":
            yield from self._compare_lengths(record)
        for place in self.long_lines.get(record.place, ()):
            yield Finding("lines", f"a line of more than {MAX_LINE} characters. Break it.", None, place=place)

    def _compare(self, text: Text, record: tuple[Text, ...], *, beside_choices: bool) -> Iterator[Finding]:
        """Reads each passage of a text alone, and each beside the one in the glossary's language."""
        sides = [Side(self.tongues[one], Reading(said), record) for one, said in text.passages.items()]
        sides.sort(key=lambda side: not side.tongue.leads)
        for side in sides:
            for name, read in (*PASSAGES, *CHOICES) if beside_choices else PASSAGES:
                for part in read(side):
                    yield Finding(name, part.value, text, side.tongue.locale, part.at)
        for side in sides[1:]:
            same = side.reading.markdown == sides[0].reading.markdown
            for name, compare in SAME if same else PAIRS:
                for part in compare(sides[0], side):
                    yield Finding(name, part.value, text, side.tongue.locale, part.at)

    def _compare_lengths(self, question: Question) -> Iterator[Finding]:
        """The right choice does not give itself away by being much longer than every other one."""
        for locale, tongue in self.tongues.items():
            lengths = [len(choice.text.show(locale).markdown) for choice in question.choices]
            right = next((at for at, choice in enumerate(question.choices) if choice.correct), None)
            if right is None or len(lengths) < 2:
                return
            longest = max(length for at, length in enumerate(lengths) if at != right)
            if lengths[right] > max(MUCH_LONGER * longest, longest + FEW_CHARACTERS):
                fact = f"the right choice is by far the longest in {tongue.name}"
                shown = f"{lengths[right]} characters, the next {longest}"
                yield Finding("length", f"{fact}: {shown}.", question.choices[right].text, locale)
                return


def _find_long_lines(records: Iterable[Record], project: Path) -> dict[Place, list[Place]]:
    """By the place of the record they stand in, the places of lines that nobody can review."""
    by_file: dict[str, list[Record]] = {}
    for record in records:
        by_file.setdefault(record.place.file, []).append(record)
    found: dict[Place, list[Place]] = {}
    for file, inside in by_file.items():
        for number, line in enumerate(_read_lines(project / file), 1):
            if len(line) > MAX_LINE:
                before = (one.place for one in inside if one.place.line <= number)
                owner = max(before, default=inside[0].place)
                found.setdefault(owner, []).append(Place(file, number, MAX_LINE + 1))
    return found


def _read_lines(path: Path) -> list[str]:
    """The lines of a file, and none of one that the bank would not read either."""
    if path.is_symlink() or not path.is_file():
        return []
    with path.open("rb") as opened:
        return opened.read(MAX_BYTES).decode(errors="replace").split("\n")
