"""Scoring: lints passages before and after each edit; counts false reports and caught defects."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import NamedTuple

from espejo.editing.lints.linter import Linter
from espejo.model.bank import Bank, Record
from espejo.model.quiz import Question
from espejo.model.text import Text
from project import ROOT

from .defects import DEFECTS
from .editing import Change, Passages, Sample
from .harmless import HARMLESS

PARTS = ("tune", "judge")
"""The lints are tuned only on the first part; the results that count come from the second."""


class Subject(NamedTuple):
    """A text in all languages of the bank, with the record it belongs to."""

    record: Record
    texts: tuple[Text, ...]
    number: int

    @property
    def text(self) -> Text:
        return self.texts[self.number]

    @property
    def has_choices(self) -> bool:
        return isinstance(self.record, Question) and bool(self.record.choices)


class Alarm(NamedTuple):
    lint: str
    fact: str


@dataclass
class Score:
    """The counts, and an example of each failure."""

    passages: int = 0
    allowed: int = 0  # alarms on unedited passages that their records allow
    unedited: int = 0  # other alarms on unedited passages
    real: Counter[str] = field(default_factory=Counter)  # by lint
    false: Counter[str] = field(default_factory=Counter)  # by lint
    tried: Counter[str] = field(default_factory=Counter)  # by kind of edit
    caught: Counter[str] = field(default_factory=Counter)  # by kind of defect
    disturbed: Counter[str] = field(default_factory=Counter)  # harmless edits that were reported, by kind
    mistakes: list[str] = field(default_factory=list)

    def count(self, alarm: Alarm, where: str, *, is_real: bool) -> None:
        """Counts an alarm about an edit, or about a published text, where any alarm is false."""
        (self.real if is_real else self.false)[alarm.lint] += 1
        if not is_real:
            self.mistakes.append(f"false alarm, {where}: {alarm.fact}")


def part_of(id_: str) -> str:
    """Assigns a record to a part by a hash of its id, so that it never changes."""
    return PARTS[hashlib.sha256(id_.encode()).digest()[-1] % len(PARTS)]


def list_subjects(bank: Bank, part: str) -> Iterator[Subject]:
    """Lists every text in a part of the bank that is written in all languages."""
    for record in bank.records():
        texts = tuple(record.texts())
        for number, text in enumerate(texts):
            if part_of(record.id) == part and text.differs and set(text.passages) == set(bank.locales):
                yield Subject(record, texts, number)


def score_bank(bank: Bank, part: str) -> Score:
    linter, score = Linter(bank, ROOT), Score()
    for subject in list_subjects(bank, part):
        score.passages += 1
        alarms = _lint(linter, subject, dict(subject.text.passages))
        allowed = {alarm for alarm in alarms if alarm.lint in (subject.record.allow or {})}
        score.allowed += len(allowed)
        score.unedited += len(alarms - allowed)
        for alarm in sorted(alarms - allowed):
            score.count(alarm, subject.record.id, is_real=False)
        known = {alarm.lint for alarm in alarms}
        for locale in subject.text.passages:
            for change in (*DEFECTS, *HARMLESS):
                if change.lint not in known and (subject.has_choices or not change.choices_only):
                    _try(change, linter, score, subject, locale, known)
    return score


def _try(
    change: Change, linter: Linter, score: Score, subject: Subject, locale: str, known: set[str]
) -> None:
    """Makes an edit and counts only the findings that are new since then."""
    passages = change.edit(_make_sample(linter, subject, change.name, locale), locale)
    if not passages:
        return
    score.tried[change.name] += 1
    alarms = {alarm for alarm in _lint(linter, subject, passages) if alarm.lint not in known}
    if not change.lint:
        score.disturbed[change.name] += bool(alarms)
    elif change.lint in {alarm.lint for alarm in alarms}:
        score.caught[change.name] += 1
    else:
        score.mistakes.append(f"missed: {change.name}: {subject.record.id}: {passages}")
    for alarm in sorted(alarms):
        score.count(alarm, f"{change.name}: {passages}", is_real=alarm.lint in {change.lint, *change.also})


def _make_sample(linter: Linter, subject: Subject, name: str, locale: str) -> Sample:
    """Seeds the edit by its passages and name only, so that every run makes the same edits."""
    seed = "\0".join((name, locale, subject.record.id, *subject.text.passages.values()))
    return Sample(dict(subject.text.passages), linter.languages, Random(seed))  # noqa: S311 (not a secret)


def _lint(linter: Linter, subject: Subject, passages: Passages) -> set[Alarm]:
    text = replace(subject.text, passages=passages)
    texts = (*subject.texts[: subject.number], text, *subject.texts[subject.number + 1 :])
    found = linter.lint_text(text, texts, is_shuffled=subject.has_choices)
    return {Alarm(finding.lint, finding.remark.fact) for finding in found}
