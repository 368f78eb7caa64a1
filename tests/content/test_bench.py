"""Banks of the benchmark: they are made from the published quizzes, whatever those hold."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import Event
from time import monotonic

import pytest

from bench.banks import LOCALES, PUBLISHED, QUESTIONS, find_quizzes, make_project, read_yaml
from bench.edits import TitleEdit
from bench.measure import BenchError, Project, build_cold
from bench.memory import MemoryWatch
from bench.stock import write_stock
from espejo.check.project import inspect_project

PATIENCE = 300.0
"""Seconds to wait for a look at the memory. Only a watch that sees nothing takes as long."""


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


def test_the_pages_of_stock_hold_every_question(tmp_path: Path) -> None:
    """Also after the words of the locales have changed, from which its headings are made."""
    write_stock(PUBLISHED, tmp_path)
    for quiz in find_quizzes(PUBLISHED):
        read = read_yaml(quiz)
        for ending in ("md", f"{LOCALES[1]}.md"):
            page = tmp_path / "docs" / quiz.parent.name / f"{quiz.stem}.{ending}"
            text = page.read_text(encoding="utf-8")
            for item in (*read.get("questions", ()), *read.get("cards", ())):
                assert f"{{ #{item['id']} }}" in text


def test_an_edit_changes_one_title_in_each_language(tmp_path: Path) -> None:
    """The next edit replaces it, and the bank stays sound."""
    make_project(tmp_path / "bank", quizzes=1)
    data = tmp_path / "bank" / "data"
    edit = TitleEdit(next(find_quizzes(data)))
    edit.save("edited1")
    edit.save("edited2")
    made = inspect_project(data)
    assert list(map(str, made.problems)) == []
    for locale in LOCALES:
        titles = [question.title.show(locale).markdown for _, question in made.bank.questions()]
        assert [title.endswith(" edited2") for title in titles].count(True) == 1
        assert not any("edited1" in title for title in titles)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of a process's descendants")
def test_the_memory_of_a_child_of_a_build_counts() -> None:
    """A build forks workers, so that its first process alone says little."""
    child = "block = b'x' * 80_000_000; input()"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    process = subprocess.Popen([sys.executable, "-c", parent], stdin=subprocess.PIPE)
    with MemoryWatch([process.pid]) as watch:
        end = monotonic() + PATIENCE
        while watch.memory.total < 80e6 and monotonic() < end:
            Event().wait(0.05)  # the child lives until it has been seen
        process.communicate(b"\n")
    assert 80e6 < watch.memory.largest < 160e6
    assert watch.memory.total > 80e6


def test_a_build_that_fails_says_why(tmp_path: Path) -> None:
    failing = Project((tmp_path,), (sys.executable, "-c", "raise SystemExit('no such page')"))
    with pytest.raises(BenchError, match="no such page"):
        build_cold(failing, pages=1)
