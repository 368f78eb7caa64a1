"""Answer-key patterns: random keys pass, and authors' habits are noticed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from espejo.check.key_balance import find_key_patterns
from espejo.model.bank import Bank
from espejo.model.collection import Collection
from espejo.model.problems import Place
from espejo.model.quiz import Choice, KindName, Question, Quiz
from espejo.model.reference import Reference
from espejo.model.text import ONCE, Text

HERE = Place("data/quizzes/phase-01-x.yaml", 1, 1)
WORD = Text({ONCE: "`x`"}, HERE)


def make_bank(quizzes: Sequence[Sequence[int]], *, choices: int = 4, kind: KindName = "single") -> Bank:
    """Makes a bank of quizzes with correct choices at these positions, counted from 1."""
    units = {
        f"phase-{number:02}-x": Quiz(
            title=WORD,
            subject=WORD,
            focus=WORD,
            questions=tuple(
                make_question(f"q-{number:02}-{one:02}", kind, position, choices)
                for one, position in enumerate(positions, 1)
            ),
            place=HERE._replace(file=f"data/quizzes/phase-{number:02}-x.yaml"),
        )
        for number, positions in enumerate(quizzes, 1)
    }
    collection = Collection(folder="quizzes", prefix="q", title=WORD, about=WORD, place=HERE, units=units)
    return Bank({}, (collection,), Reference())


def make_question(id_: str, kind: KindName, position: int, choices: int) -> Question:
    offered = (Choice(text=WORD, correct=one == position, place=HERE) for one in range(1, choices + 1))
    return Question(id=id_, kind=kind, title=WORD, choices=tuple(offered), place=HERE, last_line=1)


def list_facts(bank: Bank) -> list[str]:
    return [str(notice.fact) for notice in find_key_patterns(bank)]


@pytest.mark.parametrize(("quizzes", "questions", "choices"), [(12, 10, 4), (40, 10, 3), (3, 5, 4)])
def test_random_keys_pass(quizzes: int, questions: int, choices: int) -> None:
    """Of 150 banks with random keys, at most one gets a notice."""
    random = Random(14)  # noqa: S311 (a fixed seed makes the test reproducible)
    noticed = 0
    for _ in range(150):
        keys = [random.choices(range(1, choices + 1), k=questions) for _ in range(quizzes)]
        noticed += bool(list_facts(make_bank(keys, choices=choices)))
    assert noticed <= 1


def test_long_runs_are_noticed() -> None:
    """Three quizzes with the second choice correct five times in a row are no accident."""
    quiet = [[1, 2, 3, 4, 1, 3], [4, 3, 2, 1, 4, 2]]
    runs = [[1, 2, 2, 2, 2, 2], [3, 1, 2, 2, 2, 2, 2], [4, 2, 2, 2, 2, 2]]
    (fact,) = list_facts(make_bank([*quiet, *runs]))
    assert "at the same position 5 or more times in a row, 3 times in the bank" in fact
    assert "Runs begin at: q-03-02, q-04-03, q-05-02." in fact


def test_one_run_of_four_is_chance() -> None:
    """Among twelve quizzes, one such run is likely, and avoiding it would be a pattern, too."""
    quizzes = [[1, 2, 3, 4], [4, 2, 1, 3], [2, 1, 4, 3], [3, 4, 2, 1], [1, 4, 3, 2], [2, 3, 1, 4]]
    assert list_facts(make_bank([*quizzes, [1, 3, 3, 3, 3]])) == []


def test_a_question_with_several_right_choices_ends_a_run() -> None:
    """Only questions with one correct choice count, because the reader sees the others in between."""
    assert list_facts(make_bank([[1] * 20], kind="multiple")) == []
    assert list_facts(make_bank([[1] * 20])) != []


def test_quizzes_that_begin_alike_are_noticed() -> None:
    """Five of ten quizzes begin with choices 2, 3, and 1: ten pairs, where chance gives less than one."""
    others = [[1, 2, 4], [4, 4, 1], [3, 1, 2], [1, 1, 3], [2, 4, 4]]
    (fact,) = list_facts(make_bank([*others, *[[2, 3, 1]] * 5]))
    assert "10 pairs of quizzes begin with the same 3 right choices, where chance gives about 0.70." in fact
    assert "Most alike: data/quizzes/phase-06-x.yaml, " in fact
    assert list_facts(make_bank([*others, *[[2, 3, 1]] * 2])) == [], "two may be chance"


def test_quizzes_with_other_numbers_of_choices_are_not_compared() -> None:
    """The same position among two and among ten choices isn't the same habit."""
    two, ten = (make_bank([[1, 2, 1]] * 2, choices=choices) for choices in (2, 10))
    units = {**two.collections[0].units, **{f"{slug}-y": u for slug, u in ten.collections[0].units.items()}}
    bank = Bank({}, (replace(two.collections[0], units=units),), Reference())
    assert list_facts(bank) == []


def test_a_long_quiz_takes_linear_time() -> None:
    """Runs of any length in a quiz of several thousand questions take linear time."""
    keys = [1 + length % 2 for length in range(1, 100) for _ in range(length)]
    assert len(list_facts(make_bank([keys]))) == 1
