"""Random review histories and learner logs, reproducible from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from espejo.study.event import write_time

RETENTIONS = (0.8, 0.85, 0.9, 0.93, 0.95)
ZONES = ("America/New_York", "Europe/Madrid", "Australia/Lord_Howe")
"""Time zones with daylight saving time, one of them by half an hour."""

NOW = 1_767_225_600_000
"""The current time in all logs, January 1, 2026."""

_KINDS = ("single", "numeric", "card")
_GRADES = ("forgot", "hard", "good", "easy")
_MINUTE, _DAY = 60_000, 86_400_000


@dataclass(frozen=True, slots=True)
class History:
    """Reviews of one item: for each, the days since the previous one and a rating."""

    retention: float
    reviews: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Log:
    """The events of many items in a time zone."""

    zone: str
    retention: float
    events: list[dict[str, Any]]


def make_histories(seed: int | str, count: int) -> Iterator[History]:
    """Generates histories of up to 30 reviews with all ratings, and gaps from none to years."""
    random = Random(seed)  # noqa: S311, nothing is secret
    for _ in range(count):
        length = random.randint(1, 30)
        gaps = [0, *(_choose_gap(random) for _ in range(length - 1))]
        ratings = random.choices((1, 2, 3, 4), weights=random.choice([(1, 1, 1, 1), (1, 1, 6, 1)]), k=length)
        yield History(random.choice(RETENTIONS), tuple(zip(gaps, ratings, strict=True)))


def _choose_gap(random: Random) -> int:
    return random.randint(0, random.choice([0, 1, 10, 100, 2000]))


def make_logs(seed: int | str, items: int) -> Iterator[Log]:
    """Generates a log with this many items per zone. Many answers are near the start of a day."""
    for number, zone in enumerate(ZONES):
        random = Random(f"{seed} {zone}")  # noqa: S311
        moments = _list_moments(ZoneInfo(zone))
        events = [
            event
            for item in range(items)
            for event in _make_events(random, f"q-{10 + item // 90}-{10 + item % 90}", moments)
        ]
        numbered = [{**event, "n": n} for n, event in enumerate(events, 1)]
        yield Log(zone, RETENTIONS[number % len(RETENTIONS)], numbered)


def _list_moments(zone: ZoneInfo) -> list[int]:
    """Lists 4 a.m. on each day the clock changes, and on the days before and after."""
    nights = [datetime(2010, 1, 1, 4, tzinfo=zone) + timedelta(days=day) for day in range(15 * 365)]
    changed = [after for before, after in pairwise(nights) if before.utcoffset() != after.utcoffset()]
    around = [night + timedelta(days=days) for night in changed for days in (-1, 0, 1)]
    return [round(night.timestamp() * 1000) for night in around]


def _make_events(random: Random, item: str, moments: list[int]) -> Iterator[dict[str, Any]]:
    """Generates the events of one item. Some may have the same time, and a few are in the future."""
    kind = random.choice(_KINDS)
    key = "0a1b2c3d"
    for _ in range(random.randint(1, 12)):
        if not random.randrange(8):
            key = random.choice(["0a1b2c3d", "ffffffff"])
        yield {
            **{"id": item, "at": write_time(_choose_time(random, moments)), "key": key},
            **{"device": random.choice(["abcdefgh0123", "otherdevice0"]), "kind": kind},
            **_choose_answer(random, kind),
            **{"lang": random.choice(["en", "es"]), "where": random.choice(["quiz", "review"])},
        }


def _choose_time(random: Random, moments: list[int]) -> int:
    near = random.choice([0, 0, 1, _MINUTE, 60 * _MINUTE])
    if random.randrange(2):
        return random.choice(moments) + random.randint(-near, near)
    return random.randint(NOW - 6000 * _DAY, NOW + 200 * _DAY)


def _choose_answer(random: Random, kind: str) -> dict[str, Any]:
    """Makes an answer with everything its rating may depend on."""
    answer = {
        "ms": random.choice([0, 9000, 60_000, 60_001, 180_000, 180_001, 3_600_000]),
        "guess": not random.randrange(5),
        "right": bool(random.randrange(4)),
        "answer": "0.5" if kind == "numeric" else [1],
        **({"hint": True} if not random.randrange(6) else {}),
        **({"seen": True} if not random.randrange(9) else {}),
    }
    if kind == "card" or not random.randrange(4):
        answer["grade"] = random.choice(_GRADES)
    if kind == "card":
        answer["right"] = answer["grade"] != "forgot"
    return answer
