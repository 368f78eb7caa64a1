"""Queues: typed numbers, review queues, and sessions through the site's scripts and our modules."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from random import Random
from typing import Any

from espejo.study.review import ItemState, ReviewItem, Session, build_queue, find_next_day
from espejo.study.terminal.typed_numbers import read_numbers

from .schedules import run_script

_CHARACTERS = "0123456789012345678901234567890...,,,eE+-−–_'’ \t\u00a0\u2003\ufeff\x1c\x85٣x"
_TODAY = 20_000


def make_numbers(random: Random, count: int) -> Iterator[str]:
    """Generates texts that are numbers, almost numbers, or too long."""
    for _ in range(count):
        length = random.choice([1, 2, 3, 5, 8, 13, 30, 64, 65])
        yield "".join(random.choice(_CHARACTERS) for _ in range(length))
    for _ in range(count):
        whole, mark = f"{random.randrange(10**7):,}", random.choice([",", ".", " ", "'"])
        decimals = random.choice(["", f".{random.randrange(10**4)}", f",{random.randrange(10**3)}"])
        yield f"{random.choice(['', '-', '+', '−'])}{whole.replace(',', mark)}{decimals}"


def make_queue(random: Random) -> dict[str, Any]:
    """Makes a pool with some topics and terms. Some items have a state, each with a different stability."""
    size = random.randint(0, 60)
    topics = [f"t{number}" for number in range(random.randint(1, 6))]
    ids = [f"q-01-{number:02}" for number in range(size)]
    ids += [f"{side}/{name}" for side in ("term", "meaning") for name in "abcdef"[: random.randint(0, 6)]]
    pool = [
        {"id": id_, "key": "0a1b2c3d", "unit": "u"}
        | {"part": random.choice("xyz"), "topic": random.choice(topics)}
        for id_ in ids
    ]
    asked = [id_ for id_ in ids if random.random() < random.choice([0.2, 0.7])]
    states = {id_: _make_state(random, place) for place, id_ in enumerate(asked)}
    return {"pool": pool, "states": states, "today": _TODAY, "most": random.choice([0, 3, 10, 100])}


def _make_state(random: Random, place: int) -> dict[str, Any]:
    return {
        "key": random.choice(["0a1b2c3d"] * 5 + ["ffffffff"]),
        "first": _TODAY - 100,
        "begun": random.random() < 0.5,
        "day": _TODAY - random.choice([0, 1, 5, 50]),
        "rating": random.choice([1, 2, 3, 3, 4]),
        "sure": random.random() < 0.5,
        "stability": random.choice([1, 2, 10]) + place * 1e-6,
        "interval": random.choice([1, 5, 40]),
    }


def make_session(random: Random) -> dict[str, Any]:
    queue = [
        {"id": f"q-01-{number:02}", "fresh": False, "missed": False}
        for number in range(random.randint(0, 20))
    ]
    answers = [(random.random() < 0.7, random.random() < 0.5) for _ in range(random.randint(0, 60))]
    return {"queue": queue, "answers": answers}


def order_queue(given: dict[str, Any]) -> dict[str, Any]:
    """Builds a queue with our modules. Sorted, because only the scripts order by topic."""
    states = {id_: ItemState(**state) for id_, state in given["states"].items()}
    items = [ReviewItem(one["id"], one["key"], one["part"], states.get(one["id"])) for one in given["pool"]]
    queue = build_queue(items, given["today"], given["most"])
    next_day = find_next_day(items, given["today"])
    return {"queue": sorted([one.id, not one.state, one.is_missed] for one in queue), "next": next_day}


def run_session(given: dict[str, Any]) -> dict[str, Any]:
    """Runs our session."""
    session = Session(ReviewItem(one["id"], "", "", None) for one in given["queue"])
    asked = []
    for is_known, sure in given["answers"]:
        if not session.queue:
            break
        asked.append(session.queue[0].id)
        session.answer(is_known=is_known, sure=sure)
    return {
        "asked": asked,
        "left": [one.id for one in session.queue],
        "counts": [session.asked, session.known],
    }


def find_differences(seed: int | str, rounds: int) -> list[str]:
    """Inputs that the scripts and our modules read or order differently."""
    random = Random(seed)  # noqa: S311, nothing is secret
    numbers = list(make_numbers(random, rounds))
    queues = [make_queue(random) for _ in range(rounds // 5)]
    sessions = [make_session(random) for _ in range(rounds // 5)]
    found = run_script("review_queue.js", {"numbers": numbers, "queues": queues, "sessions": sessions})
    read = [[float(one) for one in texts] for texts in found["numbers"]]
    pairs = [
        *zip(numbers, read, map(read_numbers, numbers), strict=True),
        *zip(queues, found["queues"], map(order_queue, queues), strict=True),
        *zip(sessions, found["sessions"], map(run_session, sessions), strict=True),
    ]
    assert all(abs(number) < inf for numbers in read for number in numbers)
    return [f"{given!r}: {theirs} and {ours}" for given, theirs, ours in pairs if theirs != ours]
