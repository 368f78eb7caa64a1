"""Memory of a running build, sampled over all its processes.

A build may fork workers that share the pages of their parent. The largest process is the one with the highest
peak of resident memory as the kernel keeps it (VmHWM), where shared pages count in full for each process. The
total is what all processes together took from the machine: the sum of their proportional sizes (Pss), where
a page that several share counts once.
"""

from __future__ import annotations

import re
import resource
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Self

_PROC = Path("/proc")
_PAUSE = 0.1  # seconds between two looks
_LOOKS_A_TOTAL = 10  # the total takes the kernel longer, so it is asked for less often


@dataclass(slots=True)
class Memory:
    """Bytes at their highest: of the largest process, and of all together where the system says it."""

    largest: int = 0
    total: int = 0


class MemoryWatch:
    """Samples processes and all their descendants while the `with` block runs."""

    def __init__(self, roots: Iterable[int]) -> None:
        self.memory = Memory()
        self._roots = set(roots)
        self._done = Event()
        self._thread = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()
        if not self.memory.largest:  # no /proc: the largest of all children so far is at least not too low
            unit = 1 if sys.platform == "darwin" else 1024
            self.memory.largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit

    def _watch(self) -> None:
        looks = 0
        while not self._done.wait(_PAUSE):
            tree = list(_list_tree(self._roots))
            peaks = [_read(process, "status", "VmHWM") for process in tree]
            self.memory.largest = max(self.memory.largest, *peaks, 0)
            if looks % _LOOKS_A_TOTAL == 0:
                total = sum(_read(process, "smaps_rollup", "Pss") for process in tree)
                self.memory.total = max(self.memory.total, total)
            looks += 1


def _list_tree(roots: set[int]) -> Iterator[int]:
    """The processes and all that they have started, by their parents."""
    children: dict[int, list[int]] = {}
    for path in _PROC.glob("[0-9]*/stat"):
        try:
            # The name in parentheses may hold anything; the parent comes second after it.
            parent = int(path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(path.parent.name))
    waiting = list(roots)
    while waiting:
        process = waiting.pop()
        yield process
        waiting += children.get(process, [])


def _read(process: int, file: str, name: str) -> int:
    """A size in bytes; 0 for a process that has ended in the meantime."""
    try:
        text = (_PROC / str(process) / file).read_text(encoding="utf-8")
    except OSError:
        return 0
    found = re.search(rf"^{name}:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0
