"""Cache of data files that were read, by name and content: the record of each, and what is wrong with it.

While serving, and between two versions of a bank, nearly all files stay the same. A file is read from the
disk each time, and only what follows from its bytes is kept: in memory and, for the next process, in a store.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from espejo.cache.digest import code_version, take_digest
from espejo.cache.memory_store import MemoryStore
from espejo.load.parse import parse_file
from espejo.load.reader import Reader
from espejo.load.readings.pickled_records import pickle_record, unpickle_record
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

    That is all that a reading depends on besides the code. A record is frozen, so whoever gets it a second
    time gets what the first one got.
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
        return take_digest(self.content)

    def key(self, digest: bytes) -> bytes:
        """The key under which a store keeps its record."""
        named = (self.name, self.shape.__name__, *sorted(self.locales))
        return take_digest(code_version(), "record", named, digest)


class FileCache:
    """Reads files and keeps the last reading of each, up to so many files: the records of about one bank."""

    def __init__(self, limit: int = MAX_KEPT) -> None:
        self._limit = limit
        self._kept: dict[tuple[str, type, frozenset[str]], FileReading] = {}  # in the order of their last use

    def read(self, file: DataFile, store: MemoryStore | None = None) -> FileReading:
        """What was read of a file before, by this process or by one that used the same store, or is now."""
        digest = file.digest
        reading = self._kept.pop(file.slot, None)
        if reading is None or reading.digest != digest:
            pickled = store.get(file.key(digest)) if store else None
            reading = _restore(pickled, digest) or _read(file, digest, store)
        self._kept[file.slot] = reading
        if len(self._kept) > self._limit:
            del self._kept[next(iter(self._kept))]
        return reading

    def has(self, file: DataFile, store: MemoryStore) -> bool:
        """Whether a file need not be read again."""
        digest, reading = file.digest, self._kept.get(file.slot)
        return (reading is not None and reading.digest == digest) or store.has(file.key(digest))


def _restore(pickled: bytes | None, digest: bytes) -> FileReading | None:
    """The reading of a file that was read before without any problem."""
    record: Any = unpickle_record(pickled) if pickled else None
    return FileReading(record, (), True, digest) if record else None


def _read(file: DataFile, digest: bytes, store: MemoryStore | None) -> FileReading:
    reading = read_source(file.shape, parse_file(file.content, file=file.name), locales=file.locales)
    if store and reading.is_whole and not reading.problems:
        store.put(file.key(digest), pickle_record(reading.record))
    return reading._replace(digest=digest)


def read_source(shape: type, source: Source, *, locales: frozenset[str]) -> FileReading:
    """Read a parsed file as a record of this class."""
    record: Any = Reader(source, locales=locales).document(shape)
    is_whole = source.root is not None and not source.is_full
    return FileReading(record, tuple(source.owned_problems()), is_whole)


FILES = FileCache()
"""The files that this process has read."""
