"""Atomic file writes: replaces a file completely or not at all, and keeps its permissions."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl as fcntl  # for other modules, too
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


def write_file(path: Path, content: bytes) -> None:
    """Write a file of a site, creating its folders. An existing file is replaced atomically."""
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
    """Write to a temporary file next to it, then rename, so that there is never half a file.

    A new file gets default permissions (`umask`). An existing one keeps its own, and a link stays a link.
    Anything that isn't a regular file, such as /dev/stdout, is written to directly.
    """
    try:
        path = path.resolve()
    except RuntimeError:  # a symlink loop in Python 3.11 and 3.12
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
    """Lock a folder, waiting for other processes. The system releases the lock if this process dies.

    Windows has no such locks.
    """
    if fcntl is None:
        yield
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def sync_folder(path: Path) -> None:
    """Flush the entries of a folder to disk, if the file system supports it."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _writable_mode(path: Path) -> int | None:
    """The permissions of a file, or None if it doesn't exist; raises PermissionError if it's read-only."""
    if not path.exists():
        return None
    mode = path.stat().st_mode & 0o777
    if not mode & 0o222 or not os.access(path, os.W_OK):  # root may write to anything, so check the mode
        raise PermissionError(errno.EACCES, "The file is read-only", str(path))
    return mode
