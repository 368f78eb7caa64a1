"""Output of the commands: summed notices, annotations of pull requests, unusual streams, and errors."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from edits import replace_once
from espejo.commands import cli
from espejo.commands.annotations import annotate, find_shown_lines
from espejo.commands.cli import main
from espejo.messages.message import plural, sentences
from espejo.model.problems import (
    MAX_NOTICES_OF_A_FILE,
    MAX_OF_A_KIND,
    Notice,
    Place,
    Problem,
    report_notices,
    report_problems,
)
from project import ROOT
from small_bank import write_bank


def make_notices(file: str, count: int, fact: str = "not in Español yet; shown in English.") -> list[Notice]:
    return [Notice(Place(file, line, 1), f"q-01-{line:02}", sentences(fact)) for line in range(1, count + 1)]


def test_the_notices_of_a_file_with_many_are_summed_by_kind() -> None:
    """Notices are of one kind if they differ only in a number or name, which is shown if they share it."""
    many = make_notices("data/a.yaml", 8)
    many += [
        make_notices("data/a.yaml", 9, f"{one} of 3 passages not in X yet. Y")[8 - one] for one in (1, 2)
    ]
    few = make_notices("data/b.yaml", MAX_NOTICES_OF_A_FILE)
    assert report_notices(few).splitlines() == [*map(str, few), f"{len(few)} notices."]
    assert report_notices([*many, *few]).splitlines() == [
        "data/a.yaml: 10 notices: 8 × not in Español yet; shown in English; 2 × … of … passages not in X yet",
        *map(str, few),
        f"{10 + len(few)} notices. To see each of them, run: espejo check --all",
    ]


def test_all_notices_and_problems_are_listed_on_request() -> None:
    many = make_notices("data/a.yaml", 100)
    assert report_notices(many, all_=True).splitlines() == [*map(str, many), "100 notices."]
    problems = [Problem(*one) for one in many]
    assert report_problems(problems, all_=True).splitlines()[:-1] == list(map(str, problems))


def test_a_report_of_very_many_notices_is_short() -> None:
    files = 500
    many = [one for number in range(files) for one in make_notices(f"data/{number:03}.yaml", 18)]
    lines = report_notices(many).splitlines()
    assert len(lines) == MAX_OF_A_KIND + 2
    assert lines[-2] == f"And {files - MAX_OF_A_KIND} more files."
    assert lines[-1] == "9,000 notices. To see each of them, run: espejo check --all"


def test_the_command_has_an_option_to_list_all(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The small bank has a file with many notices."""
    assert main(["check", "--data", str(data)]) == 0
    short = capsys.readouterr().out
    assert main(["check", "--all", "--data", str(data)]) == 0
    long = capsys.readouterr().out
    assert "To see each of them, run: espejo check --all" in short
    assert "To see each of them" not in long
    assert long.count("\n") > short.count("\n")


QUIZ = "quizzes/phase-01-arithmetic.yaml"
PLACE = Place("data/quizzes/a.yaml", 3, 5)


def test_an_annotation_is_a_workflow_command_in_every_language() -> None:
    """GitHub decodes the escapes, so 100 % stays 100 %, and a comma in a title a comma."""
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
def test_no_text_of_a_file_becomes_a_command(evil: str) -> None:
    """In a file name, id, or message, it stays part of one command with only our properties."""
    (line,) = annotate([Problem(Place(evil, 3, 5), evil, sentences(evil))])
    assert line.isprintable()
    command, _, properties = line.split("::")[1].partition(" ")
    assert command == "error"
    names = [one.partition("=")[0] for one in properties.split(",")]
    assert names == ["file", "line", "col", "title"]
    assert "%0A" not in line.replace("%25", "")


def test_the_lines_shown_are_those_of_the_diff(data: Path, tmp_path: Path) -> None:
    """A change with three lines around it, a whole new file, and nothing of an unchanged one."""
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
    """Notices on other lines are left out, except those about the edit; the log has them all."""
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


BASH = shutil.which("bash") or "sh"
COMMAND = f"{sys.executable} -m espejo.commands.cli"


def run(data: Path, shell: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a shell command in the folder of the bank, with `espejo` replaced by the program."""
    return subprocess.run(
        [BASH, "-c", shell.replace("espejo", COMMAND)],
        cwd=data.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT / "hooks"), **environment},
        capture_output=True,
        check=False,
    )


ASCII = {"PYTHONIOENCODING": "ascii"}
C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize("environment", [ASCII, C_LOCALE], ids=["ascii", "C locale"])
def test_unencodable_characters_are_escaped(data: Path, environment: dict[str, str]) -> None:
    """Such as the bars of the status. JSON stays valid, with the same text."""
    done = run(data, "espejo status", **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u2588" in done.stdout
    made = json.loads(run(data, "espejo check --lang es --format json", **environment).stdout)
    assert any("español" in notice["fact"] for notice in made["notices"])


@pytest.mark.parametrize(
    "shell",
    [
        "espejo check >&-",
        "espejo check >&- 2>&-",
        "espejo status | head -1; exit ${PIPESTATUS[0]}",
        "espejo status | true; exit ${PIPESTATUS[0]}",
    ],
    ids=["closed", "both closed", "head", "nobody"],
)
def test_a_closed_output_is_not_an_error(data: Path, shell: str) -> None:
    done = run(data, shell)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_is_an_error(data: Path) -> None:
    done = run(data, "espejo check >/dev/full")
    assert (done.returncode, done.stderr.decode()) == (2, "Error: [Errno 28] No space left on device\n")


def test_a_folder_name_that_is_too_long_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--data", "x" * 400]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_internal_error_is_one_sentence(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says that the data isn't at fault, and --debug shows a traceback."""

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by\nzero")

    monkeypatch.setattr(cli, "inspect_project", fail)
    assert main(["check", "--data", str(data)]) == cli.INTERNAL_ERROR
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "Internal error: ZeroDivisionError: by\\u000azero"
    assert "--debug" in said[1]
    with pytest.raises(ZeroDivisionError):
        main(["check", "--data", str(data), "--debug"])
