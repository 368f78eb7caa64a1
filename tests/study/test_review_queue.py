"""Review schedule, queue, and session, and typed numbers: the site's scripts and Python agree."""

from __future__ import annotations

import pytest

from espejo.study.terminal.typed_numbers import is_near, read_numbers
from fuzz.histories import RETENTIONS, ZONES, Log, make_histories, make_logs
from fuzz.queues import find_differences
from fuzz.schedules import MOST_TIES, compare_histories, compare_logs

HISTORIES = 6000
ITEMS = 200
"""Number of items per time zone."""


def test_scripts_and_python_agree_on_numbers_queues_and_sessions() -> None:
    """They agree on any input and on the order of items, even if many are equally due."""
    assert find_differences(seed=1, rounds=1500) == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("0.5", [0.5]),
        ("0,5", [0.5]),
        ("1,000", [1000, 1]),
        ("1.234,5", [1234.5]),
        ("−3", [-3]),
        ("1e-3", [0.001]),
        ("1e999", []),
        ("", []),
        ("five", []),
    ],
)
def test_a_number_is_read_in_either_language(text: str, numbers: list[float]) -> None:
    assert read_numbers(text) == numbers


def test_rounding_errors_are_accepted() -> None:
    assert is_near([0.1 + 0.2], 0.3, 0)
    assert not is_near([0.31], 0.3, 0)
    assert is_near([0.31], 0.3, 0.02)


def test_the_scripts_schedule_as_fsrs_does() -> None:
    """Stability, difficulty, and interval agree after every review of thousands of random histories.

    ts-fsrs rounds its memory to eight decimals, so an interval halfway between two days may round either
    way. Such ties are counted, and are fewer than one in ten thousand.
    """
    histories = list(make_histories(17, HISTORIES))
    tally = compare_histories(histories)
    assert tally.failures == []
    assert tally.ties < MOST_TIES * tally.reviews
    assert tally.reviews == sum(len(one.reviews) for one in histories) > 10 * HISTORIES
    gaps, ratings = zip(*(review for one in histories for review in one.reviews), strict=True)
    assert {0, 1} < set(gaps) and max(gaps) > 5 * 365 and set(ratings) == {1, 2, 3, 4}
    assert {one.retention for one in histories} == set(RETENTIONS)


def test_the_browser_and_the_commands_schedule_the_same_days() -> None:
    """Logs in three time zones, with guesses, hints, slow answers, grades, changed keys, and clock changes.

    Days, ratings, memory, and intervals agree; answers dated in the future are left out.
    """
    logs = list(make_logs(17, ITEMS))
    tally = compare_logs(logs)
    assert tally.failures == []
    assert tally.reviews > 0.9 * ITEMS * len(ZONES)
    assert tally.ties < max(1, MOST_TIES * tally.reviews)


def test_a_day_that_comes_twice_counts_once() -> None:
    """Kwajalein crossed the date line in 1969: answers on either day count for the later one."""
    times = ["1969-09-28T20:00:00.000Z", "1969-09-30T12:30:00.000Z", "1969-09-30T14:00:00.000Z"]
    first = next(make_logs(17, 1)).events[0]
    events = [{**first, "at": at, "n": n} for n, at in enumerate(times, 1)]
    tally = compare_logs([Log("Pacific/Kwajalein", 0.9, events)])
    assert (tally.reviews, tally.failures) == (1, [])
