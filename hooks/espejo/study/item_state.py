"""Item state: summarizes a learner's answers to an item for scheduling reviews.

`site/js/study/review/item_state.js` and `learner.js` do the same in the browser.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace

from espejo.study.event import GRADES, LogEvent
from espejo.study.schedule import Schedule, ScheduledReview, is_future, rate


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemState:
    """State of an item after its last answer, counting only answers since its key last changed."""

    key: str
    first: int  # day of the first answer
    begun: bool  # whether the first answer was in a review
    day: int  # day of the last answer
    rating: int
    sure: bool  # whether the last answer wasn't a guess
    stability: float
    interval: int  # days until it's due


def group_events(events: Iterable[LogEvent], ids: Container[str], now: int) -> dict[str, list[LogEvent]]:
    """Group events by item, for these items, without those dated in the future."""
    grouped: dict[str, list[LogEvent]] = defaultdict(list)
    for event in events:
        if event.id in ids and not is_future(event, now):
            grouped[event.id].append(event)
    return dict(grouped)


def find_state(events: Sequence[LogEvent], schedule: Schedule) -> ItemState | None:
    """Return the state after the events of one item; None if it was never answered."""
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
    """Return the days until an item is due again after this answer, for each of the four grades."""
    graded = (replace(event, grade=grade) for grade in GRADES)
    states = (find_state([*past, one], schedule) for one in graded)
    return [state.interval if state else 0 for state in states]
