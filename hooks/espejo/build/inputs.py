"""Inputs of a build: a digest of everything that a site is made of, to know that nothing has changed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from espejo.build.outputs import list_files
from espejo.cache.digest import PACKAGE, code_version, take_digest
from espejo.model.addresses import PDFS

_DATA = "data"
_FOLDERS = ("docs", str(PDFS))
_FILES = ("mkdocs.yml", "CONTRIBUTING.md", "CONTRIBUTING.*.md", "node_modules/.package-lock.json")


def take_inputs(project: Path, *settings: str) -> str:
    """The digest of a project's files, of the code, and of settings that are in no file."""
    parts: list[str | bytes] = [code_version(), *settings]
    for hook in sorted(PACKAGE.parent.glob("*.py")):
        parts += [hook.name, _read(hook)]
    for name, file in _list_files(project, (_DATA, *_FOLDERS), _FILES):
        parts += [name, _read(file)]
    return take_digest(*parts).hex()


class Stamps(NamedTuple):
    """What tells that files were edited, without reading them: the names, sizes and times of each group."""

    data: str
    others: str


def take_stamps(project: Path) -> Stamps:
    return Stamps(_take_stamp(project, (_DATA,), ()), _take_stamp(project, _FOLDERS, _FILES))


def _take_stamp(project: Path, folders: Iterable[str], patterns: Iterable[str]) -> str:
    files = _list_files(project, folders, patterns)
    found = ((name, os.lstat(file)) for name, file in files)
    return take_digest(*(repr((name, one.st_size, one.st_mtime_ns)) for name, one in found)).hex()


def _list_files(project: Path, folders: Iterable[str], patterns: Iterable[str]) -> Iterator[tuple[str, Path]]:
    for name in folders:
        folder = project / name
        for path in sorted(list_files(folder)) if folder.is_dir() else ():
            yield f"{name}/{path}", folder / path
    for pattern in patterns:
        yield from ((file.name, file) for file in sorted(project.glob(pattern)))


def _read(path: Path) -> bytes:
    """The content of a file; of a link or a pipe, which the build itself will refuse, only what it is."""
    try:
        kind = os.lstat(path).st_mode
        return path.read_bytes() if stat.S_ISREG(kind) else repr((kind, path.resolve())).encode()
    except (OSError, RuntimeError):
        return b""
