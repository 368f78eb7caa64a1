"""Cache of data files that were read, by name and content: the record of each, and what is wrong with it.

While serving, after each fix of `--fix`, and between two versions of a bank, nearly all files stay the same.
A file is read from the disk each time, and only what follows from its bytes is kept, in memory.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, NamedTuple

from espejo.load.parse import parse_file
from espejo.load.reader import Reader
from espejo.load.source import Source
from espejo.model.problems import Problem

MAX_KEPT = 5_000
"""How many files are kept: as many as a bank may have, or each would be gone when it is read again."""


class FileReading(NamedTuple):
    """The record of a file, the problems in it, whether all of it was read, and a digest of its bytes."""

    record: Any
    problems: tuple[Problem, ...]
    is_whole: bool
    digest: bytes = b""


class DataFile(NamedTuple):
    """A file to read: the class of its record, its name in problems, its content, the languages of the bank.

    That is all that a reading depends on. Records are frozen, so two banks may share one.
    """

    shape: type
    name: str
    content: bytes
    locales: frozenset[str]

    @property
    def slot(self) -> tuple[str, type, frozenset[str]]:
        """What stays the same when the file is edited."""
        return self.name, self.shape, self.locales

    @property
    def digest(self) -> bytes:
        return blake2b(self.content, digest_size=20).digest()


class FileCache:
    """Reads files and keeps the last reading of each, up to so many files: the records of about one bank."""

    def __init__(self, limit: int = MAX_KEPT) -> None:
        self._limit = limit
        self._kept: dict[tuple[str, type, frozenset[str]], FileReading] = {}  # in the order of their last use

    def read(self, file: DataFile) -> FileReading:
        """The last reading of the file if its content is the same, otherwise a new one."""
        digest = file.digest
        reading = self._kept.pop(file.slot, None)
        if reading is None or reading.digest != digest:
            source = parse_file(file.content, file=file.name)
            reading = read_source(file.shape, source, locales=file.locales)._replace(digest=digest)
        self._kept[file.slot] = reading
        if len(self._kept) > self._limit:
            del self._kept[next(iter(self._kept))]
        return reading


def read_source(shape: type, source: Source, *, locales: frozenset[str]) -> FileReading:
    """Read a parsed file as a record of this class."""
    record: Any = Reader(source, locales=locales).document(shape)
    is_whole = source.root is not None and not source.is_full
    return FileReading(record, tuple(source.owned_problems()), is_whole)


FILES = FileCache()
"""The files that this process has read."""
