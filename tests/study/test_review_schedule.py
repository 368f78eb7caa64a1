"""Schedule of the review: the scripts of the site, PyPI's fsrs and our commands give the same days."""

from __future__ import annotations

from fuzz.histories import RETENTIONS, ZONES, Log, make_histories, make_logs
from fuzz.schedules import MOST_TIES, Step, compare_histories, compare_logs, compare_steps

HISTORIES = 6000
ITEMS = 200
"""How many items each zone has."""


def test_the_scripts_schedule_as_fsrs_does() -> None:
    """After every review of thousands of random histories: stability, difficulty and interval are the same.

    ts-fsrs rounds what it remembers to eight decimals, so an interval that lies between two days may be
    rounded to either. Such intervals are counted, and are fewer than one in ten thousand.
    """
    histories = list(make_histories(17, HISTORIES))
    tally = compare_histories(histories)
    assert tally.failures == []
    assert tally.ties < MOST_TIES * tally.reviews
    assert tally.reviews == sum(len(one.reviews) for one in histories) > 10 * HISTORIES
    gaps, ratings = zip(*(review for one in histories for review in one.reviews), strict=True)
    assert {0, 1} < set(gaps) and max(gaps) > 5 * 365 and set(ratings) == {1, 2, 3, 4}
    assert {one.retention for one in histories} == set(RETENTIONS)


def test_a_learner_in_the_browser_and_in_our_commands_has_the_same_days() -> None:
    """In logs of three time zones with guesses, hints, slow answers, grades, changed keys and summer time.

    Days, ratings, memory and intervals of each item are the same; what is dated in the future is left out.
    """
    logs = list(make_logs(17, ITEMS))
    tally = compare_logs(logs)
    assert tally.failures == []
    assert tally.reviews > 0.9 * ITEMS * len(ZONES)
    assert tally.ties < max(1, MOST_TIES * tally.reviews)


def test_a_day_that_comes_twice_is_no_step_back() -> None:
    """Kwajalein crossed the date line in 1969: whoever learned on both days learned on the later one."""
    times = ["1969-09-28T20:00:00.000Z", "1969-09-30T12:30:00.000Z", "1969-09-30T14:00:00.000Z"]
    first = next(make_logs(17, 1)).events[0]
    events = [{**first, "at": at, "n": n} for n, at in enumerate(times, 1)]
    tally = compare_logs([Log("Pacific/Kwajalein", 0.9, events)])
    assert (tally.reviews, tally.failures) == (1, [])


def test_a_schedule_with_one_other_value_is_noticed() -> None:
    """Another interval, also by one day, and another memory, also by a millionth."""
    step = Step(stability=4.0, difficulty=5.0, interval=4)
    assert compare_steps(0.9, step, step) == ""
    assert "interval 5" in compare_steps(0.9, step._replace(interval=5), step)
    assert "stability" in compare_steps(0.9, step._replace(stability=4.00001), step)
    assert "difficulty" in compare_steps(0.9, step._replace(difficulty=5.00001), step)
    between = Step(stability=4.5, difficulty=5.0, interval=4)
    assert compare_steps(0.9, between._replace(interval=5), between) == "tie"
    assert "interval 6" in compare_steps(0.9, between._replace(interval=6), between)
