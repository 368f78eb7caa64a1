"""Make targets: run for real on a copy of the project with the small bank."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from edits import replace_once
from project import ROOT

_NAMED = re.compile(r"(?:`|[Rr]un: |with: |if |^)make ([a-z]+)", re.MULTILINE)


@pytest.fixture
def project(project: Path) -> Path:
    shutil.copy(ROOT / "Makefile", project)
    return project


def make(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a target with the programs of this environment, treating them as installed."""
    installed = ("--old-file=.venv/site", "--old-file=.venv-prove/ready")
    return subprocess.run(
        ("make", "--no-print-directory", *installed, f"RUN={Path(sys.executable).parent}", *words),  # noqa: S607
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project / "hooks")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_check_reports_problems_and_fails(project: Path) -> None:
    assert "no problems" in make(project, "check").stdout
    replace_once(project / "data" / "topics.yaml", "    about:", "    abuot:")
    done = make(project, "check")
    assert done.returncode == 2
    assert "Did you mean 'about'?" in done.stdout


def test_prove_passes_its_arguments_on(project: Path) -> None:
    """Arguments may be ids, or the workflows' options."""
    said = make(project, "--dry-run", "prove", "ARGS=--strict --out x.json").stdout
    assert said.endswith("espejo prove --env .venv-prove --strict --out x.json\n")
    said = make(project, "--dry-run", "prove", "NEWEST=1", "ARGS=q-01-01").stdout
    assert said.endswith("prove --env .venv-newest --trial --summary .cache/newest.md q-01-01\n")


def test_documented_make_targets_exist(project: Path) -> None:
    """Checks targets in documents, workflows, and messages."""
    targets = set(re.findall(r"make ([a-z]+)", make(project, "help").stdout))
    assert {"serve", "test", "site", "check", "help"} <= targets
    files = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob(".github/**/*.*"), *ROOT.glob(".ci/*")]
    files += [*ROOT.glob("hooks/**/*.py"), *ROOT.glob("hooks/**/*.po"), *ROOT.glob("tests/*/README.md")]
    texts = {path: path.read_text(encoding="utf-8") for path in files if path.suffix != ".png"}
    named = {name for text in texts.values() for name in _NAMED.findall(text)}
    assert {"setup", "prove"} <= named
    assert named <= targets
