"""File writes: a file is replaced as a whole or left as it was, with the permissions that people expect."""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def write_file(path: Path, content: bytes) -> None:
    """Write a file of a site, and the folders above it. One that exists is replaced as a whole."""
    try:
        with path.open("xb") as file:
            file.write(content)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except FileExistsError:
        written = path.with_name(f".espejo-{secrets.token_hex(8)}")
        written.write_bytes(content)
        written.replace(path)


def replace_file(path: Path, content: bytes) -> None:
    """Write beside the file, then move the new one into its place, so that there is never half a file.

    A new file gets the permissions that `umask` leaves. An existing one keeps its own, and a link stays a
    link. What is no file, such as /dev/stdout, is written to.
    """
    try:
        path = path.resolve()
    except RuntimeError:  # so Python 3.11 and 3.12 say it
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    mode = _writable_mode(path)
    written = path.with_name(f".espejo-{secrets.token_hex(8)}")
    try:
        with written.open("xb") as made:
            made.write(content)
            made.flush()
            os.fsync(made.fileno())
        if mode is not None:
            written.chmod(mode)
        written.replace(path)
    finally:
        written.unlink(missing_ok=True)
    sync_folder(path.parent)


@contextmanager
def lock_folder(path: Path) -> Iterator[None]:
    """Wait until no other process has locked a folder, and lock it; the system unlocks it at the end."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def sync_file(path: Path) -> None:
    """Wait until the content of a file is on the disk."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def sync_folder(path: Path) -> None:
    """Wait until the names in a folder are on the disk, where the file system lets us."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _writable_mode(path: Path) -> int | None:
    """The permissions of a file, or None if there is none; raises PermissionError if it is read-only."""
    if not path.exists():
        return None
    mode = path.stat().st_mode & 0o777
    if not mode & 0o222 or not os.access(
        path, os.W_OK
    ):  # root may write to anything, so the mode is asked too
        raise PermissionError(errno.EACCES, "The file is read-only", str(path))
    return mode
