"""Make targets for contributors, run for real on a copy of the project with the small bank."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from espejo.check.project import inspect_project
from project import ROOT
from small_bank import accept_changes

QUIZ = "quizzes/phase-01-arithmetic"


def run(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project / "hooks"), "LANGUAGE": "en_US:en"},
        capture_output=True,
        text=True,
        check=False,
    )


def make(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a target with the programs of this environment, which counts as installed."""
    installed = ("--old-file=.venv/site", "--old-file=.venv-prove/ready")
    return run(project, "make", *installed, f"RUN={Path(sys.executable).parent}", *words)


@pytest.fixture
def project(project: Path) -> Path:
    """A project as somebody has cloned it, with nothing to accept."""
    shutil.copy(ROOT / "Makefile", project)
    data = project / "data"
    (data / "ledger.yaml").write_text(accept_changes(inspect_project(data)), encoding="utf-8")
    identity = ("-c", "user.name=A", "-c", "user.email=a@a.test")
    for words in (("init", "-q", "-b", "main"), ("add", "data"), ("commit", "-q", "-m", "First")):
        done = run(project, "git", *identity, *words)
        assert done.returncode == 0, done.stderr
    return project


def read_said(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("WHAT=question", f"AT={QUIZ}", "KIND=free", "IN=es"), f"data/{QUIZ}.yaml:"),
        (("WHAT=quiz", "AT=study-guide/quiz-04-more", "COURSE=1"), "quiz-04-more, in course 1"),
        (("WHAT=topic", "AT=even-numbers"), "even-numbers"),
        (("WHAT=formula",), "f-04"),
    ],
)
def test_a_record_is_started(project: Path, words: tuple[str, ...], said: str) -> None:
    assert said in read_said(make(project, "new", *words))
    assert inspect_project(project / "data").faults == []


def test_what_to_start_has_to_be_said(project: Path) -> None:
    """Before anything is installed."""
    done = run(project, "make", "new", f"VENV={project / 'none'}")
    assert done.returncode == 2
    assert "WHAT is a quiz, question, deck, card, topic, term, formula or pattern" in done.stderr
    assert not (project / "none").exists()


def test_a_quiz_is_asked(project: Path) -> None:
    """With the options that make passes on; the end of input ends it."""
    options = (f"AT={QUIZ}", "IN=es", "LOG=log.json", "EXAM=1")
    said = read_said(make(project, "quiz", *options))
    assert "1 de 7 · q-01-" in said
    assert "No respondiste nada." in said


def test_an_edit_is_checked_and_accepted(project: Path) -> None:
    quiz = project / "data" / f"{QUIZ}.yaml"
    text = quiz.read_text(encoding="utf-8")
    quiz.write_text(text.replace("      en: ", "      en: Once more, ", 1), encoding="utf-8")
    edited = next(one.id for one in inspect_project(project / "data").drifts)
    assert read_said(make(project, "accept", f"ID={edited}"))
    assert "no problems" in read_said(make(project, "check", "BASE=main"))
    assert "no problems" in read_said(make(project, "check"))


def test_what_was_lost_since_a_base_is_a_problem(project: Path) -> None:
    bank = project / "data" / "bank.yaml"
    bank.write_text(bank.read_text(encoding="utf-8").replace("namespace: espejo", "namespace: other"))
    done = make(project, "check", "BASE=main")
    assert done.returncode == 2
    assert "the namespace changed" in done.stdout


def test_a_base_that_does_not_exist_is_named(project: Path) -> None:
    done = make(project, "check", "BASE=nowhere")
    assert done.returncode == 2
    assert "nowhere" in done.stderr
