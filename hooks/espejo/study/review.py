"""Review: what a learner is asked today, from the answers in her log, and in which order.

`site/js/study/review` does the same in the browser and asks the same items. There, topics alternate, and new
items come between due ones.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf

from espejo.study.event import GRADES, LogEvent
from espejo.study.schedule import AGAIN, Schedule, is_future

SOON, LATER = 3, 8
"""Items until a missed one comes back: soon after a confident wrong answer, later after any other."""


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
    if not first or not last:
        return None
    return ItemState(
        key=last.event.key,
        first=first.after.day,
        begun=first.event.where == "review",
        day=last.after.day,
        rating=last.rating,
        sure=not last.event.guess,
        stability=last.after.stability,
        interval=last.after.interval,
    )


def preview_intervals(past: Sequence[LogEvent], event: LogEvent, schedule: Schedule) -> list[int]:
    """Return the days until an item is due again after this answer, for each of the four grades."""
    graded = (replace(event, grade=grade) for grade in GRADES)
    states = (find_state([*past, one], schedule) for one in graded)
    return [state.interval if state else 0 for state in states]


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """An item that can be asked: its id, its key, its part of the bank, and its state, unless it's new."""

    id: str
    key: str
    part: str
    state: ItemState | None

    @property
    def is_missed(self) -> bool:
        """Whether the last answer was wrong, and the right one hasn't changed since."""
        return bool(self.state and self.state.rating == AGAIN and self.state.key == self.key)

    @property
    def due(self) -> float:
        """Day number: +inf if it's new, -inf if the last answer was wrong or to another key."""
        if not self.state:
            return inf
        is_open = self.state.rating == AGAIN or self.state.key != self.key
        return -inf if is_open else self.state.day + self.state.interval

    @property
    def rank(self) -> int:
        """0 if it was missed with confidence, 1 if missed otherwise, 2 if it's just due."""
        if not self.is_missed:
            return 2
        return 0 if self.state and self.state.sure else 1

    def forgotten(self, today: int) -> float:
        """Estimate how much is forgotten: days since the last answer relative to memory stability."""
        return (today - self.state.day) / self.state.stability if self.state else 0


def build_queue(items: Sequence[ReviewItem], today: int, most: int) -> list[ReviewItem]:
    """Return today's items: missed ones, due ones, the most forgotten first, and at most `most` new ones."""
    answered = (one for one in items if one.state and one.state.day == today)
    by_need = sorted((one for one in items if one.due <= today), key=lambda one: -one.forgotten(today))
    new = [one for one in items if not one.state]
    sides = _choose_sides([*answered, *by_need, *new])
    due = sorted((one for one in by_need if one.id in sides), key=lambda one: one.rank)
    return [*due, *_take_turns([one for one in new if one.id in sides])[:most]]


def _take_turns(items: Sequence[ReviewItem]) -> list[ReviewItem]:
    """Take new items from each part of the bank in turn, keeping the order within a part."""
    counts: Counter[str] = Counter()
    turns = {}
    for one in items:
        turns[one.id] = counts[one.part]
        counts[one.part] += 1
    return sorted(items, key=lambda one: turns[one.id])


def _choose_sides(items: Iterable[ReviewItem]) -> set[str]:
    """Choose the first card of each term, as it gives the other one away; anything else is always chosen."""
    chosen: dict[str, str] = {}
    for one in items:
        side, slash, term = one.id.partition("/")
        chosen.setdefault(term if slash else side, one.id)
    return set(chosen.values())


def count_begun(states: Iterable[ItemState | None], today: int) -> int:
    """Count the new items in today's reviews."""
    return sum(bool(state and state.begun and state.first == today) for state in states)


def find_next_day(items: Iterable[ReviewItem], today: int) -> int | None:
    """Return the next day after today on which something is due."""
    days = [one.due for one in items if today < one.due < inf]
    return int(min(days)) if days else None


class Session:
    """Items left to ask, the number asked, and the number known the first time. Missed items come back."""

    def __init__(self, queue: Iterable[ReviewItem]) -> None:
        self.queue = list(queue)
        self.asked = self.known = 0
        self.missed: set[str] = set()

    def answer(self, *, is_known: bool, sure: bool) -> None:
        """Advance to the next item; this one comes back if it wasn't known."""
        item = self.queue.pop(0)
        if item.id not in self.missed:
            self.asked += 1
            self.known += is_known
        if not is_known:
            self.missed.add(item.id)
            self.queue.insert(SOON if sure else LATER, item)
