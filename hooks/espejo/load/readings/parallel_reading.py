"""Parallel reading: several processes read the files of a large bank that nobody has read before.

They leave the records in the store, as any reading does, where the loader finds them a moment later.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from espejo.cache.memory_store import MemoryStore
from espejo.load.readings.file_cache import FILES, DataFile
from espejo.processes import KilledError, start_workers

MIN_FILES = 60
"""How many files make it worth while to start processes."""

_FILES_A_CALL = 10


def read_ahead(files: Sequence[DataFile], store: MemoryStore) -> None:
    """Have the records of files put into the store, if they are many and it does not have them."""
    if len(files) < MIN_FILES or not store.is_shared:
        return
    missing = [file for file in files if not FILES.has(file, store)]
    if len(missing) < MIN_FILES:
        return
    work = _ReadingWork(missing, store)
    starts = range(0, len(missing), _FILES_A_CALL)
    # The loader reads what nobody has put there, so it does not matter if a process is killed.
    with suppress(KilledError), start_workers(work) as run:
        for _ in run(("read_files", (start, start + _FILES_A_CALL)) for start in starts):
            pass


@dataclass(frozen=True)
class _ReadingWork:
    """What the processes do. What is wrong with a file is left to the loader, which reads it once more."""

    files: Sequence[DataFile]
    store: MemoryStore

    def read_files(self, start: int, end: int) -> None:
        for file in self.files[start:end]:
            FILES.read(file, self.store)

    def end_call(self) -> None:
        self.store.flush()
