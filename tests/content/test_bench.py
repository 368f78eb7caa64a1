"""Benchmark banks: generated from the published quizzes, whatever those contain."""

from __future__ import annotations

from pathlib import Path

from bench.banks import LOCALES, QUESTIONS, find_quizzes, make_project, read_yaml
from bench.peers import write_stock
from bench.serving import edit_title
from espejo.check.project import inspect_project


def test_a_benchmark_bank_is_valid(tmp_path: Path) -> None:
    """All questions differ, the baselines have all of them, and an edit appears in both languages."""
    quizzes = 12
    data = make_project(tmp_path / "bank", quizzes=quizzes) / "data"
    write_stock(data, tmp_path / "stock")
    first, *_ = files = list(find_quizzes(data))
    for quiz in files:
        for ending in ("md", f"{LOCALES[1]}.md"):
            page = tmp_path / "stock" / "docs" / quiz.parent.name / f"{quiz.stem}.{ending}"
            text = page.read_text(encoding="utf-8")
            assert all(f"{{ #{one['id']} }}" in text for one in read_yaml(quiz)["questions"])
    first.write_text(edit_title(first.read_text(encoding="utf-8"), "edited1"), encoding="utf-8")
    made = inspect_project(data)
    assert list(map(str, made.problems)) == []
    questions = [question for _, question in made.bank.questions()]
    assert len({question.id for question in questions}) == len(questions) == quizzes * QUESTIONS
    for locale in made.bank.locales:
        titles = [question.title.show(locale).markdown for question in questions]
        assert len(set(titles)) == len(titles)
        assert [title.endswith(" edited1") for title in titles].count(True) == 1
