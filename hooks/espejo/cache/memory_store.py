"""Cache in memory: values by a digest of all that they were made of, for as long as a process needs them."""

from __future__ import annotations

from collections.abc import Callable


class MemoryStore:
    """Values in memory, for a single site."""

    is_shared = False
    """Whether other processes find what this one has put."""

    def __init__(self) -> None:
        self._kept: dict[bytes, bytes] = {}

    def get(self, key: bytes) -> bytes | None:
        return self._kept.get(key)

    def has(self, key: bytes) -> bool:
        return key in self._kept

    def put(self, key: bytes, value: bytes) -> None:
        self._kept[key] = value

    def get_or_make(self, key: bytes, make: Callable[[], bytes]) -> bytes:
        """The value that was kept under a key, or else the one that `make` gives, which is kept."""
        value = self.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value

    def flush(self) -> None:
        """There is nothing to write."""

    def close(self) -> None:
        """There is nothing to close."""
