"""Lint score: what its edits do to a passage, how it counts, and that the small bank passes it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from espejo.editing.lints.language_facts import LanguageFacts
from espejo.model.bank import Bank
from lint_score.defects import DEFECTS
from lint_score.editing import Edit, Passages, Sample
from lint_score.harmless import HARMLESS
from lint_score.report import find_shortfalls, write_report
from lint_score.score import PARTS, Score, list_subjects, part_of, score_bank
from small_bank import load_small_bank

EDITS: dict[str, Edit] = {one.name: one.edit for one in (*DEFECTS, *HARMLESS)}


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_small_bank().bank


def apply(bank: Bank, name: str, locale: str, passages: Passages) -> Passages | None:
    facts = {one: LanguageFacts(one, bank) for one in passages}
    return EDITS[name](Sample(passages, facts, Random(name)), locale)  # noqa: S311 (not a secret)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("negation dropped", "It does not change.", "It changes."),
        ("negation dropped", "Do not carry it.", "Carry it."),
        ("negation dropped", "It doesn't carry it.", "It carries it."),
        ("negation dropped", "It cannot end.", "It can end."),
        ("negation dropped", "There is no error.", "There is an error."),
        ("negation dropped", "No layers are left.", "Layers are left."),
        ("negation dropped", "It no longer works.", "It still works."),
        ("negation dropped", "Nothing changes.", "Everything changes."),
        ("negation dropped", "It is a push, not a ban.", "It is a push and a ban."),
        ("negation dropped", "It is large or not, no matter which.", None),
        ("negation dropped", "It is `not x`.", None),
        ("negation added", "It can end.", "It cannot end."),
        ("negation added", "It changes the order.", "It does not change the order."),
        ("negation added", "They are equal.", "They are not equal."),
        ("number changed", "It has 3 parts.", "It has 4 parts."),
        ("contraction", "It does not end.", "It doesn't end."),
        ("negation in italics", "It does not end.", "It does _not_ end."),
        ("two sentences joined", "It ends. It begins.", "It ends; it begins."),
    ],
)
def test_an_edit_of_an_english_passage(bank: Bank, name: str, before: str, after: str | None) -> None:
    """What comes out is still a sentence, and nothing else is touched."""
    edited = apply(bank, name, "en", {"en": before, "es": "Otra cosa."})
    assert edited == (after and {"en": after, "es": "Otra cosa."})


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("negation dropped", "No cambia nada.", "Cambia todo."),
        ("negation dropped", "No hay ningún error: termina.", "Hay un error: termina."),
        ("negation dropped", "Sin embargo, cambia sin avisar.", "Sin embargo, cambia con avisar."),
        ("negation dropped", "Nunca termina.", "Siempre termina."),
        ("negation dropped", "Es grande o no.", None),
        ("negation added", "Se puede leer.", "No se puede leer."),
        ("negation added", "La lista tiene orden.", "La lista no tiene orden."),
        ("decimal comma", "Vale 0.5.", "Vale 0,5."),
        ("opening mark forgotten", "¿Qué es?", "Qué es?"),
    ],
)
def test_an_edit_of_a_spanish_passage(bank: Bank, name: str, before: str, after: str | None) -> None:
    edited = apply(bank, name, "es", {"en": "Something else.", "es": before})
    assert edited == (after and {"en": "Something else.", "es": after})


@pytest.mark.parametrize("name", EDITS)
def test_every_edit_changes_a_passage_of_its_kind(bank: Bank, name: str) -> None:
    """Each has something to change in a passage with everything in it, and always does the same."""
    english = "A string, not a “set”, was 1.5 long. It is what it is because of the `code` of $a+2$ here now."
    spanish = (
        "¿Es una cadena, no un «conjunto», de 1.5? Es lo que es por el `code` de $a+2$ aquí y ahora mismo."
    )
    listing = "\n\n- One.\n- Two.\n\n```python\nvalue = other\nx = 1  # here\n```"
    rich: Passages = {"en": english + listing, "es": spanish + listing}
    plain: Passages = {"en": "It is small. It does not end.", "es": "Es pequeño. No termina."}
    items: Passages = {"en": "There is more:\n\n- One.\n- Two.", "es": "Hay más:\n\n- Uno.\n- Dos."}
    tried = [(locale, passages) for passages in (rich, plain, items) for locale in passages]
    edited = [apply(bank, name, locale, passages) for locale, passages in tried]
    assert any(edited)
    assert all(one != passages for one, (_, passages) in zip(edited, tried, strict=True))
    assert edited == [apply(bank, name, locale, passages) for locale, passages in tried]


def test_each_record_is_in_one_part(bank: Bank) -> None:
    """So that no rule is judged on a passage it was tuned on, whatever is added to the bank."""
    tune, judge = ({subject.record.id for subject in list_subjects(bank, part)} for part in PARTS)
    assert tune
    assert judge
    assert tune.isdisjoint(judge)
    assert (part_of("q-01-01"), part_of("q-01-02")) == ("tune", "tune")


@pytest.mark.parametrize("part", PARTS)
def test_the_small_bank_has_no_false_alarm(bank: Bank, part: str) -> None:
    """Neither as it is nor after an edit that changes nothing; and most defects in it are caught."""
    score = score_bank(bank, part, is_reviewed=True)
    assert score.unedited == 0
    assert score.disturbed.total() == 0
    assert score.real.total() > 0
    assert score.caught["two spaces"] == score.tried["two spaces"] > 0
    assert "negation dropped" in write_report(score)


def test_an_alarm_on_a_published_passage_is_false_unless_it_is_allowed(bank: Bank) -> None:
    """What a record allows is counted apart."""
    subjects = [subject for part in PARTS for subject in list_subjects(bank, part)]
    allowing = {subject.record.id for subject in subjects if subject.record.allow}
    assert allowing
    scores = [score_bank(bank, part, is_reviewed=True) for part in PARTS]
    assert sum(score.allowed for score in scores) > 0
    assert sum(score.unedited for score in scores) == 0


def test_an_alarm_on_a_passage_that_nobody_reviewed_is_to_be_read(bank: Bank) -> None:
    """It may be real: it counts neither way, and what its lint says after an edit does not either."""
    reviewed, unread = (
        [score_bank(bank, part, is_reviewed=is_reviewed) for part in PARTS] for is_reviewed in (True, False)
    )
    assert sum(len(score.unread) for score in unread) == sum(score.allowed for score in reviewed) > 0
    assert sum(score.allowed for score in unread) == 0
    assert [score.real for score in unread] == [score.real for score in reviewed]
    assert any("to judge by reading them" in write_report(score) for score in unread)


def test_a_lint_that_is_often_wrong_misses_the_goal() -> None:
    """And so does a negation lint that lets too much pass."""
    score = Score()
    score.real["links"], score.false["links"] = 8, 2
    score.real["math"] = 10
    score.tried["negation dropped"], score.caught["negation dropped"] = 100, 74
    score.tried["negation added"], score.caught["negation added"] = 100, 75
    assert find_shortfalls(score) == [
        "links: 80.0 % of its reports are real",
        "negation dropped: 74.0 % caught",
    ]
    assert find_shortfalls(replace(score, caught=score.tried, false=Score().false)) == []
