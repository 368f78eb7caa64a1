"""In-memory cache of parsed data files: their records and problems.

When serving, running `--fix`, or comparing two versions of a bank, nearly all files stay the same. The bytes
are read from disk every time; only parsing is cached.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from espejo.load.data_files import MAX_FILES
from espejo.load.parse import parse_file
from espejo.load.reader import Reader
from espejo.load.source import Source
from espejo.model.problems import Problem


class FileReading(NamedTuple):
    """A parsed file: its record, its problems, whether it was read completely, and a digest of its bytes."""

    record: Any
    problems: tuple[Problem, ...]
    is_whole: bool
    digest: bytes = b""


@lru_cache(maxsize=MAX_FILES)  # with less, looping over a large bank would evict every file
def read_file(shape: type, name: str, content: bytes, locales: frozenset[str]) -> FileReading:
    """Parse a file as a record of this class; `name` is its name in problems.

    The result depends on nothing else. Records are frozen, so two banks can share one.
    """
    reading = read_source(shape, parse_file(content, file=name), locales=locales)
    return reading._replace(digest=blake2b(content, digest_size=20).digest())


def read_source(shape: type, source: Source, *, locales: frozenset[str]) -> FileReading:
    """Read parsed YAML as a record of this class."""
    record: Any = Reader(source, locales=locales).document(shape)
    is_whole = source.root is not None and not source.is_full
    return FileReading(record, tuple(source.owned_problems()), is_whole)
