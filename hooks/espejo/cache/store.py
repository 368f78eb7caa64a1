"""Content-addressed cache in one SQLite file: values by a digest of all that they were made of.

Any number of processes may use it at once, and be killed at any moment. A value that was damaged is made
anew, and so is a file that SQLite cannot read: the cache can cost time, but never change a result.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from threading import local
from typing import Any
from weakref import WeakSet

from espejo.cache.memory_store import MemoryStore

MADE = Path(".cache", "made.sqlite")
"""The file in which a project keeps what was made of its bank."""

MAX_BYTES = 1_000_000_000
"""How much is kept, by default. What was used longest ago goes first."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS kept (
  key BLOB PRIMARY KEY,
  run INTEGER NOT NULL,
  size INTEGER NOT NULL,
  checksum BLOB NOT NULL,
  value BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS by_run ON kept (run, size);
"""
_WAIT_SECONDS = 60
_MOST_NEW = 256


class Store(MemoryStore):
    """Values in a file. Without a file that can be used, nothing is found and nothing is kept."""

    is_shared = True

    def __init__(self, path: Path, *, limit: int = MAX_BYTES) -> None:
        super().__init__()
        self._path = path
        self._limit = limit
        self._open = local()  # a connection belongs to one thread of one process
        self._used: set[bytes] = set()
        self._new: dict[bytes, bytes] = {}  # not written yet: one transaction for many values is far cheaper
        self._run = self._begin()
        _stores.add(self)

    def get(self, key: bytes) -> bytes | None:
        """The value that was kept under a key, if it is whole."""
        if (new := self._new.get(key)) is not None:
            return new
        rows = self._execute("SELECT checksum, value, run FROM kept WHERE key = ?", key)
        for checksum, value, run in rows:
            if checksum == _take_checksum(key, value):
                if run != self._run:
                    self._used.add(key)
                return bytes(value)
        return None

    def has(self, key: bytes) -> bool:
        return key in self._new or bool(self._execute("SELECT 1 FROM kept WHERE key = ?", key))

    def put(self, key: bytes, value: bytes) -> None:
        self._new[key] = value
        if len(self._new) >= _MOST_NEW:
            self.flush()

    def flush(self) -> None:
        """Write what is new, so that other processes find it, and note what was used."""
        new, used = list(self._new.items()), list(self._used)
        rows = [(key, self._run, len(value), _take_checksum(key, value), value) for key, value in new]
        self._execute_many("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?, ?)", rows)
        self._execute_many("UPDATE kept SET run = ? WHERE key = ?", [(self._run, key) for key in used])
        for key, _ in new:
            self._new.pop(key, None)
        self._used.difference_update(used)

    def close(self) -> None:
        """Write what is new, drop what is too much, and disconnect."""
        self.flush()
        self._drop_oldest()
        self.disconnect()

    def disconnect(self) -> None:
        """Let go of the file until it is asked again."""
        self.flush()
        if connection := getattr(self._open, "connection", None):
            del self._open.connection, self._open.process
            with suppress(sqlite3.Error):
                connection.close()

    def _begin(self) -> int:
        """The number of this run: one more than that of the last."""
        rows = self._execute("SELECT max(run) FROM kept")
        return (rows[0][0] or 0) + 1 if rows else 1

    def _drop_oldest(self) -> None:
        rows = self._execute("SELECT run, sum(size) FROM kept GROUP BY run ORDER BY run DESC")
        total = 0
        for run, size in rows:
            total += size
            if total > self._limit and run != self._run:
                self._execute("DELETE FROM kept WHERE run <= ?", run)
                return

    def _execute(self, command: str, *values: object) -> list[tuple[Any, ...]]:
        """Run a command. Returns its rows; none if the file cannot be used."""
        return self._use(lambda connection: connection.execute(command, values).fetchall())

    def _execute_many(self, command: str, rows: list[tuple[Any, ...]]) -> None:
        """Run a command for each row, all of them or none."""

        def execute(connection: sqlite3.Connection) -> list[Any]:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany(command, rows)
            return []

        if rows:
            self._use(execute)

    def _use(self, use: Callable[[sqlite3.Connection], list[Any]]) -> list[Any]:
        """Use the file; nothing comes of it if that is impossible. A file that is damaged is deleted."""
        try:
            return use(self._connect())
        except sqlite3.DatabaseError as error:
            if not isinstance(error, sqlite3.OperationalError):
                self._discard()
        except OSError:
            pass
        return []

    def _connect(self) -> sqlite3.Connection:
        """The connection of this thread. A process that was forked must not use that of its parent."""
        if getattr(self._open, "process", None) != os.getpid():
            self._open.connection = self._start()
            self._open.process = os.getpid()
        connection: sqlite3.Connection = self._open.connection
        return connection

    def _start(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if self._path.is_symlink():
            raise OSError(f"{self._path} is a link")
        connection = sqlite3.connect(self._path, timeout=_WAIT_SECONDS, isolation_level=None)
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA page_size = 32768")  # of a new file: most values are that large
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")  # a power cut may damage it, which is found out
        connection.executescript(_SCHEMA)
        return connection

    def _discard(self) -> None:
        with suppress(AttributeError, sqlite3.Error):
            self._open.connection.close()
        self._open.process = None
        for suffix in ("", "-wal", "-shm"):
            self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)


_stores: WeakSet[Store] = WeakSet()


def _disconnect_all() -> None:
    """SQLite forbids to take an open connection into a forked process: locks would not hold there."""
    for store in list(_stores):
        store.disconnect()


os.register_at_fork(before=_disconnect_all)


def _take_checksum(key: bytes, value: bytes) -> bytes:
    return blake2b(value, digest_size=8, key=key).digest()
