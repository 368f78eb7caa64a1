"""Scratch folder of a run: removed at the end, whatever proofs have made in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from time import sleep

_TRIES = 40
_PAUSE = 0.05
"""How often a folder is removed, and the seconds in between."""


@contextmanager
def make_scratch() -> Iterator[Path]:
    """A temporary folder. What cannot be removed from it is no reason to fail."""
    folder = Path(mkdtemp(prefix="espejo-proofs-"))
    try:
        yield folder
    finally:
        for _ in range(_TRIES):
            with suppress(OSError):
                remove_tree(folder)
                break
            sleep(_PAUSE)  # a proof that is being killed may still write


def remove_tree(top: Path) -> None:
    """Remove a folder of any depth, by moving every folder in it to the top.

    `shutil.rmtree` calls itself and keeps a file open for each level, so a program can make it fail.
    """
    folders = [top]
    for folder in folders:  # which grows
        for path in list(folder.iterdir()):
            if path.is_symlink() or not path.is_dir():
                path.unlink()
            else:
                path.chmod(0o700)  # a folder without permissions can be neither read nor moved
                folders.append(path.rename(top / f".{len(folders)}"))
    for folder in reversed(folders):
        folder.rmdir()
