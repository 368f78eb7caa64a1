"""Changed answer keys: questions whose right answer changed, and the choices that became right or wrong.

A key has changed if in any language a different statement, number, or choice is now right. A choice is the
same as before if it has the same text at any position, or if it has the same position and was only reworded:
the same code, formulas, numbers, and negations, and more than four in five words in the same order. In doubt,
the key counts as changed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from espejo.check.versions import Pair, Versions
from espejo.markdown.fingerprint import fingerprint
from espejo.markdown.parsed import ParsedPassage
from espejo.model.collection import Placed
from espejo.model.kinds import KINDS
from espejo.model.language import Locale
from espejo.model.quiz import Choice, Question, label_choice
from espejo.model.text import Text

SAME_WORDS = 0.8
"""Similarity above which a choice at the same position was only reworded."""

_MAX_WORDS = 300  # longer choices are not compared word by word
_NUMBER = re.compile(r"\d+")


class Turned(NamedTuple):
    """A choice that became right or wrong; `number` is its new number, from 1."""

    number: int
    before: Choice
    after: Choice


class ChangedKey(NamedTuple):
    """A question whose right answer changed, and the choices that became right or wrong."""

    before: Placed
    after: Placed
    turned: tuple[Turned, ...] = ()

    @property
    def id(self) -> str:
        return self.after.item.id


def find_changed_keys(versions: Versions) -> Iterator[ChangedKey]:
    """Find the changed keys, in the order of the bank."""
    for pair in versions.pairs:
        if changed := compare_keys(pair, versions.bank.locales):
            yield changed


def compare_keys(pair: Pair, locales: Mapping[str, Locale]) -> ChangedKey | None:
    """The changed key of a question; None if the answer is the same or the kind is unknown."""
    before, after = pair.before.question, pair.after.question
    if not (before and after and before.kind and after.kind):
        return None
    if KINDS[before.kind].template != KINDS[after.kind].template:
        return ChangedKey(*pair)
    if _differs(before, after):
        return ChangedKey(*pair)
    if _list_sides(before) == _list_sides(after):
        return None
    return _compare_choices(pair, before, after, locales)


def _differs(before: Question, after: Question) -> bool:
    """Whether the truth value, number, tolerance, or unit changed."""
    values = ((one.correct, one.value, one.tolerance or 0) for one in (before, after))
    first, second = values
    return first != second or not _is_same_unit(before.unit, after.unit)


def _is_same_unit(before: Text | None, after: Text | None) -> bool:
    """Whether a unit is the same in every language both versions have; new translations don't count."""
    if before is None or after is None:
        return before is after
    common = before.passages.keys() & after.passages.keys()
    return bool(common) and all(before.passages[one] == after.passages[one] for one in common)


def _list_sides(question: Question) -> list[tuple[Mapping[str, str], bool]]:
    return [(choice.text.passages, choice.correct) for choice in question.choices]


def _compare_choices(
    pair: Pair, before: Question, after: Question, locales: Mapping[str, Locale]
) -> ChangedKey | None:
    """Compare the choices in each language they all have; without one, the key counts as changed."""
    changed, turned = True, dict[int, Turned]()
    choices = (*before.choices, *after.choices)
    complete = [name for name in locales if all(choice.text.has(name) for choice in choices)]
    if complete:
        compared = [_match_in(name, locales[name], before.choices, after.choices) for name in complete]
        changed = any(_is_changed(matches, before, after) for matches in compared)
        turned = {number: one for matches in compared for number, one in _list_turned(matches, before, after)}
    return ChangedKey(*pair, tuple(turned[number] for number in sorted(turned))) if changed else None


Matches = dict[int, int]
"""The index of each choice before the edit, by its index after it."""


def _match_in(locale: str, language: Locale, before: Sequence[Choice], after: Sequence[Choice]) -> Matches:
    """Match choices in one language: first by text at any position, then by rewording at the same one."""
    old, new = ([choice.text.show(locale).markdown for choice in side] for side in (before, after))
    left = {index: fingerprint(text) for index, text in enumerate(old)}
    matches: Matches = {}
    for index, text in enumerate(map(fingerprint, new)):
        same = index if left.get(index) == text else next((one for one in left if left[one] == text), None)
        if same is not None:
            matches[index] = same
            del left[same]
    negations = frozenset(language.writing.negations) if language.writing else frozenset[str]()
    for index, text in enumerate(new):
        if index not in matches and index in left and is_reworded(old[index], text, negations):
            matches[index] = index
            del left[index]
    return matches


def is_reworded(before: str, after: str, negations: frozenset[str]) -> bool:
    """Whether two passages differ only in wording; False in doubt."""
    old, new = ParsedPassage(before), ParsedPassage(after)
    if len(old.words) > _MAX_WORDS or len(new.words) > _MAX_WORDS or not old.words:
        return False
    if _list_literals(old) != _list_literals(new):
        return False
    if _count(old, negations) != _count(new, negations):
        return False
    return SequenceMatcher(None, old.words, new.words, autojunk=False).ratio() > SAME_WORDS


def _count(passage: ParsedPassage, words: frozenset[str]) -> Counter[str]:
    return Counter(word for word in passage.words if word in words)


def _list_literals(passage: ParsedPassage) -> tuple[list[str], ...]:
    """Parts that rewording doesn't change: code, listings, formulas, and numbers."""
    parts = (passage.code, passage.listings, passage.math)
    return (*([one.value for one in part] for part in parts), _NUMBER.findall(passage.prose))


def _is_changed(matches: Matches, before: Question, after: Question) -> bool:
    """Whether a choice became right or wrong, or a right one was added or removed."""
    old = {number - 1 for number in before.right_choices()}
    new = {matches.get(number - 1) for number in after.right_choices()}
    return old != new


def _list_turned(matches: Matches, before: Question, after: Question) -> Iterator[tuple[int, Turned]]:
    for index, old in matches.items():
        first, second = before.choices[old], after.choices[index]
        if first.correct != second.correct:
            yield index + 1, Turned(index + 1, first, second)


class Right(NamedTuple):
    """A right answer: its Markdown, and its label if it is a choice."""

    label: str
    markdown: str


def list_right(placed: Placed, locale: str, language: Locale) -> list[Right]:
    """The right answer in one language: choices, a truth value, or a number with its tolerance."""
    question = placed.question
    if not question:
        return []
    if question.correct is not None:
        word = "true" if question.correct else "false"
        return [Right("", language.words.get(word, word))]
    if question.value is not None:
        tolerance = f" ± {question.tolerance}" if question.tolerance else ""
        unit = f" {question.unit.show(locale).markdown}" if question.unit else ""
        return [Right("", f"{question.value}{tolerance}{unit}")]
    return [
        Right(label_choice(placed.labels, number), question.choices[number - 1].text.show(locale).markdown)
        for number in question.right_choices()
    ]
