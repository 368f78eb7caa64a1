"""Annotations of a pull request: all problems, and the notices on the lines that its diff shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from edits import replace_once
from espejo.commands.cli import main
from espejo.editing.github.annotate import annotate
from espejo.editing.github.changed_lines import compare, lines_between, show_all
from espejo.messages.message import plural, sentences
from espejo.model.problems import Notice, Place, Problem
from small_bank import write_bank

QUIZ = "quizzes/phase-01-arithmetic.yaml"
PLACE = Place("data/quizzes/a.yaml", 3, 5)


def test_a_problem_is_an_error_at_its_place_under_its_id() -> None:
    """In the form of a workflow command."""
    found = list(annotate([Problem(PLACE, "q-01-01", sentences("unwritten."))], [], show_all))
    assert found == ["::error file=data/quizzes/a.yaml,line=3,col=5,title=q-01-01::unwritten."]


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
    """Whether in the file's name, the id or the message: there is one command, with our properties alone."""
    (line,) = annotate([Problem(Place(evil, 3, 5), evil, sentences(evil))], [], show_all)
    assert line.isprintable()
    command, _, properties = line.split("::")[1].partition(" ")
    assert command == "error"
    names = [one.partition("=")[0] for one in properties.split(",")]
    assert names == ["file", "line", "col", "title"]
    assert "%0A" not in line.replace("%25", "")


def test_an_annotation_is_in_every_language_of_the_tools() -> None:
    """One below the other: nobody knows which of them the reader speaks."""
    fact = plural("{count} problem.", "{count} problems.", 2)
    (line,) = annotate([Problem(PLACE, "", fact)], [], show_all)
    assert line.endswith("::2 problems.%0A2 problemas.")


def test_special_characters_are_escaped() -> None:
    """GitHub undoes it, so that 100 % stays 100 %, and a comma in a title a comma."""
    (line,) = annotate([Problem(PLACE, "a,b:c%", sentences("100 % of it: a, b"))], [], show_all)
    assert line.endswith(",title=a%2Cb%3Ac%25::100 %25 of it: a, b")


def test_a_notice_is_annotated_only_where_the_diff_shows_its_line() -> None:
    """Others are about what the pull request did not touch."""
    notices = [Notice(PLACE._replace(line=line), "", sentences(f"on {line}.")) for line in (1, 40)]
    shown = list(annotate([], notices, lambda _, line: line == 40))
    assert shown == ["::notice file=data/quizzes/a.yaml,line=40,col=5::on 40."]


def test_the_lines_shown_are_those_of_a_unified_diff() -> None:
    """A change, with three lines before and after it. Of an equal file none, of a new one all."""
    before = [str(number) for number in range(1, 21)]
    after = [*before[:9], "ten", *before[10:]]
    assert compare(before, after) == set(range(7, 14))
    assert compare(before, before) == set()
    assert compare([], before) == set(range(1, 21))


def test_a_file_is_compared_with_the_one_of_its_name(data: Path, tmp_path: Path) -> None:
    """The lines that are shown are those of the new file. A file that did not change shows none."""
    base = write_bank(tmp_path / "base" / "data")
    (data / QUIZ).write_text("# new\n" + (base / QUIZ).read_text(encoding="utf-8"), encoding="utf-8")
    shown = lines_between(base, data)
    assert [line for line in range(1, 99) if shown(f"data/{QUIZ}", line)] == [1, 2, 3, 4]
    assert not shown("data/glossary.yaml", 1)


def test_the_check_annotates_and_still_prints_its_report(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever opens the log finds what the check says elsewhere."""
    replace_once(data / QUIZ, "prompt:", "promt:")
    lines = (data / QUIZ).read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "promt" in text)
    assert main(["check", "--data", str(data), "--format", "github"]) == 1
    said = capsys.readouterr().out
    mistake = "unknown key 'promt'. Did you mean 'prompt'?"
    assert f"::error file=data/{QUIZ},line={line},col=5,title=q-01-06::{mistake}" in said
    assert f"\ndata/{QUIZ}:{line}:5: q-01-06: {mistake}\n" in said
    assert "1 problem. Check again with: make check" in said


def test_an_edit_in_one_language_is_annotated(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As a notice, at the passage that was not edited, with what to write if it is still right."""
    replace_once(data / QUIZ, "es: ¿Cuánto es `7", "es: ¿Y cuánto es `7")
    assert main(["check", "--data", str(data), "--format", "github"]) == 0
    (line,) = [
        one
        for one in capsys.readouterr().out.splitlines()
        if "Same meaning%3A q-01-01" in one or ("Same meaning: q-01-01" in one and one.startswith("::"))
    ]
    assert line.startswith(f"::notice file=data/{QUIZ},line=")
    assert "English may be out of date: only Spanish was edited." in line


def test_an_unchanged_bank_has_no_annotation(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its notices are printed, and are about lines that no diff shows."""
    assert main(["check", "--data", str(data), "--base", str(data), "--format", "github"]) == 0
    said = capsys.readouterr().out
    assert " notices. To see each of them, run: espejo check --all\n" in said
    assert "::" not in said
