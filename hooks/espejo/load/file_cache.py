"""Cache of data files that were read, by name and content: the record of each, and what is wrong with it.

While serving, and between two versions of a bank, nearly all files stay the same. A file is read from the
disk each time, and only what follows from its bytes is kept.
"""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

from espejo.cache.digest import take_digest
from espejo.load.parse import parse_file
from espejo.load.reader import Reader
from espejo.load.source import Source
from espejo.model.problems import Problem

Shape = TypeVar("Shape")

MAX_KEPT = 5_000
"""How many files are kept: as many as a bank may have, or each would be gone when it is read again."""


class FileReading(NamedTuple, Generic[Shape]):
    """The record of a file, the problems in it, whether all of it was read, and a digest of its bytes."""

    record: Shape
    problems: tuple[Problem, ...]
    is_whole: bool
    digest: bytes = b""


class _Key(NamedTuple):
    """What a reading depends on besides the content: the name in every place, the class, and the languages.

    The rest is code. A record is frozen, so whoever gets it a second time gets what the first one got.
    """

    file: str
    shape: type
    locales: frozenset[str]


class FileCache:
    """Reads files and keeps the last reading of each, up to so many files: the records of about one bank."""

    def __init__(self, limit: int = MAX_KEPT) -> None:
        self._limit = limit
        self._kept: dict[_Key, FileReading[Any]] = {}  # in the order of their last use

    def read(
        self, shape: type[Shape], content: bytes, *, file: str, locales: frozenset[str]
    ) -> FileReading[Shape]:
        """The content of a file as a record of this class; `file` is its name in problems."""
        key, digest = _Key(file, shape, locales), take_digest(content)
        reading = self._kept.pop(key, None)
        if reading is None or reading.digest != digest:
            reading = read_source(shape, parse_file(content, file=file), locales=locales)
            reading = reading._replace(digest=digest)
        self._kept[key] = reading
        if len(self._kept) > self._limit:
            del self._kept[next(iter(self._kept))]
        return reading


def read_source(shape: type[Shape], source: Source, *, locales: frozenset[str]) -> FileReading[Shape]:
    """Read a parsed file as a record of this class."""
    record = Reader(source, locales=locales).document(shape)
    is_whole = source.root is not None and not source.is_full
    return FileReading(record, tuple(source.owned_problems()), is_whole)


FILES = FileCache()
"""The files that this process has read."""
