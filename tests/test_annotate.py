"""Marks in a pull request: all problems, the notices on lines that it shows, and no way to write another."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from espejo.cli import main
from espejo.forge.annotate import annotate
from espejo.forge.difference import compare, lines_between, show_all
from espejo.problems import Notice, Place, Problem
from project import ROOT

QUIZ = "quizzes/phase-07-scalar-autograd.yaml"
PLACE = Place("data/quizzes/a.yaml", 3, 5)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "data", tmp_path / "data")
    return tmp_path / "data"


def test_a_problem_is_an_error_at_its_place_under_its_id() -> None:
    found = list(annotate([Problem(PLACE, "q-07-01", "no right choice.")], [], show_all))
    assert found == ["::error file=data/quizzes/a.yaml,line=3,col=5,title=q-07-01::no right choice."]


@pytest.mark.parametrize(
    "evil",
    [
        "x\n::error::mine",
        "x\r::set-output name=a::b",
        "x\x85::error::mine\u2028::error::mine",
        "x%0A::error::mine",
        "::add-mask::x",
        "a,line=9::b",
    ],
)
def test_no_text_of_a_file_becomes_a_command(evil: str) -> None:
    """In the file's name, the id or the message: one line, one command, and the properties we gave it."""
    (line,) = annotate([Problem(Place(evil, 3, 5), evil, evil)], [], show_all)
    assert line.isprintable()
    command, _, properties = line.split("::")[1].partition(" ")
    assert command == "error"
    names = [one.partition("=")[0] for one in properties.split(",")]
    assert names == ["file", "line", "col", "title"]
    assert "%0A" not in line.replace("%25", "")


def test_what_was_written_can_be_read_back() -> None:
    """The forge undoes the escapes: 100 % stays 100 %, and a comma in a title a comma."""
    (line,) = annotate([Problem(PLACE, "a,b:c%", "100 % of it: a, b")], [], show_all)
    assert line.endswith(",title=a%2Cb%3Ac%25::100 %25 of it: a, b")


def test_a_notice_is_marked_only_where_the_difference_shows_it() -> None:
    notices = [Notice(PLACE._replace(line=line), "", f"on {line}.") for line in (1, 40)]
    shown = list(annotate([], notices, lambda _, line: line == 40))
    assert shown == ["::notice file=data/quizzes/a.yaml,line=40,col=5::on 40."]


def test_the_lines_shown_are_those_of_a_unified_diff() -> None:
    """A change, with three lines before and after it; of an equal file none, of a new one all."""
    before = [str(number) for number in range(1, 21)]
    after = [*before[:9], "ten", *before[10:]]
    assert compare(before, after) == set(range(7, 14))
    assert compare(before, before) == set()
    assert compare([], before) == set(range(1, 21))


def test_a_file_is_compared_with_the_one_of_its_name(data: Path, tmp_path: Path) -> None:
    base = tmp_path / "base" / "data"
    shutil.copytree(data, base)
    (data / QUIZ).write_text("# new\n" + (base / QUIZ).read_text(encoding="utf-8"), encoding="utf-8")
    shown = lines_between(base, data)
    assert [line for line in range(1, 99) if shown(f"data/{QUIZ}", line)] == [1, 2, 3, 4]
    assert not shown("data/glossary.yaml", 1)


def test_the_check_marks_and_still_says_everything(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quiz = data / QUIZ
    quiz.write_text(quiz.read_text(encoding="utf-8").replace("prompt:", "promt:", 1), encoding="utf-8")
    assert main(["check", "--data", str(data), "--format", "github"]) == 1
    said = capsys.readouterr().out
    line = next(
        n for n, text in enumerate(quiz.read_text(encoding="utf-8").split("\n"), 1) if "promt" in text
    )
    assert f"::error file=data/{QUIZ},line={line},col=5,title=q-07-0" in said
    assert "unknown key 'promt'. Did you mean 'prompt'?" in said.split("::")[-1]
    assert "1 problem. Check again with: make check" in said


def test_what_the_ledger_has_not_seen_is_marked_too(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quiz = data / QUIZ
    quiz.write_text(quiz.read_text(encoding="utf-8").replace("es: ¿Por", "es: ¿Y por", 1), encoding="utf-8")
    assert main(["check", "--data", str(data), "--format", "github"]) == 1
    said = capsys.readouterr().out
    assert said.startswith(f"::error file=data/{QUIZ},line=")
    assert "changed in Español since it was last accepted, and not in English." in said


def test_sound_data_marks_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    base = str(ROOT / "data")
    assert main(["check", "--data", base, "--base", base, "--format", "github"]) == 0
    assert "::" not in capsys.readouterr().out
