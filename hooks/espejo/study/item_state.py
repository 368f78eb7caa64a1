"""State of an item: what a learner's answers to it add up to, as the review needs it.

`site/js/study/review/item_state.js` and `learner.js` derive the same in the browser.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace

from espejo.study.event import GRADES, LogEvent
from espejo.study.schedule import Schedule, ScheduledReview, is_future, rate


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemState:
    """What is known of an item after its last answer, since its key last changed."""

    key: str
    first: int  # the day of the first answer
    begun: bool  # whether that was in a review
    day: int  # of the last answer
    rating: int
    sure: bool  # whether the last answer was no guess
    stability: float
    interval: int  # the days until it is due


def group_events(events: Iterable[LogEvent], ids: Container[str], now: int) -> dict[str, list[LogEvent]]:
    """The events of each of these items, without those dated in the future."""
    grouped: dict[str, list[LogEvent]] = defaultdict(list)
    for event in events:
        if event.id in ids and not is_future(event, now):
            grouped[event.id].append(event)
    return dict(grouped)


def find_state(events: Sequence[LogEvent], schedule: Schedule) -> ItemState | None:
    """The state after the events of one item; None if it was never answered."""
    first = last = None
    for review in schedule.replay(events):
        first = first if first and review.before else review
        last = review
    return _make_state(first, last) if first and last else None


def _make_state(first: ScheduledReview, last: ScheduledReview) -> ItemState:
    return ItemState(
        key=last.event.key,
        first=first.after.day,
        begun=first.event.where == "review",
        day=last.after.day,
        rating=rate(last.event),
        sure=not last.event.guess,
        stability=last.after.stability,
        interval=last.after.interval,
    )


def preview_intervals(past: Sequence[LogEvent], event: LogEvent, schedule: Schedule) -> list[int]:
    """The days until an item comes back after this answer, for each of the four grades."""
    graded = (replace(event, grade=grade) for grade in GRADES)
    states = (find_state([*past, one], schedule) for one in graded)
    return [state.interval if state else 0 for state in states]
