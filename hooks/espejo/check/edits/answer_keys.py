"""Changed answer keys: the questions of which an edit changes what is right, and the choices it turns.

A key has changed if in any language another statement, number or choice is right than before. A choice is
the same as before if its text is, wherever it stands now, or if it stands in the same place and was only
reworded: it has the same code, formulas, numbers and negations, and more than four in five of its words, in
their order. Whenever that leaves a doubt, the key counts as changed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from espejo.check.edits.versions import Pair, Versions
from espejo.markdown.fingerprint import fingerprint
from espejo.markdown.parsed import ParsedPassage
from espejo.model.collection import Placed
from espejo.model.kinds import KINDS
from espejo.model.language import Locale
from espejo.model.quiz import Choice, Question, label_choice
from espejo.model.text import Text

SAME_WORDS = 0.8
"""A choice in the same place whose words are more alike than this was only reworded."""

_MAX_WORDS = 300  # of a choice that is compared word by word
_NUMBER = re.compile(r"\d+")


class Turned(NamedTuple):
    """A choice that was right and is wrong now, or the other way round; its number now, from 1."""

    number: int
    before: Choice
    after: Choice


class ChangedKey(NamedTuple):
    """A question of which something else is right now, and its choices that changed sides."""

    before: Placed
    after: Placed
    turned: tuple[Turned, ...] = ()

    @property
    def id(self) -> str:
        return self.after.item.id


def find_changed_keys(versions: Versions) -> Iterator[ChangedKey]:
    """The changed keys, in the order of the bank."""
    for pair in versions.pairs:
        if changed := compare_keys(pair, versions.bank.locales):
            yield changed


def compare_keys(pair: Pair, locales: Mapping[str, Locale]) -> ChangedKey | None:
    """The changed key of a question, or None if the same is right; an unknown kind is reported elsewhere."""
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
    """Whether the truth of a statement, or a number, its tolerance or its unit is another one."""
    values = ((one.correct, one.value, one.tolerance or 0) for one in (before, after))
    first, second = values
    return first != second or not _is_same_unit(before.unit, after.unit)


def _is_same_unit(before: Text | None, after: Text | None) -> bool:
    """Whether a unit reads the same in every language that it had and has; a new translation is no change."""
    if before is None or after is None:
        return before is after
    common = before.passages.keys() & after.passages.keys()
    return bool(common) and all(before.passages[one] == after.passages[one] for one in common)


def _list_sides(question: Question) -> list[tuple[Mapping[str, str], bool]]:
    return [(choice.text.passages, choice.correct) for choice in question.choices]


def _compare_choices(
    pair: Pair, before: Question, after: Question, locales: Mapping[str, Locale]
) -> ChangedKey | None:
    """Compare the right choices in each language that all of them have; without one, nobody can tell."""
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
    """Match the choices in one language: the same text anywhere, then a reworded one in its place."""
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
    """Whether two passages say the same in nearly the same words; in doubt they do not."""
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
    """What nobody rewords: code, listings, formulas and numbers."""
    parts = (passage.code, passage.listings, passage.math)
    return (*([one.value for one in part] for part in parts), _NUMBER.findall(passage.prose))


def _is_changed(matches: Matches, before: Question, after: Question) -> bool:
    """Whether a choice changed sides, or a right one is gone or new."""
    old = {number - 1 for number in before.right_choices()}
    new = {matches.get(number - 1) for number in after.right_choices()}
    return old != new


def _list_turned(matches: Matches, before: Question, after: Question) -> Iterator[tuple[int, Turned]]:
    for index, old in matches.items():
        first, second = before.choices[old], after.choices[index]
        if first.correct != second.correct:
            yield index + 1, Turned(index + 1, first, second)


class Right(NamedTuple):
    """Something that is right: the label of a choice, if it is one, and its Markdown."""

    label: str
    markdown: str


def list_right(placed: Placed, locale: str, language: Locale) -> list[Right]:
    """What is right in one language: choices, the truth of a statement, or a number with its tolerance."""
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
