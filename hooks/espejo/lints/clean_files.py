"""Cache of files in which the lints found nothing: they are not read again until they change.

Neither are they if the code, the words and terms of the bank, or an installed dictionary changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from espejo.cache.bank_keys import BankKeys
from espejo.cache.digest import take_digest
from espejo.cache.memory_store import MemoryStore
from espejo.model.bank import Bank

_INSTALLED = Path("node_modules", ".package-lock.json")
"""What npm has installed, dictionaries among it."""


class CleanFiles:
    """The clean files of a bank. `digests` are those of the content of its files, by their names."""

    def __init__(self, bank: Bank, project: Path, digests: Mapping[str, bytes], store: MemoryStore) -> None:
        installed = project / _INSTALLED
        dictionaries = installed.read_bytes() if installed.is_file() else b""
        shared = BankKeys(bank, digests, stale={}, settings=()).shared
        self._linted_with = take_digest(shared, "clean for the lints", dictionaries)
        self._digests = digests
        self._store = store
        self.has = cache(self._has)

    def _has(self, file: str) -> bool:
        return file in self._digests and self._store.has(self._key(file))

    def add(self, files: Iterable[str]) -> None:
        for file in files:
            if file in self._digests:
                self._store.put(self._key(file), b"")
        self._store.flush()

    def _key(self, file: str) -> bytes:
        return take_digest(self._linted_with, file, self._digests[file])
