"""How long scripts ran, from the trace of a browser."""

from __future__ import annotations

from typing import Any

from browser_trace import ScriptTime, read_longest_task, read_script_times, read_worker_time


def event(name: str, at: int, duration: int, tid: int = 1) -> dict[str, Any]:
    """A complete event of a trace, in milliseconds."""
    return {
        "cat": "devtools.timeline",
        "name": name,
        "ts": at * 1000,
        "dur": duration * 1000,
        "pid": 7,
        "tid": tid,
    }


def mark(name: str, at: int) -> dict[str, Any]:
    return {"cat": "blink.user_timing", "name": name, "ts": at * 1000, "pid": 7, "tid": 1}


def test_each_moment_of_script_counts_once_and_only_up_to_the_mark() -> None:
    """One event lies within another, one goes on after the mark, one follows it, one is of another thread."""
    events = [
        event("EvaluateScript", 0, 10),
        event("FunctionCall", 2, 3),
        event("RunMicrotasks", 20, 10),
        event("FunctionCall", 40, 5),
        event("FunctionCall", 0, 25, tid=2),
        mark("ready", 24),
    ]
    assert read_script_times(events, ("ready",)) == {"ready": ScriptTime(14, 14)}


def test_layout_is_told_apart_only_where_a_script_waits_for_it() -> None:
    """The second layout is the browser's own, between two scripts."""
    events = [
        event("FunctionCall", 0, 10),
        event("Layout", 4, 5),
        event("Layout", 12, 6),
        event("TimerFire", 20, 2),
        mark("ready", 30),
    ]
    assert read_script_times(events, ("ready",)) == {"ready": ScriptTime(7, 12)}


def test_script_of_the_workers_of_a_page_is_told_apart() -> None:
    """One thread is that of a worker, one is no worker, and one is a worker of another page's process."""
    names = [(2, "DedicatedWorker thread"), (3, "ThreadPoolForegroundWorker")]
    threads = [
        {"cat": "__metadata", "name": "thread_name", "pid": 7, "tid": tid, "ts": 0, "args": {"name": name}}
        for tid, name in names
    ]
    events = [
        *threads,
        event("FunctionCall", 0, 8),
        event("FunctionCall", 2, 30, tid=2),
        event("FunctionCall", 5, 5, tid=3),
        {**event("FunctionCall", 5, 5, tid=2), "pid": 8},
        mark("queue", 20),
    ]
    assert read_worker_time(events, "queue") == 18


def test_the_longest_task_is_that_of_the_thread_of_the_mark() -> None:
    events = [
        event("RunTask", 0, 10),
        event("RunTask", 20, 12),
        event("RunTask", 0, 90, tid=2),
        mark("queue", 9),
    ]
    assert read_longest_task(events, "queue") == 12
