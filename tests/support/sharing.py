"""Shared folders of a test run: one process makes a folder, and the others wait for it and read it."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path


def make_once(folder: Path, name: str, make: Callable[[Path], None]) -> Path:
    """Makes a folder in the first process of a test run that requests it. The others wait and use it."""
    made, unfinished = folder / name, folder / f"{name}.unfinished"
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            make(unfinished)
            unfinished.rename(made)
    return made
