"""Guard of the published bank: it detects every read of `data/`, and has no false alarms."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import guard
from project import ROOT

DATA = ROOT / "data"


def test_every_read_of_the_published_bank_is_noticed(tmp_path: Path) -> None:
    """Reads in this and other processes count. `conftest.py` fails a test that has read the bank."""

    def run(*words: object, cwd: Path = ROOT) -> Callable[[], object]:
        return lambda: subprocess.run([str(word) for word in words], cwd=cwd, check=False)

    (tmp_path / "data").mkdir()
    for read, is_noticed in (
        ((DATA / "topics.yaml").read_bytes, True),
        (lambda: os.close(os.open(DATA / "topics.yaml", os.O_RDONLY)), True),
        ((DATA / "nothing.yaml").read_bytes, True),
        (lambda: list(DATA.rglob("*")), True),
        (lambda: shutil.copytree(DATA, tmp_path / "copy"), True),
        (lambda: (tmp_path / "bank").symlink_to(DATA), True),
        (run("true", DATA / "topics.yaml"), True),
        (run("true", cwd=DATA), True),
        (run("true", "--data=data"), True),
        (run(sys.executable, "-c", "", "mkdocs", "build"), True),
        (run("true", "espejo", "check"), True),
        (lambda: list((tmp_path / "data").iterdir()), False),
        ((ROOT / "tests" / "conftest.py").read_bytes, False),
        (run("true", "espejo", "check", "--data", tmp_path), False),
        (run("true", "mkdocs", "build", cwd=ROOT / "tests"), False),
        (run("true", "espejo", "--help"), False),
    ):
        with suppress(FileNotFoundError):
            read()
        assert bool(guard.take_reads()) == is_noticed
