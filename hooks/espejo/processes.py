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
from threading import Event, Thread, active_count
from typing import Any, Protocol

Call = tuple[str, tuple[Any, ...]]
"""The name of a method, and its arguments."""

Run = Callable[[Iterable[Call]], Iterable[Any]]
"""Makes calls, those that come first first. Gives their results in the same order."""


class Work(Protocol):
    """What processes work on."""

    def end_call(self) -> None: ...


class KilledError(Exception):
    """A process has ended before its work was done, perhaps because there was too little memory."""


class StoppedError(Exception):
    """Calls were not made any more, because something else has come up."""


_work: Any = None  # what a forked process works on: its parent sets it before


@contextmanager
def start_workers(work: Work) -> Iterator[Run]:
    """Start as many processes as there are cores; with one core, or where forking is unsafe, none.

    `work.end_call` is called in a process after each call there.
    """
    global _work
    count = _count_cores()
    if count == 1 or not hasattr(os, "fork") or active_count() > 1:
        yield run_here(work)
        return
    _work = work
    gc.freeze()  # so that collecting garbage in a process does not copy the memory that it shares
    pool = ProcessPoolExecutor(count, mp_context=get_context("fork"), initializer=_prepare_worker)
    try:
        yield partial(_run, pool)
    finally:
        pool.shutdown(cancel_futures=True)
        gc.unfreeze()
        _work = None


def _prepare_worker() -> None:
    """Set up a process. It looks for garbage only between two calls, where little else is young.

    It ends with its parent, even if that is killed: it would wait for work forever, and keep the lock of the
    build that it has inherited.
    """
    gc.disable()
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := parent_process():
        parent.join()
        os._exit(1)


def run_here(work: object, stop: Event | None = None) -> Run:
    """What makes calls in this thread, one after the other; with an event, until it is set."""

    def run(calls: Iterable[Call]) -> Iterable[Any]:
        for method, arguments in calls:
            if stop and stop.is_set():
                raise StoppedError
            yield getattr(work, method)(*arguments)

    return run


def _run(pool: ProcessPoolExecutor, calls: Iterable[Call]) -> Iterable[Any]:
    """Have the processes begin at once."""
    futures = [pool.submit(_call, method, arguments) for method, arguments in calls]
    return _list_results(futures)


def _list_results(futures: Iterable[Future[Any]]) -> Iterator[Any]:
    try:
        for future in futures:
            yield future.result()
    except BrokenProcessPool as error:
        raise KilledError from error


def _call(method: str, arguments: tuple[Any, ...]) -> Any:
    result = getattr(_work, method)(*arguments)
    _work.end_call()
    gc.collect(0)
    return result


def _count_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
