"""Review schedule: spaced repetition with FSRS, from a learner's answers to one item.

`site/js/study/review/schedule.js` does the same in the browser. Only days count, never times, so that neither
daylight saving time nor travel changes an interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from fsrs import Card, Rating, Scheduler

from espejo.model.kinds import KINDS
from espejo.study.event import DAY, GRADES, LogEvent

AGAIN, HARD, GOOD = 1, 2, 3
RETENTION = 0.9
"""Probability of recall on the due date."""

DAY_BEGINS = 4
"""Hour at which a learner's day begins: studying after midnight still counts for the previous day."""

_SLOW: Mapping[str, int] = {name: kind.slow_after for name, kind in KINDS.items()}
_FIRST_DAY = datetime(1, 1, 1, tzinfo=UTC)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def rate(event: LogEvent) -> int:
    """Rate an answer: the grade the reader gave, or one derived from how she answered."""
    if event.grade:
        return GRADES.index(event.grade) + 1
    if not event.right or event.seen:
        return AGAIN
    slow = event.ms > _SLOW[event.kind]  # cards always have a grade
    return HARD if event.guess or event.hint or slow else GOOD


def learner_day(milliseconds: int, zone: tzinfo | None = None) -> int:
    """Return the learner's day of a time, in days since 1970; the default zone is this machine's."""
    local = milliseconds + _offset(milliseconds, zone) - DAY_BEGINS * 3_600_000
    return local // DAY


def _offset(milliseconds: int, zone: tzinfo | None) -> int:
    """Return a zone's offset from UTC at a time, in milliseconds."""
    try:
        found = (_EPOCH + timedelta(milliseconds=milliseconds)).astimezone(zone).utcoffset()
    except (OverflowError, ValueError, OSError):  # at the limits of the calendar
        return 0
    return int(found / timedelta(milliseconds=1)) if found else 0


def is_future(event: LogEvent, now: int) -> bool:
    """Whether an answer is dated more than a day from now; it doesn't count until then."""
    return event.milliseconds > now + DAY


@dataclass(frozen=True, slots=True)
class Memory:
    """FSRS memory state of an item after a review, since its key last changed."""

    stability: float
    difficulty: float
    interval: int
    day: int
    reps: int
    lapses: int

    @property
    def due(self) -> int:
        """Day of the next review."""
        return self.day + self.interval


@dataclass(frozen=True, slots=True)
class ScheduledReview:
    """An answer as a review: its rating, and the memory state after and before it (None if it was new)."""

    event: LogEvent
    rating: int
    before: Memory | None
    after: Memory


class Schedule:
    """Replays answers with FSRS-6: default parameters, no learning steps, and no fuzzing."""

    def __init__(self, zone: tzinfo | None = None, retention: float = RETENTION) -> None:
        self.retention = retention
        self._zone = zone
        self._fsrs = Scheduler(
            desired_retention=retention, learning_steps=(), relearning_steps=(), enable_fuzzing=False
        )

    def replay(self, events: Iterable[LogEvent]) -> Iterator[ScheduledReview]:
        """Replay the reviews of one item, in order. An answer whose key differs from the last starts over."""
        card, memory, key, first = Card(card_id=0), None, "", 0
        for event in sorted(events, key=lambda one: one.order):
            day = learner_day(event.milliseconds, self._zone)
            if event.key != key:
                card, memory, key, first = Card(card_id=0), None, event.key, day
            day = max(day, memory.day) if memory else day  # in case clocks are set back at the start of a day
            # FSRS uses only differences, and Python has no dates before the year 1.
            today = _FIRST_DAY + timedelta(days=day - first)
            rating = rate(event)
            card, _ = self._fsrs.review_card(card, Rating(rating), today)
            review = ScheduledReview(event, rating, memory, _remember(card, today, day, memory, rating))
            memory = review.after
            yield review


def _remember(card: Card, today: datetime, day: int, before: Memory | None, rating: int) -> Memory:
    return Memory(
        stability=card.stability or 0.0,  # never None after a review, but typed as optional
        difficulty=card.difficulty or 0.0,
        interval=(card.due - today).days,
        day=day,
        reps=1 + (before.reps if before else 0),
        lapses=(before.lapses + (rating == AGAIN)) if before else 0,
    )
