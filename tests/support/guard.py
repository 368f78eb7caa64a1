"""Guard of the published bank: records every read of `data/`, so that no test of the software depends on it.

An audit hook sees all paths this process opens, lists, and links to, and the commands it starts. It can't
see a command's own reads, so a command counts if it gets a path below `data/`, or if it's `mkdocs` or
`espejo` in the project's root without another bank.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from project import ROOT

_DATA = os.path.realpath(ROOT / "data")
_PROJECT = os.path.realpath(ROOT)
_READS = frozenset(("open", "os.listdir", "os.scandir", "os.symlink"))
_TOOLS = ("mkdocs", "espejo")
_OTHER_BANK = ("--data", "--config-file", "-f", "--help", "--version")

_found: list[str] = []
_installed: list[bool] = []


def install() -> None:
    """Installs the audit hook, only once because Python can't remove it."""
    if not _installed:
        _installed.append(True)
        sys.addaudithook(_listen)


def take_reads() -> list[str]:
    """Returns and clears the recorded reads: paths and commands, in order."""
    reads = list(dict.fromkeys(_found))
    _found.clear()
    return reads


def _listen(event: str, arguments: tuple[Any, ...]) -> None:
    if event in _READS and not _is_relative_to_a_folder(event, arguments):
        path = arguments[0]
        if isinstance(path, str | bytes | os.PathLike) and _is_published(path):
            _found.append(_name(path))
    elif event == "subprocess.Popen":
        _, command, folder, _ = arguments
        words = [command] if isinstance(command, str | bytes | os.PathLike) else list(command)
        if _reads_published([os.fsdecode(word) for word in words], os.fspath(folder or ".")):
            _found.append(" ".join(map(os.fsdecode, words)))


def _is_relative_to_a_folder(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether `os.open` got a bare name, as in `shutil.rmtree`, which opens names relative to a folder."""
    path = arguments[0]
    return event == "open" and arguments[1] is None and isinstance(path, str) and not os.path.isabs(path)  # noqa: PTH117


def _is_published(path: str | bytes | os.PathLike[Any], folder: str = "") -> bool:
    """Whether a path, relative to a folder, is the published `data/` or below it, even through links."""
    text = os.fsdecode(path)
    if "data" not in text and "data" not in folder:  # fast path for nearly every file
        return False
    real = os.path.realpath(os.path.join(folder, text))  # noqa: PTH118 (called very often)
    return real == _DATA or real.startswith(_DATA + os.sep)


def _reads_published(command: list[str], folder: str) -> bool:
    """Whether a command started in this folder would read the published bank."""
    values = [word.rpartition("=")[2] for word in command]
    if any(_is_published(value, folder) for value in values) or _is_published(folder):
        return True
    names = {Path(value).name.partition(".")[0] for value in values}
    elsewhere = any(word.partition("=")[0] in _OTHER_BANK for word in command)
    return os.path.realpath(folder) == _PROJECT and not names.isdisjoint(_TOOLS) and not elsewhere


def explain(name: str, reads: Iterable[str]) -> str:
    """The error message for a test or module that has read the published bank."""
    listed = "".join(f"  {read}\n" for read in reads)
    return (
        f"{name} reads the published bank:\n{listed}"
        "A new question there must not break a test of the software. Use the fixtures `data` or `project`,\n"
        "which are copies of the small bank, or move the test to tests/content if the bank is its subject."
    )


def _name(path: Any) -> str:
    real = os.path.realpath(os.fsdecode(path))
    return os.path.relpath(real, _PROJECT)
