"""Review: what a learner is asked today, from the answers in her log, and in which order.

`site/js/study/review` does the same in the browser and asks the same items. There, topics alternate, and new
items come between due ones.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from espejo.study.event import GRADES, LogEvent
from espejo.study.schedule import AGAIN, Schedule, ScheduledReview, is_future, rate

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


@dataclass(frozen=True, slots=True)
class PoolItem:
    """An item that can be asked: its id, its key, and its part of the bank."""

    id: str
    key: str
    part: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item and its state. `due`: day number, +inf if new, -inf if due immediately."""

    item: PoolItem
    state: ItemState | None
    due: float

    @property
    def is_missed(self) -> bool:
        """Whether the last answer was wrong, and the right one hasn't changed since."""
        return bool(self.state and self.state.rating == AGAIN and self.state.key == self.item.key)

    @property
    def rank(self) -> int:
        """0 if it was missed with confidence, 1 if missed otherwise, 2 if it's just due."""
        if not self.is_missed:
            return 2
        return 0 if self.state and self.state.sure else 1


@dataclass(frozen=True, slots=True)
class QueueItem:
    """An item to ask, whether it's new, and whether it was missed the last time."""

    id: str
    fresh: bool
    missed: bool


def find_due(pool: Iterable[PoolItem], states: Mapping[str, ItemState]) -> list[Candidate]:
    """Find when each item is due. If the last answer was wrong, or to another key, it's due immediately."""
    return [Candidate(item, state := states.get(item.id), _find_day(item, state)) for item in pool]


def _find_day(item: PoolItem, state: ItemState | None) -> float:
    if not state:
        return inf
    is_open = state.rating == AGAIN or state.key != item.key
    return -inf if is_open else state.day + state.interval


def build_queue(candidates: Sequence[Candidate], today: int, most: int) -> list[QueueItem]:
    """Return today's items: missed ones, due ones, the most forgotten first, and at most `most` new ones."""
    is_side = _choose_sides(candidates, today)
    by_need = sorted((one for one in candidates if one.due <= today), key=lambda one: -_forgotten(one, today))
    due = sorted(filter(is_side, by_need), key=lambda one: one.rank)
    fresh = _take_turns([one for one in candidates if not one.state and is_side(one)])
    return [QueueItem(one.item.id, not one.state, one.is_missed) for one in (*due, *fresh[:most])]


def _forgotten(candidate: Candidate, today: int) -> float:
    """Estimate how much is forgotten: days since the last answer relative to memory stability."""
    state = candidate.state
    return (today - state.day) / state.stability if state else 0


def _take_turns(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Take new items from each part of the bank in turn, keeping the order within a part."""
    counts: Counter[str] = Counter()
    turns = {}
    for one in candidates:
        turns[one.item.id] = counts[one.item.part]
        counts[one.item.part] += 1
    return sorted(candidates, key=lambda one: turns[one.item.id])


def _choose_sides(candidates: Iterable[Candidate], today: int) -> Callable[[Candidate], bool]:
    """Return a test for whether an item's term card is asked today: only one, as it gives the other away.

    The first card tested of each term is the one chosen.
    """
    chosen: dict[str, str] = {}

    def is_chosen(candidate: Candidate) -> bool:
        _, slash, term = candidate.item.id.partition("/")
        return not slash or chosen.setdefault(term, candidate.item.id) == candidate.item.id

    for candidate in candidates:
        if candidate.state and candidate.state.day == today:
            is_chosen(candidate)
    return is_chosen


def count_begun(states: Iterable[ItemState], today: int) -> int:
    """Count the new items in today's reviews."""
    return sum(state.begun and state.first == today for state in states)


def find_next_day(candidates: Iterable[Candidate], today: int) -> int | None:
    """Return the next day after today on which something is due."""
    days = [one.due for one in candidates if today < one.due < inf]
    return int(min(days)) if days else None


class Session:
    """Items left to ask, the number asked, and the number known the first time. Missed items come back."""

    def __init__(self, queue: Iterable[QueueItem]) -> None:
        self.queue = list(queue)
        self.asked = self.known = 0
        self._missed: set[str] = set()

    @property
    def current(self) -> QueueItem | None:
        """The current item; None at the end."""
        return self.queue[0] if self.queue else None

    def answer(self, *, is_known: bool, sure: bool) -> None:
        """Advance to the next item; this one comes back if it wasn't known."""
        item = self.queue.pop(0)
        if item.id not in self._missed:
            self.asked += 1
            self.known += is_known
        if not is_known:
            self._missed.add(item.id)
            self.queue.insert(SOON if sure else LATER, replace(item, fresh=False, missed=True))

    def skip(self) -> None:
        """Skip the current item."""
        self.queue.pop(0)
