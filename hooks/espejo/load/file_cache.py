"""In-memory cache of parsed data files, by name and content: their records and problems.

When serving, running `--fix`, or comparing two versions of a bank, nearly all files stay the same. The bytes
are read from disk every time; only parsing is cached.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, NamedTuple

from espejo.load.parse import parse_file
from espejo.load.reader import Reader
from espejo.load.source import Source
from espejo.model.problems import Problem

MAX_KEPT = 5_000
"""Capacity: the maximum size of a bank. With less, looping over a large bank would evict every file."""


class FileReading(NamedTuple):
    """A parsed file: its record, its problems, whether it was read completely, and a digest of its bytes."""

    record: Any
    problems: tuple[Problem, ...]
    is_whole: bool
    digest: bytes = b""


class DataFile(NamedTuple):
    """A file to parse: its record class, its name in problems, its content, and the bank's languages.

    The result depends on nothing else. Records are frozen, so two banks can share one.
    """

    shape: type
    name: str
    content: bytes
    locales: frozenset[str]

    @property
    def slot(self) -> tuple[str, type, frozenset[str]]:
        """Cache key, which stays the same when the file is edited."""
        return self.name, self.shape, self.locales

    @property
    def digest(self) -> bytes:
        return blake2b(self.content, digest_size=20).digest()


class FileCache:
    """Parses files and keeps the latest result of each, evicting the least recently used."""

    def __init__(self, limit: int = MAX_KEPT) -> None:
        self._limit = limit
        self._kept: dict[tuple[str, type, frozenset[str]], FileReading] = {}  # least recently used first

    def read(self, file: DataFile) -> FileReading:
        """Parse a file, or return the cached result if its content is unchanged."""
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
    """Read parsed YAML as a record of this class."""
    record: Any = Reader(source, locales=locales).document(shape)
    is_whole = source.root is not None and not source.is_full
    return FileReading(record, tuple(source.owned_problems()), is_whole)


FILES = FileCache()
"""The cache of this process."""
