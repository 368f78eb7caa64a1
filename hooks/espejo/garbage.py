"""Garbage collection: when not to look for garbage, because with a large bank in memory that takes long."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_gc() -> Iterator[None]:
    """Pause it where hardly any garbage is made, such as while a bank is loaded."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def never_collect() -> None:
    """Do without it in this process, which ends soon; also at its end, where Python would look once more."""
    gc.disable()
    atexit.register(gc.freeze)
