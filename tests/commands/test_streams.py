"""Command output: unusual standard outputs, and one-sentence errors."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from espejo.commands import cli
from project import ROOT

BASH = shutil.which("bash") or "sh"
COMMAND = f"{sys.executable} -m espejo.commands.cli"


def run(data: Path, shell: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a shell command in the bank's folder, with `espejo` replaced by the program's path."""
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
    """The bars in the status report become escapes. JSON stays valid, with the same text."""
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
    assert cli.main(["check", "--data", "x" * 400]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_internal_error_is_one_sentence(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says that the data isn't at fault; --debug shows a traceback."""

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by\nzero")

    monkeypatch.setattr(cli, "inspect_project", fail)
    assert cli.main(["check", "--data", str(data)]) == cli.INTERNAL_ERROR
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "Internal error: ZeroDivisionError: by\\u000azero"
    assert "--debug" in said[1]
    with pytest.raises(ZeroDivisionError):
        cli.main(["check", "--data", str(data), "--debug"])
