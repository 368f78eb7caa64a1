"""Pull request annotations: all problems, and notices on lines in the diff."""

from __future__ import annotations

from pathlib import Path

import pytest

from edits import replace_once
from espejo.commands.annotations import annotate, find_shown_lines
from espejo.commands.cli import main
from espejo.messages.message import plural, sentences
from espejo.model.problems import Notice, Place, Problem
from small_bank import write_bank

QUIZ = "quizzes/phase-01-arithmetic.yaml"
PLACE = Place("data/quizzes/a.yaml", 3, 5)


def test_an_annotation_is_a_workflow_command_in_every_language() -> None:
    """GitHub decodes the escapes, so `100 %` and a comma in a title stay as they are."""
    fact = plural("{count} problem.", "{count} problems.", 2)
    found = [Problem(PLACE, "a,b:c%", fact), Notice(PLACE, "", sentences("100 % of it: a, b"))]
    assert list(annotate(found)) == [
        "::notice file=data/quizzes/a.yaml,line=3,col=5::100 %25 of it: a, b",
        "::error file=data/quizzes/a.yaml,line=3,col=5,title=a%2Cb%3Ac%25::2 problems.%0A2 problemas.",
    ]


@pytest.mark.parametrize(
    "evil",
    [
        *("x\n::error::mine", "x\r::set-output name=a::b", "x\x85::error::mine\u2028::error::mine"),
        *("x%0A::error::mine", "::add-mask::x", "a,line=9::b"),
    ],
)
def test_no_text_can_inject_a_workflow_command(evil: str) -> None:
    """A file name, id, or message stays part of one command with only our properties."""
    (line,) = annotate([Problem(Place(evil, 3, 5), evil, sentences(evil))])
    assert line.isprintable()
    command, _, properties = line.split("::")[1].partition(" ")
    assert command == "error"
    names = [one.partition("=")[0] for one in properties.split(",")]
    assert names == ["file", "line", "col", "title"]
    assert "%0A" not in line.replace("%25", "")


def test_the_changed_lines_are_those_of_the_diff(data: Path, tmp_path: Path) -> None:
    """Changes with three lines of context, all of a new file, and nothing of an unchanged one."""
    base = write_bank(tmp_path / "base" / "data")
    lines = (data / QUIZ).read_text(encoding="utf-8").splitlines(keepends=True)
    (data / QUIZ).write_text("".join(["# new\n", *lines[:19], "# other\n", *lines[20:]]), encoding="utf-8")
    (data / "quizzes" / "new.yaml").write_text("a\nb\n", encoding="utf-8")
    is_shown = find_shown_lines(base, data)
    files = (f"data/{QUIZ}", "data/quizzes/new.yaml", "data/glossary.yaml", "mkdocs.yml")
    shown = {file: [line for line in range(1, 60) if is_shown(Place(file, line, 1))] for file in files}
    assert list(shown.values()) == [[1, 2, 3, 4, *range(18, 25)], [1, 2], [], []]


def test_the_check_annotates_and_still_prints_its_report(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Notices outside the diff are left out, except those about the edit; the log has them all."""
    base = write_bank(tmp_path / "base" / "data")
    options = ["check", "--data", str(data), "--format", "github", "--base", str(base)]
    assert main(options) == 0
    said = capsys.readouterr().out
    assert " notices. To see each of them, run: espejo check --all\n" in said
    assert "::" not in said

    replace_once(data / QUIZ, "es: ¿Cuánto es `7", "es: ¿Y cuánto es `7")
    assert main(options) == 0
    (line,) = [one for one in capsys.readouterr().out.splitlines() if one.startswith("::")]
    assert line.startswith(f"::notice file=data/{QUIZ},line=")
    assert "English may be out of date: only Spanish was edited." in line

    replace_once(data / QUIZ, "prompt:", "promt:")
    number = (data / QUIZ).read_text(encoding="utf-8").partition("promt")[0].count("\n") + 1
    assert main(options) == 1
    said = capsys.readouterr().out
    mistake = "unknown key 'promt'. Did you mean 'prompt'?"
    assert f"::error file=data/{QUIZ},line={number},col=5,title=q-01-06::{mistake}" in said
    assert f"\ndata/{QUIZ}:{number}:5: q-01-06: {mistake}\n" in said
    assert "1 problem. Check again with: make check" in said
