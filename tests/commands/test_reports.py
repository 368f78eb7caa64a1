"""Check reports: a file's many notices are summarized unless all are requested."""

from __future__ import annotations

from pathlib import Path

import pytest

from espejo.commands.cli import main
from espejo.messages.message import sentences
from espejo.model.problems import (
    MAX_NOTICES_OF_A_FILE,
    MAX_OF_A_KIND,
    Notice,
    Place,
    Problem,
    report_notices,
    report_problems,
)


def make_notices(file: str, count: int, fact: str = "not in Español yet; shown in English.") -> list[Notice]:
    return [Notice(Place(file, line, 1), f"q-01-{line:02}", sentences(fact)) for line in range(1, count + 1)]


def test_many_notices_of_a_file_are_summarized_by_kind() -> None:
    """Notices are of one kind if they differ only in a number or name. Other files' notices are listed."""
    many = make_notices("data/a.yaml", 8) + make_notices("data/a.yaml", 2, "2 of 3 passages not in X yet. Y")
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


def test_the_check_command_can_list_all_notices(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The small bank has a file with many notices."""
    assert main(["check", "--data", str(data)]) == 0
    short = capsys.readouterr().out
    assert main(["check", "--all", "--data", str(data)]) == 0
    long = capsys.readouterr().out
    assert "To see each of them, run: espejo check --all" in short
    assert "To see each of them" not in long
    assert long.count("\n") > short.count("\n")
