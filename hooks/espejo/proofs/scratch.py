"""Scratch folder for proof runs: removed at the end, whatever proofs created in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from time import sleep

_TRIES = 40
_PAUSE = 0.05
"""How often to try to remove a folder, and the seconds between tries."""


@contextmanager
def make_scratch() -> Iterator[Path]:
    """Create a temporary folder. Failing to remove it is not an error."""
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
    """Remove a folder of any depth by moving every folder in it to the top.

    `shutil.rmtree` is recursive and keeps a file open for each level, so a program could make it fail.
    """
    folders = [top]
    for folder in folders:  # grows during the loop
        for path in list(folder.iterdir()):
            if path.is_symlink() or not path.is_dir():
                path.unlink()
            else:
                path.chmod(0o700)  # otherwise it might be unreadable or unmovable
                folders.append(path.rename(top / f".{len(folders)}"))
    for folder in reversed(folders):
        folder.rmdir()
