"""How long scripts ran, from the trace of a browser."""

from __future__ import annotations

from typing import Any

from browser_trace import ScriptTime, read_script_times


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
