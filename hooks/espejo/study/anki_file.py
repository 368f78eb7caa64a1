"""Anki files: makes a private copy of the collection in a profile or a package.

A package may be malicious, and a profile is irreplaceable. So the file itself is only read: SQLite works on
the copy, because it would create files next to a profile's collection even to read it.
"""

from __future__ import annotations

import errno
import sys
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, BinaryIO

from espejo.files import fcntl
from espejo.messages.message import MessageError, fail, message
from espejo.study.log_file import describe_file, open_file

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MAX_SIZE = 1024**3
"""Most bytes in a collection: about ten times one with many years of reviews."""

_SQLITE = b"SQLite format 3\x00"
_ZIP = b"PK\x03\x04"
_HOT_JOURNAL = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
_LOCK_START, _LOCK_LENGTH = 0x40000002, 510
"""Bytes that SQLite locks for reading; a writer locks all of them (see SQLite's os.h)."""

_COMPRESSED = "collection.anki21b"
_COLLECTIONS = (_COMPRESSED, "collection.anki21", "collection.anki2")
"""Newest first: current packages also have a dummy collection that tells users of old Anki to update."""

_NEWEST_PACKAGE = 3
_MAX_META = 1000
_CHUNK = 1024**2


@contextmanager
def copy_collection(file: Path) -> Iterator[Path]:
    """Make a temporary copy of a file's collection, and yield its path. Raise `MessageError` on failure."""
    with TemporaryDirectory(prefix="espejo-") as folder:
        copy = Path(folder) / "collection.anki2"
        _check_kind(file)
        with open_file(file, str(file)) as source:
            start = source.read(len(_SQLITE))  # determines the type, not the name
            source.seek(0)
            if start == _SQLITE:
                _copy_profile(file, source, copy)
            elif start.startswith(_ZIP):
                _unpack(file, source, copy)
            else:
                raise not_anki(file)
        yield copy


def not_anki(file: Path) -> MessageError:
    return MessageError(
        message(
            "{file} is neither a collection of Anki (collection.anki2) nor a package (.apkg or .colpkg).",
            file=str(file),
        )
    )


def damaged(file: Path) -> MessageError:
    return MessageError(
        message(
            "{file} is damaged. In Anki, run Tools → Check Database, then try again or export again.",
            file=str(file),
        )
    )


def too_new(file: Path) -> MessageError:
    return MessageError(
        message(
            "{file} comes from a version of Anki that is too new for Espejo. "
            "In Anki, export it again with “Support older Anki versions” on, and read that file.",
            file=str(file),
        )
    )


def _check_kind(file: Path) -> None:
    """Refuse a folder, and a pipe or a device, which could block or never end."""
    with suppress(OSError):  # opening it explains why
        if file.is_dir():
            fail(
                "{file} is a folder. Name the file, such as collection.anki2 in the folder of a profile.",
                file=str(file),
            )
        if file.exists() and not file.is_file():
            raise not_anki(file)


def _copy_profile(file: Path, source: BinaryIO, copy: Path) -> None:
    """Copy a profile's collection, with the changes that are still in its write-ahead log."""
    _lock(file, source)
    journal, log = (_beside(file, ending) for ending in ("-journal", "-wal"))
    before = describe_file(file), describe_file(log)
    if journal.is_file() and journal.read_bytes().startswith(_HOT_JOURNAL):
        fail("{file} was not closed properly. Open it in Anki, close Anki, and try again.", file=str(file))
    _copy(file, source, copy)
    if log.is_file():
        with log.open("rb") as written:
            _copy(file, written, _beside(copy, "-wal"))
    if before != (describe_file(file), describe_file(log)):
        raise _in_use(file)


def _lock(file: Path, source: BinaryIO) -> None:
    """Prevent writes until the file is closed, as SQLite does for reading."""
    if fcntl is None:  # Windows
        return
    try:
        fcntl.lockf(source, fcntl.LOCK_SH | fcntl.LOCK_NB, _LOCK_LENGTH, _LOCK_START)
    except (BlockingIOError, PermissionError):
        raise _in_use(file) from None
    except OSError:
        pass  # no locks on this file system; changes are detected anyway


def _in_use(file: Path) -> MessageError:
    return MessageError(
        message(
            "{file} is open in Anki or another program. Close it and try again, or export a package from "
            "Anki and read that.",
            file=str(file),
        )
    )


def _beside(file: Path, ending: str) -> Path:
    """Return a file that SQLite keeps next to a database, or next to its target if it's a link."""
    file = file.resolve()
    return file.with_name(file.name + ending)


def _unpack(file: Path, source: BinaryIO, copy: Path) -> None:
    """Unpack the newest collection of a package. Names in it are never used as paths."""
    try:
        with zipfile.ZipFile(source) as package:
            _check_version(file, package)
            name = next((one for one in _COLLECTIONS if one in package.namelist()), None)
            if name is None:
                raise not_anki(file)
            with _open_entry(package, name) as entry:
                _copy(file, zstd.ZstdFile(entry) if name == _COMPRESSED else entry, copy)
    except MessageError:
        raise
    except (zipfile.BadZipFile, zlib.error, zstd.ZstdError, EOFError, RuntimeError, ValueError) as error:
        raise damaged(file) from error
    except OSError as error:
        if error.errno == errno.EINVAL:  # an offset before the start of the file
            raise damaged(file) from error
        raise


def _check_version(file: Path, package: zipfile.ZipFile) -> None:
    """Reject packages newer than we know: the collection we would find isn't the learner's.

    The file `meta` is a Protocol Buffers message with the package version in field 1.
    """
    if "meta" not in package.namelist():
        return
    with _open_entry(package, "meta") as entry:
        meta = entry.read(_MAX_META)
    if meta[:1] == b"\x08" and meta[1:2] > bytes([_NEWEST_PACKAGE]):
        raise too_new(file)


def _open_entry(package: zipfile.ZipFile, name: str) -> IO[bytes]:
    """Open a file in a package. Anki stores or deflates; other methods may run out of memory."""
    if package.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile
    return package.open(name)


def _copy(file: Path, source: IO[bytes] | zstd.ZstdFile, target: Path) -> None:
    """Copy a stream up to the size limit, because a small file may unpack to a huge one."""
    left = MAX_SIZE
    with target.open("xb") as written:
        while chunk := source.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                fail(
                    "the collection in {file} is larger than {limit} MB. In Anki, export only the decks "
                    "of this bank, and read that.",
                    file=str(file),
                    limit=MAX_SIZE // 1024**2,
                )
            written.write(chunk)
