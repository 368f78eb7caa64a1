"""Safe file reading: lists folders and opens only regular files.

A symbolic link could lead outside the folder, and a device, pipe, or socket could block or never end.
"""

from __future__ import annotations

import os
import stat
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from pathlib import Path

from espejo.messages.message import Message, MessageError, message

MAX_FILES = 5_000
"""Maximum number of files in a bank."""

LINK = message("this is a symbolic link. Put the file itself here.")
LINKED_FOLDER = message("this is a symbolic link. Put the folder itself here.")
MISSING = message("the file is missing.")
NOT_A_FILE = message("this is not a file: it is a folder, a device, a pipe or a socket. Put a file here.")

_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))


class UnreadableError(MessageError):
    """A file or folder can't be read; `text` says why and what to do."""


def read_bytes(path: Path, limit: int) -> bytes:
    """Read up to `limit` + 1 bytes of a regular file. Raise `UnreadableError` for anything else."""
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
    """Decode a file, dropping a byte order mark and normalizing line endings to `\\n`."""
    return to_utf_8(data).removeprefix(BOM_UTF8).decode(errors=errors).replace("\r\n", "\n")


def to_utf_8(data: bytes) -> bytes:
    """Convert a file from UTF-16, in which some programs of Windows save; leave any other as it is."""
    if not is_utf_16(data):
        return data
    try:
        return data.decode("utf-16").encode()
    except UnicodeError:
        return data


def is_utf_16(data: bytes) -> bool:
    return data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))


def read_lines(path: Path, limit: int) -> list[str]:
    """Read the lines of a file up to a limit in bytes; empty if unreadable."""
    try:
        return decode_text(read_bytes(path, limit)[:limit], errors="replace").split("\n")
    except UnreadableError:
        return []


def list_folder(folder: Path) -> list[Path]:
    """List a folder, sorted by name; empty if it doesn't exist."""
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
    """Walk a folder tree: yield each non-folder with the reason it can't be read, or None if it can.

    Iterative, because folders can be nested deeper than the recursion limit.
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
    """The mode of a file without following links; 0 if it's gone."""
    try:
        return path.lstat().st_mode
    except OSError:
        return 0
