"""Banks of the benchmark: they are made from the published quizzes, whatever those hold."""

from __future__ import annotations

from pathlib import Path

from bench.banks import QUESTIONS, make_project
from espejo.check.project import inspect_project


def test_the_banks_of_the_benchmark_are_sound(tmp_path: Path) -> None:
    """They have as many questions as asked, all different, and no problem."""
    quizzes = 120
    make_project(tmp_path / "bank", quizzes=quizzes)
    made = inspect_project(tmp_path / "bank" / "data")
    assert list(map(str, made.problems)) == []
    questions = [question for _, question in made.bank.questions()]
    assert len(questions) == quizzes * QUESTIONS
    for seen in (
        {question.id for question in questions},
        *({question.title.show(locale).markdown for question in questions} for locale in made.bank.locales),
    ):
        assert len(seen) == len(questions)
