"""Files on disk: only regular files are read, and anything else in the folder is a problem with its place."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from errno import EACCES
from pathlib import Path

import pytest

from espejo.check.project import inspect_project
from espejo.commands.cli import main
from small_bank import write_bank

QUIZ = "quizzes/phase-09-odd.yaml"
LINK = f"data/{QUIZ}:1:1: this is a symbolic link. Put the file itself here."
NOT_A_FILE = (
    f"data/{QUIZ}:1:1: this is not a file: it is a folder, a device, a pipe or a socket. Put a file here."
)


def bind_socket(path: Path) -> None:
    """Makes a socket; its address may be short only, so it is given relative to its folder."""
    before = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    finally:
        os.chdir(before)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.symlink_to("/dev/zero"), LINK),
        (lambda path: path.symlink_to(path.with_name("phase-01-arithmetic.yaml")), LINK),
        (lambda path: path.symlink_to("nowhere.yaml"), LINK),
        (lambda path: path.symlink_to(path.name), LINK),
        (lambda path: path.symlink_to(path.parent), LINK),
        (os.mkfifo, NOT_A_FILE),
        (Path.mkdir, NOT_A_FILE),
        (bind_socket, NOT_A_FILE),
    ],
    ids=["endless device", "file", "dangling", "loop", "folder", "pipe", "empty folder", "socket"],
)
def test_what_is_not_a_file_is_a_problem(data: Path, make: Callable[[Path], object], said: str) -> None:
    """Each of these would block, never end, or lead out of the bank if it was opened."""
    make(data / QUIZ)
    inspection = inspect_project(data, base=data)
    assert [str(problem) for problem in inspection.problems] == [said]
    assert main(["check", "--data", str(data), "--base", str(data), "--format", "github"]) == 1


@pytest.mark.parametrize("name", ["ledger.yaml", "redirects.yaml", "glossary.yaml", "locales/es.yaml"])
def test_no_file_may_be_a_link(data: Path, name: str) -> None:
    """Not even one that may be missing, which would otherwise go unnoticed."""
    (data / name).unlink()
    (data / name).symlink_to("nowhere")
    problems = [str(problem) for problem in inspect_project(data).faults]
    assert f"data/{name}:1:1: this is a symbolic link. Put the file itself here." in problems


@pytest.mark.parametrize("name", ["quizzes", "locales", "reference"])
def test_no_folder_may_be_a_link(data: Path, tmp_path: Path, name: str) -> None:
    shutil.move(data / name, tmp_path / "elsewhere")
    (data / name).symlink_to(tmp_path / "elsewhere")
    problems = [str(problem) for problem in inspect_project(data).faults]
    assert any(one.startswith(f"data/{name}") and "symbolic link" in one for one in problems), problems


def test_folders_may_be_nested_deeper_than_calls(tmp_path: Path) -> None:
    """A short name for each keeps the path within the limit of the system."""
    # Not called `data`: the guard would look for links in every part of each of these paths, for a minute.
    bank = write_bank(tmp_path / "bank")
    before = Path.cwd()
    os.chdir(bank)
    try:
        for _ in range(sys.getrecursionlimit() + 100):
            Path("a").mkdir()
            os.chdir("a")
        Path("b.txt").touch()
    finally:
        os.chdir(before)
    try:
        assert any(problem.place.file.endswith("/a/a/b.txt") for problem in inspect_project(bank).faults)
    finally:  # by a program, because the function of shutil recurses
        subprocess.run(["rm", "-r", str(bank / "a")], check=True)  # noqa: S607


def test_a_stray_that_is_no_file_is_reported_too(data: Path) -> None:
    (data / "notes.yaml").symlink_to("/dev/zero")
    assert [str(problem) for problem in inspect_project(data).faults] == [
        "data/notes.yaml:1:1: this is a symbolic link. Put the file itself here."
    ]


def test_a_file_that_may_not_be_read_is_a_problem(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests may run as root, who may read everything, so opening is made to fail."""
    refuse_open(monkeypatch, PermissionError(EACCES, "Permission denied"))
    problems = [str(problem) for problem in inspect_project(data).faults]
    assert "data/glossary.yaml:1:1: the file cannot be read: Permission denied." in problems


def test_a_file_that_vanishes_while_the_bank_is_read_is_a_problem(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse_open(monkeypatch, FileNotFoundError())
    problems = [str(problem) for problem in inspect_project(data).faults]
    assert "data/glossary.yaml:1:1: the file is missing." in problems


def refuse_open(monkeypatch: pytest.MonkeyPatch, error: OSError) -> None:
    """Makes opening the glossary fail, after it was seen in its folder."""
    real = os.open

    def fail(path: Path, flags: int) -> int:
        if path.name == "glossary.yaml":
            raise error
        return real(path, flags)

    monkeypatch.setattr("espejo.load.data_files.os.open", fail)


def test_a_folder_that_may_not_be_listed_is_a_problem(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path.iterdir

    def fail(folder: Path) -> object:
        if folder.name == "quizzes":
            raise PermissionError(EACCES, "Permission denied")
        return real(folder)

    monkeypatch.setattr(Path, "iterdir", fail)
    problems = [str(problem) for problem in inspect_project(data).faults]
    assert "data/quizzes:1:1: the folder cannot be read: Permission denied." in problems


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"phase-09-\xff.yaml", "phase-09-\\udcff.yaml"),
        (b"phase-09\n::error::x.yaml", "phase-09\\u000a::error::x.yaml"),
        (b"\xc3\xa1\x1b[31m.txt", "á\\u001b[31m.txt"),
    ],
    ids=["not UTF-8", "new line", "terminal escape"],
)
def test_a_file_name_of_any_bytes_is_reported_on_one_line(
    data: Path, name: bytes, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(os.fsdecode(os.fsencode(data / "quizzes") + b"/" + name)).write_text("x: 1\n", encoding="utf-8")
    assert main(["check", "--data", str(data)]) == 1
    assert any(line.startswith(f"data/quizzes/{shown}:") for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0",
        b"\xff\xfet\0i\0t\0l\0e\0",
        b"title: \xff",
        b"title: a\rsubject: b",
        b"? [a]\n: b",
        b"~: a\ntrue: b\n1: c",
        b"!!python/object/apply:os.system [x]",
        b"{{{{",
        b"\xef\xbb\xbf",
        b"--- a\n--- b\n",
    ],
    ids=repr,
)
def test_any_bytes_are_a_problem_and_never_a_crash(data: Path, content: bytes) -> None:
    """In a file of each kind."""
    for name in ("quizzes/phase-01-arithmetic.yaml", "locales/es.yaml", "collections.yaml", "ledger.yaml"):
        before = (data / name).read_bytes()
        (data / name).write_bytes(content)
        inspection = inspect_project(data)
        assert any(problem.place.file == f"data/{name}" for problem in inspection.problems)
        (data / name).write_bytes(before)
