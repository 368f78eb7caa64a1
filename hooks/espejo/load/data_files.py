"""Data files on disk: lists a folder and reads a file, whatever somebody has put there.

Only regular files are opened. A link could lead out of the folder, and a device, pipe or socket could block
or never end.
"""

from __future__ import annotations

import os
import stat
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path

from espejo.messages.message import Message, MessageError, message

LINK = message("this is a symbolic link. Put the file itself here.")
LINKED_FOLDER = message("this is a symbolic link. Put the folder itself here.")
MISSING = message("the file is missing.")
NOT_A_FILE = message("this is not a file: it is a folder, a device, a pipe or a socket. Put a file here.")

_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))


class UnreadableError(MessageError):
    """A file or folder that cannot be read; its text says why, and what to do."""


def read_bytes(path: Path, limit: int) -> bytes:
    """Read a regular file, at most one byte more than `limit`. Raise `UnreadableError` for anything else."""
    try:
        _require_regular(path.parent.lstat().st_mode, folder=True)
        _require_regular(path.lstat().st_mode)
        with os.fdopen(os.open(path, _FLAGS), "rb") as stream:
            _require_regular(os.fstat(stream.fileno()).st_mode)  # it may have been replaced since
            return stream.read(limit + 1)
    except FileNotFoundError:
        raise UnreadableError(MISSING) from None
    except OSError as error:
        reason = error.strerror or ""
        raise UnreadableError(message("the file cannot be read: {reason}.", reason=reason)) from None


def _require_regular(mode: int, *, folder: bool = False) -> None:
    if stat.S_ISLNK(mode):
        raise UnreadableError(LINK)
    if not (folder or stat.S_ISREG(mode)):
        raise UnreadableError(NOT_A_FILE)


def decode_text(data: bytes, *, errors: str = "strict") -> str:
    """The text of a file, without a byte order mark and with `\\n` at the end of each line."""
    return data.removeprefix(BOM_UTF8).decode(errors=errors).replace("\r\n", "\n")


def read_lines(path: Path, limit: int) -> list[str]:
    """The lines of a file up to a limit in bytes; none if it cannot be read."""
    try:
        return decode_text(read_bytes(path, limit)[:limit], errors="replace").split("\n")
    except UnreadableError:
        return []


def list_folder(folder: Path) -> list[Path]:
    """Everything in a folder, by name; nothing if there is no such folder."""
    try:
        if folder.is_symlink():
            raise UnreadableError(LINKED_FOLDER)
        return sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        reason = error.strerror or ""
        raise UnreadableError(message("the folder cannot be read: {reason}.", reason=reason)) from None


def list_tree(folder: Path) -> Iterator[tuple[Path, Message | None]]:
    """Everything below a folder that is not a folder, each with why it cannot be read; None if it can.

    Folders can be nested deeper than calls of a function.
    """
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        mode = _get_mode(path)
        if path == folder or stat.S_ISDIR(mode):
            try:
                waiting += reversed(list_folder(path))
            except UnreadableError as error:
                yield path, error.text
        elif mode:
            yield path, LINK if stat.S_ISLNK(mode) else None if stat.S_ISREG(mode) else NOT_A_FILE


def _get_mode(path: Path) -> int:
    """The type of a file, not that of what a link leads to; 0 if it is gone."""
    try:
        return path.lstat().st_mode
    except OSError:
        return 0
