"""Worker processes: run the methods of one object in forked processes, which share what it has in memory."""

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
"""The name of a method, and its arguments."""

Run = Callable[[Iterable[Call]], Iterator[Any]]
"""Makes calls, the first ones first. Gives their results in the same order."""


class KilledError(Exception):
    """A process ended before its work was done, perhaps because there was too little memory."""


_work: Any = None  # what a forked process works on: its parent sets it before


@contextmanager
def start_workers(work: object) -> Iterator[Run]:
    """Start as many processes as there are cores; none with one core, or where forking is unsafe."""
    global _work
    count = _count_cores()
    if count == 1 or not hasattr(os, "fork") or active_count() > 1:
        yield partial(_run_here, work)
        return
    _work = work
    gc.freeze()  # looking for garbage in what is shared takes long, and would copy it into each process
    pool = ProcessPoolExecutor(count, mp_context=get_context("fork"), initializer=_end_with_parent)
    try:
        yield partial(_run, pool)
    finally:
        pool.shutdown(cancel_futures=True)
        _work = None


def _end_with_parent() -> None:
    """Have the process end with its parent, even a killed one: otherwise it would keep the build's lock."""

    def wait() -> None:
        if parent := parent_process():
            parent.join()
            os._exit(1)

    Thread(target=wait, daemon=True).start()


def _run_here(work: object, calls: Iterable[Call]) -> Iterator[Any]:
    for method, arguments in calls:
        yield getattr(work, method)(*arguments)


def _run(pool: ProcessPoolExecutor, calls: Iterable[Call]) -> Iterator[Any]:
    """Have the processes begin at once."""
    return _list_results([pool.submit(_call, method, arguments) for method, arguments in calls])


def _list_results(futures: Iterable[Future[Any]]) -> Iterator[Any]:
    try:
        for future in futures:
            yield future.result()
    except BrokenProcessPool as error:
        raise KilledError from error


def _call(method: str, arguments: tuple[Any, ...]) -> Any:
    return getattr(_work, method)(*arguments)


def _count_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
