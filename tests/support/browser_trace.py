"""The trace of a browser enters; how long scripts kept its threads leaves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page

_CATEGORIES = "devtools.timeline,v8,v8.execute,blink.user_timing"

_SCRIPT = frozenset(
    {
        "EvaluateScript",
        "EventDispatch",
        "FireAnimationFrame",
        "FireIdleCallback",
        "FunctionCall",
        "RunMicrotasks",
        "TimerFire",
        "v8.callFunction",
        "v8.compile",
        "v8.compileModule",
        "v8.evaluateModule",
        "v8.produceCache",
        "v8.produceModuleCache",
        "v8.run",
    }
)
"""The events of a trace in which scripts are compiled or run. Some lie within others."""

_LAYOUT = frozenset({"Layout", "UpdateLayoutTree"})
_TASKS = "disabled-by-default-devtools.timeline"
"""The category of whole tasks. Others that it has slow the browser down, so it is recorded only if needed."""


@contextmanager
def record_trace(page: Page, devtools: CDPSession, *, tasks: bool = False) -> Iterator[list[dict[str, Any]]]:
    """Records what happens within the block. The list is filled when the block ends."""
    categories = f"{_CATEGORIES},{_TASKS}" if tasks else _CATEGORIES
    events: list[dict[str, Any]] = []
    complete: list[object] = []
    devtools.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    devtools.on("Tracing.tracingComplete", lambda said: complete.append(said))
    devtools.send("Tracing.start", {"categories": categories, "transferMode": "ReportEvents"})
    yield events
    devtools.send("Tracing.end")
    while not complete:
        page.wait_for_timeout(20)


@dataclass(frozen=True, slots=True)
class ScriptTime:
    """Milliseconds in scripts: alone, and with the layout that they wait for."""

    alone: float
    with_layout: float


def read_script_times(events: list[dict[str, Any]], marks: tuple[str, ...]) -> dict[str, ScriptTime]:
    """The time of script on the thread that made these marks, from the beginning to each of them."""
    made = _find_marks(events, marks)
    own = _list_own(events, made)
    script, layout, both = (_list_runs(own, names) for names in (_SCRIPT, _LAYOUT, _SCRIPT | _LAYOUT))
    return {
        name: ScriptTime(_add_up(both, one["ts"]) - _add_up(layout, one["ts"]), _add_up(script, one["ts"]))
        for name, one in made.items()
    }


def read_worker_time(events: list[dict[str, Any]], mark: str) -> float:
    """The milliseconds of script in workers of the page that made this mark, from the beginning to it."""
    (made,) = _find_marks(events, (mark,)).values()
    workers = {
        one["tid"]
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"].startswith("DedicatedWorker")
    }
    own = [one for one in events if "dur" in one and one["pid"] == made["pid"] and one["tid"] in workers]
    return _add_up(_list_runs(own, _SCRIPT), made["ts"])


def read_longest_task(events: list[dict[str, Any]], mark: str) -> float:
    """The milliseconds of the longest task of the thread that made this mark."""
    own = _list_own(events, _find_marks(events, (mark,)))
    longest: float = max(one["dur"] for one in own if one["name"] == "RunTask")
    return longest / 1000


def _find_marks(events: list[dict[str, Any]], names: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in events if "blink.user_timing" in one["cat"] and one["name"] in names}


def _list_own(events: list[dict[str, Any]], marks: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """The events that last, of the thread that made these marks."""
    threads = {(one["pid"], one["tid"]) for one in marks.values()}
    return [one for one in events if "dur" in one and (one["pid"], one["tid"]) in threads]


def _list_runs(events: list[dict[str, Any]], names: frozenset[str]) -> list[tuple[int, int]]:
    """The beginnings and ends of these events, in microseconds."""
    return sorted((one["ts"], one["ts"] + one["dur"]) for one in events if one["name"] in names)


def _add_up(runs: list[tuple[int, int]], until: int) -> float:
    """The milliseconds that the runs cover together, each moment once."""
    total, covered = 0, 0
    for start, end in runs:
        total += max(min(end, until) - max(start, covered), 0)
        covered = max(covered, min(end, until))
    return total / 1000
