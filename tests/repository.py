"""Git repositories for the tests: run git without the settings of whoever runs the tests."""

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


def run_git(folder: Path, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    program = shutil.which("git")
    assert program, "the tests need git"
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return subprocess.run(
        [program, *arguments], cwd=folder, env={**env, **_NOBODY}, check=check, capture_output=True, text=True
    )


def commit_all(folder: Path, message: str) -> None:
    run_git(folder, "add", "--all")
    run_git(folder, "commit", "--quiet", "--allow-empty", "--message", message)
