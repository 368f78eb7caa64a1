"""Scoring: lint passages as they are and after each edit; count what is real, false, caught and missed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from espejo.editing.lints.linter import Linter
from espejo.model.bank import Bank, Record
from espejo.model.quiz import Question
from espejo.model.text import Text

from .defects import DEFECTS
from .editing import Passages, Sample
from .harmless import HARMLESS

PARTS = ("tune", "judge")
"""The lints are tuned on the first part alone; the figures that count are those of the second."""


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
    """The counts, and an example of each thing that went wrong."""

    passages: int = 0
    allowed: int = 0  # alarms on unedited passages that their records allow
    unedited: int = 0  # alarms on unedited passages that they do not
    unread: list[str] = field(default_factory=list)  # alarms on unedited passages that may be wrong
    real: Counter[str] = field(default_factory=Counter)  # by lint
    false: Counter[str] = field(default_factory=Counter)  # by lint
    tried: Counter[str] = field(default_factory=Counter)  # by kind of edit
    caught: Counter[str] = field(default_factory=Counter)  # by kind of defect
    disturbed: Counter[str] = field(default_factory=Counter)  # harmless edits that were reported, by kind
    mistakes: list[str] = field(default_factory=list)


def part_of(id_: str) -> str:
    """The part of a record, by a hash of its id: the same on every machine, whatever else is in the bank."""
    return PARTS[hashlib.sha256(id_.encode()).digest()[-1] % len(PARTS)]


def list_subjects(bank: Bank, part: str) -> Iterator[Subject]:
    """Every text of a part of the bank that is written in all languages."""
    for record in bank.records():
        texts = tuple(record.texts())
        for number, text in enumerate(texts):
            if part_of(record.id) == part and text.differs and set(text.passages) == set(bank.locales):
                yield Subject(record, texts, number)


def score_bank(bank: Bank, part: str, *, is_reviewed: bool) -> Score:
    """Score a part of a bank. In one that nobody reviewed, what is reported as it stands may be real."""
    linter, score = Linter(bank, Path()), Score()
    for subject in list_subjects(bank, part):
        score.passages += 1
        alarms = _lint(linter, subject, dict(subject.text.passages))
        _count_unedited(score, subject, alarms, is_reviewed=is_reviewed)
        known = {alarm.lint for alarm in alarms}
        for locale in subject.text.passages:
            _try_defects(linter, score, subject, locale, known)
            _try_harmless(linter, score, subject, locale, known)
    return score


def _count_unedited(score: Score, subject: Subject, alarms: set[Alarm], *, is_reviewed: bool) -> None:
    """Everything reported on a reviewed text as it stands is a false alarm, unless its record allows it."""
    for alarm in sorted(alarms):
        if not is_reviewed:
            score.unread.append(f"{alarm.lint}: {subject.record.id}: {alarm.fact} {subject.text.passages}")
        elif alarm.lint in (subject.record.allow or {}):
            score.allowed += 1
        else:
            score.unedited += 1
            score.false[alarm.lint] += 1
            score.mistakes.append(f"false alarm, unedited: {subject.record.id}: {alarm.fact}")


def _try_defects(linter: Linter, score: Score, subject: Subject, locale: str, known: set[str]) -> None:
    """Make each defect that the lint for it does not report already."""
    for defect in DEFECTS:
        if defect.lint in known or (defect.choices_only and not subject.has_choices):
            continue
        passages = defect.edit(_make_sample(linter, subject, defect.name, locale), locale)
        if not passages:
            continue
        score.tried[defect.name] += 1
        alarms = _lint_edited(linter, subject, passages, known)
        is_caught = defect.lint in {alarm.lint for alarm in alarms}
        score.caught[defect.name] += is_caught
        if not is_caught:
            score.mistakes.append(f"missed: {defect.name}: {subject.record.id}: {passages}")
        for alarm in sorted(alarms):
            is_real = alarm.lint == defect.lint or alarm.lint in defect.also
            (score.real if is_real else score.false)[alarm.lint] += 1
            if not is_real:
                score.mistakes.append(
                    f"false alarm, {defect.name}: {subject.record.id}: {alarm.fact} {passages}"
                )


def _try_harmless(linter: Linter, score: Score, subject: Subject, locale: str, known: set[str]) -> None:
    for harmless in HARMLESS:
        passages = harmless.edit(_make_sample(linter, subject, harmless.name, locale), locale)
        if not passages:
            continue
        score.tried[harmless.name] += 1
        alarms = _lint_edited(linter, subject, passages, known)
        score.disturbed[harmless.name] += bool(alarms)
        for alarm in sorted(alarms):
            score.false[alarm.lint] += 1
            score.mistakes.append(
                f"false alarm, {harmless.name}: {subject.record.id}: {alarm.fact} {passages}"
            )


def _make_sample(linter: Linter, subject: Subject, name: str, locale: str) -> Sample:
    """The dice depend on the passages and the edit alone, so every run makes the same edits."""
    seed = "\0".join((name, locale, subject.record.id, *subject.text.passages.values()))
    return Sample(dict(subject.text.passages), linter.languages, Random(seed))  # noqa: S311 (not a secret)


def _lint_edited(linter: Linter, subject: Subject, passages: Passages, known: set[str]) -> set[Alarm]:
    """What the lints report only since the edit; a lint that reported before it counts for nothing."""
    return {alarm for alarm in _lint(linter, subject, passages) if alarm.lint not in known}


def _lint(linter: Linter, subject: Subject, passages: Passages) -> set[Alarm]:
    text = replace(subject.text, passages=passages)
    texts = (*subject.texts[: subject.number], text, *subject.texts[subject.number + 1 :])
    found = linter.lint_text(text, texts, is_shuffled=subject.has_choices)
    return {Alarm(finding.lint, finding.remark.fact) for finding in found}
