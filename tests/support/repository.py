"""Git for tests, without the user's settings."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

_NOBODY = {
    **{f"GIT_{role}_NAME": "Nobody" for role in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{role}_EMAIL": "nobody@example.org" for role in ("AUTHOR", "COMMITTER")},
    **{"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"},
}


def find_program(name: str) -> str:
    program = shutil.which(name)
    assert program, f"the tests need {name}"
    return program


def make_environment(**variables: str) -> dict[str, str]:
    """Environment variables for git, with a name and address for commits."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**env, **_NOBODY, **variables}


def run_git(folder: Path, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [find_program("git"), *arguments],
        cwd=folder,
        env=make_environment(),
        check=check,
        capture_output=True,
        text=True,
    )


def run_script(folder: Path, script: str, **variables: str) -> str:
    """Runs a workflow step as GitHub does, and returns its output."""
    done = subprocess.run(
        [find_program("bash"), "-e", "-c", script],
        cwd=folder,
        env=make_environment(**variables),
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def commit_all(folder: Path, message: str) -> None:
    run_git(folder, "add", "--all")
    run_git(folder, "commit", "--quiet", "--allow-empty", "--message", message)
