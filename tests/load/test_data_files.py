"""Safe file reading: only regular files are read; anything else is a problem at its path."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from errno import EACCES
from pathlib import Path

import pytest

from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.load.bank import read_file
from espejo.load.file_kinds import FILE_KINDS
from small_bank import write_bank

LINK = "this is a symbolic link. Put the file itself here."
NOT_A_FILE = "this is not a file: it is a folder, a device, a pipe or a socket. Put a file here."


def list_faults(data: Path) -> list[str]:
    return [str(problem) for problem in inspect_project(data).faults]


def bind_socket(path: Path) -> None:
    """Create a socket. Socket paths must be short, so this one is relative to its folder."""
    before = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    finally:
        os.chdir(before)


def test_anything_but_a_regular_file_is_a_problem(data: Path) -> None:
    """Opening one of these would block, never end, or leave the bank."""
    quizzes = data / "quizzes"
    links: dict[str, str | Path] = {
        "endless": "/dev/zero",
        "file": quizzes / "phase-01-arithmetic.yaml",
        "dangling": "nowhere.yaml",
        "loop": "phase-09-loop.yaml",
        "folder": quizzes,
    }
    for name, target in links.items():
        (quizzes / f"phase-09-{name}.yaml").symlink_to(target)
    os.mkfifo(quizzes / "phase-09-pipe.yaml")
    (quizzes / "phase-09-empty.yaml").mkdir()
    bind_socket(quizzes / "phase-09-socket.yaml")
    (data / "notes.yaml").symlink_to("/dev/zero")
    said = {f"quizzes/phase-09-{name}": LINK for name in links}
    said |= {f"quizzes/phase-09-{name}": NOT_A_FILE for name in ("pipe", "empty", "socket")}
    said["notes"] = LINK
    expected = [f"data/{name}.yaml:1:1: {fact}" for name, fact in said.items()]
    inspection = inspect_project(data, base=data)
    assert sorted(map(str, inspection.problems)) == sorted(expected)
    assert main(["check", "--data", str(data), "--base", str(data), "--format", "github"]) == 1


def test_symbolic_links_are_problems(data: Path, tmp_path: Path) -> None:
    """A link in place of an optional file is reported too, not treated as a missing file."""
    names = ("ledger.yaml", "redirects.yaml", "glossary.yaml", "locales/es.yaml")
    for name in names:
        (data / name).unlink()
        (data / name).symlink_to("nowhere")
    assert {f"data/{name}:1:1: {LINK}" for name in names} <= set(list_faults(data))
    for name in ("quizzes", "reference", "locales"):
        shutil.move(data / name, tmp_path / name)
        (data / name).symlink_to(tmp_path / name)
        problems = list_faults(data)
        assert any(one.startswith(f"data/{name}") and "symbolic link" in one for one in problems), problems


def test_folders_may_be_nested_deeper_than_the_recursion_limit(tmp_path: Path) -> None:
    """Short names keep the path within the system's limit."""
    # Not called `data`: the guard would check each part of these paths for links, which takes a minute.
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
    finally:  # shutil.rmtree recurses
        subprocess.run(["rm", "-r", str(bank / "a")], check=True)  # noqa: S607


def test_a_file_or_folder_that_cannot_be_read_is_a_problem(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The calls are patched, because the tests may run as root, who can read everything."""
    open_, iterdir = os.open, Path.iterdir
    for error, fact in (
        (PermissionError(EACCES, "Permission denied"), "the file cannot be read: Permission denied."),
        (FileNotFoundError(), "the file is missing."),  # deleted after its folder was listed
    ):

        def refuse(path: Path, flags: int, error: OSError = error) -> int:
            if path.name == "glossary.yaml":
                raise error
            return open_(path, flags)

        monkeypatch.setattr("espejo.load.data_files.os.open", refuse)
        assert f"data/glossary.yaml:1:1: {fact}" in list_faults(data)

    def refuse_list(folder: Path) -> object:
        if folder.name == "quizzes":
            raise PermissionError(EACCES, "Permission denied")
        return iterdir(folder)

    monkeypatch.setattr(Path, "iterdir", refuse_list)
    assert "data/quizzes:1:1: the folder cannot be read: Permission denied." in list_faults(data)


def test_a_file_name_with_any_bytes_is_reported_on_one_line(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = {
        b"phase-09-\xff.yaml": "phase-09-\\udcff.yaml",
        b"phase-09\n::error::x.yaml": "phase-09\\u000a::error::x.yaml",
        b"\xc3\xa1\x1b[31m.txt": "á\\u001b[31m.txt",
    }
    for name in names:
        path = os.fsdecode(os.fsencode(data / "quizzes") + b"/" + name)
        Path(path).write_text("x: 1\n", encoding="utf-8")
    assert main(["check", "--data", str(data)]) == 1
    lines = capsys.readouterr().out.splitlines()
    for shown in names.values():
        assert any(line.startswith(f"data/quizzes/{shown}:") for line in lines), shown


ODD_CONTENTS = (
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
)


def test_invalid_bytes_are_a_problem_and_never_a_crash(data: Path) -> None:
    """Each type of file is tried alone, and then in a whole bank."""
    for content in ODD_CONTENTS:
        for name, shape in FILE_KINDS.items():
            assert read_file(shape, f"{name}.yaml", content, frozenset({"en", "es"})).problems, (
                name,
                content,
            )
        (data / "quizzes" / "phase-01-arithmetic.yaml").write_bytes(content)
        (data / "ledger.yaml").write_bytes(content)
        files = {problem.place.file for problem in inspect_project(data).problems}
        assert files == {"data/quizzes/phase-01-arithmetic.yaml", "data/ledger.yaml"}, content
