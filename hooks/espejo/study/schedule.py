"""Review schedule: what FSRS makes of a learner's answers to one item.

`site/js/study/review/schedule.js` computes the same in the browser. Only days count, never times, so that
neither summer time nor a journey changes an interval.
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
"""How likely an item is remembered on the day when it is due."""

DAY_BEGINS = 4
"""The hour at which a learner's day begins: who learns past midnight still learns on the same day."""

_SLOW: Mapping[str, int] = {name: kind.slow_after for name, kind in KINDS.items()}
_FIRST_DAY = datetime(1, 1, 1, tzinfo=UTC)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def rate(event: LogEvent) -> int:
    """The rating of an answer: the grade that the reader gave, or what follows from how she answered."""
    if event.grade:
        return GRADES.index(event.grade) + 1
    if not event.right or event.seen:
        return AGAIN
    slow = event.ms > _SLOW[event.kind]  # a card has a grade
    return HARD if event.guess or event.hint or slow else GOOD


def learner_day(milliseconds: int, zone: tzinfo | None = None) -> int:
    """The learner's day of a time, as a number of days since 1970; without a zone, that of this machine."""
    local = milliseconds + _offset(milliseconds, zone) - DAY_BEGINS * 3_600_000
    return local // DAY


def _offset(milliseconds: int, zone: tzinfo | None) -> int:
    """How far a zone is ahead of UTC at a time, in milliseconds."""
    try:
        found = (_EPOCH + timedelta(milliseconds=milliseconds)).astimezone(zone).utcoffset()
    except (OverflowError, ValueError, OSError):  # the first and last years that a clock can be set to
        return 0
    return int(found / timedelta(milliseconds=1)) if found else 0


def is_future(event: LogEvent, now: int) -> bool:
    """Whether an answer is dated later than a day from now: such a one does not count until its day."""
    return event.milliseconds > now + DAY


@dataclass(frozen=True, slots=True)
class Memory:
    """What FSRS knows about an item after a review, since its key last changed."""

    stability: float
    difficulty: float
    interval: int
    day: int
    reps: int
    lapses: int

    @property
    def due(self) -> int:
        """The day of the next review."""
        return self.day + self.interval


@dataclass(frozen=True, slots=True)
class ScheduledReview:
    """An answer as a review: its rating, the memory that it left, and the one before, unless it was new."""

    event: LogEvent
    rating: int
    before: Memory | None
    after: Memory


class Schedule:
    """Replays answers with FSRS-6: default parameters, no steps of minutes, and nothing random."""

    def __init__(self, zone: tzinfo | None = None, retention: float = RETENTION) -> None:
        self.retention = retention
        self._zone = zone
        self._fsrs = Scheduler(
            desired_retention=retention, learning_steps=(), relearning_steps=(), enable_fuzzing=False
        )

    def replay(self, events: Iterable[LogEvent]) -> Iterator[ScheduledReview]:
        """The reviews of one item, in order. An answer with another key than the last one starts anew."""
        card, memory, key, first = Card(card_id=0), None, "", 0
        for event in sorted(events, key=lambda one: one.order):
            day = learner_day(event.milliseconds, self._zone)
            if event.key != key:
                card, memory, key, first = Card(card_id=0), None, event.key, day
            day = max(day, memory.day) if memory else day  # where clocks are set back at the start of a day
            # FSRS looks at differences alone, and Python has no dates before the year 1.
            today = _FIRST_DAY + timedelta(days=day - first)
            rating = rate(event)
            card, _ = self._fsrs.review_card(card, Rating(rating), today)
            review = ScheduledReview(event, rating, memory, _remember(card, today, day, memory, rating))
            memory = review.after
            yield review


def _remember(card: Card, today: datetime, day: int, before: Memory | None, rating: int) -> Memory:
    return Memory(
        stability=card.stability or 0.0,  # FSRS has them after any review, which its types do not say
        difficulty=card.difficulty or 0.0,
        interval=(card.due - today).days,
        day=day,
        reps=1 + (before.reps if before else 0),
        lapses=(before.lapses + (rating == AGAIN)) if before else 0,
    )
