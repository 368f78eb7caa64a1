"""Worker processes: runs methods of an object in forked processes, which share its memory."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from threading import Thread, active_count
from typing import Any

Call = tuple[str, tuple[Any, ...]]
"""A method name and its arguments."""

Run = Callable[[Iterable[Call]], Iterator[Any]]
"""Runs calls in order, and yields their results in the same order."""


class KilledError(Exception):
    """A worker died before finishing, perhaps because memory ran out."""


_work: Any = None  # the object workers call; set by the parent before forking


@contextmanager
def start_workers(work: object) -> Iterator[Run]:
    """Start one worker per core; with a single core, or if forking is unsafe, run calls in this process."""
    global _work
    count = count_cores()
    if count == 1 or not hasattr(os, "fork") or active_count() > 1:
        yield partial(_run_here, work)
        return
    _work = work
    gc.freeze()  # collecting garbage in shared memory is slow, and would copy it into each process
    pool = ProcessPoolExecutor(count, mp_context=get_context("fork"), initializer=_end_with_parent)
    try:
        yield partial(_run, pool)
    finally:
        pool.shutdown(cancel_futures=True)
        _work = None


def _end_with_parent() -> None:
    """Exit when the parent dies, even if it was killed; otherwise the worker would hold the build's lock."""

    def wait() -> None:
        if parent := parent_process():
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()


def _run_here(work: object, calls: Iterable[Call]) -> Iterator[Any]:
    for method, arguments in calls:
        yield getattr(work, method)(*arguments)


def _run(pool: ProcessPoolExecutor, calls: Iterable[Call]) -> Iterator[Any]:
    """Submit all calls at once, before any result is consumed."""
    return _list_results([pool.submit(_call, method, arguments) for method, arguments in calls])


def _list_results(futures: Iterable[Future[Any]]) -> Iterator[Any]:
    try:
        for future in futures:
            yield future.result()
    except BrokenProcessPool as error:
        raise KilledError from error


def _call(method: str, arguments: tuple[Any, ...]) -> Any:
    return getattr(_work, method)(*arguments)


def count_cores() -> int:
    """The number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
