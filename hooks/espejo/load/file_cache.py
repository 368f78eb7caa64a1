"""Cache of data files that were read, by their content: the record of each, and what is wrong with it.

While serving, and between two versions of a bank, nearly all files stay the same. A file is read from the
disk each time, and only what follows from its bytes is kept.
"""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

from espejo.load.parse import parse_file
from espejo.load.reader import Reader
from espejo.load.source import Source
from espejo.model.problems import Problem

Shape = TypeVar("Shape")

MAX_KEPT = 8_000_000
"""How many bytes of files are kept, several times what the bank has. Their records take four times that."""


class FileReading(NamedTuple, Generic[Shape]):
    """The record of a file, the problems in it, and whether all of it could be read."""

    record: Shape
    problems: tuple[Problem, ...]
    is_whole: bool


class _Key(NamedTuple):
    """All that a reading depends on: the bytes, the name in every place, the class, and the languages.

    The rest is code. A record is frozen, so whoever gets it a second time gets what the first one got.
    """

    content: bytes
    file: str
    shape: type
    locales: frozenset[str]


class FileCache:
    """Reads files and keeps those that were used last, up to so many bytes."""

    def __init__(self, limit: int = MAX_KEPT) -> None:
        self._limit = limit
        self._size = 0
        self._kept: dict[_Key, FileReading[Any]] = {}  # in the order of their last use

    def read(
        self, shape: type[Shape], content: bytes, *, file: str, locales: frozenset[str]
    ) -> FileReading[Shape]:
        """The content of a file as a record of this class; `file` is its name in problems."""
        key = _Key(content, file, shape, locales)
        reading = self._kept.pop(key, None)
        if reading is None:
            reading = read_source(shape, parse_file(content, file=file), locales=locales)
            self._size += len(content)
        self._kept[key] = reading
        while self._size > self._limit:
            self._drop_oldest()
        return reading

    def _drop_oldest(self) -> None:
        oldest = next(iter(self._kept))
        del self._kept[oldest]
        self._size -= len(oldest.content)


def read_source(shape: type[Shape], source: Source, *, locales: frozenset[str]) -> FileReading[Shape]:
    """Read a parsed file as a record of this class."""
    record = Reader(source, locales=locales).document(shape)
    is_whole = source.root is not None and not source.is_full
    return FileReading(record, tuple(source.owned_problems()), is_whole)


FILES = FileCache()
"""The files that this process has read."""
