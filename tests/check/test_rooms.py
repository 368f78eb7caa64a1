"""Rooms outside the core: without any one of them, the core still builds a site and checks a bank."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import build
from espejo.check import additions


@pytest.mark.parametrize("room", additions.ROOMS)
def test_a_site_is_built_without_a_room(project: Path, room: str) -> None:
    shutil.rmtree(project / "hooks" / "espejo" / room)
    if room == "study":
        shutil.rmtree(project / "docs" / "you")  # the page about the log links to its schema
    built = build(project)
    assert built.returncode == 0, built.stdout + built.stderr
    assert 'id="q-' in next((project / "site" / "quizzes").glob("*/index.html")).read_text(encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "espejo.commands.cli", "check", "--format", "json"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project / "hooks")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
