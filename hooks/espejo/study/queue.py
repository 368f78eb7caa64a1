"""Review queue: what to ask today, and in which order.

`site/js/study/review/queue.js` is the same in the browser. Every sort is stable, in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from math import inf
from typing import TypeVar

from espejo.study.item_state import ItemState
from espejo.study.schedule import AGAIN

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PoolItem:
    """An item that may be asked: its id, its key, the part of the bank and the topic that it belongs to."""

    id: str
    key: str
    part: str
    topic: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item and its state. It is due on a day; what is new, never; what is open, at once."""

    item: PoolItem
    state: ItemState | None
    due: float

    @property
    def is_missed(self) -> bool:
        """Whether it was answered wrong the last time, and what is right has not changed since."""
        return bool(self.state and self.state.rating == AGAIN and self.state.key == self.item.key)


@dataclass(frozen=True, slots=True)
class QueueItem:
    """An item to ask: whether it is new, and whether it was missed the last time."""

    id: str
    fresh: bool
    missed: bool


def find_due(pool: Iterable[PoolItem], states: Mapping[str, ItemState]) -> list[Candidate]:
    """When each item is due. What was answered wrong the last time, or to another key, is due at once."""
    return [Candidate(item, state := states.get(item.id), _find_day(item, state)) for item in pool]


def _find_day(item: PoolItem, state: ItemState | None) -> float:
    if not state:
        return inf
    is_open = state.rating == AGAIN or state.key != item.key
    return -inf if is_open else state.day + state.interval


def build_queue(candidates: Sequence[Candidate], today: int, most: int) -> tuple[list[QueueItem], int]:
    """The items of today with at most so many new ones, and how many new ones are left.

    What was missed comes first, then what is due, the most forgotten first, with new ones in between. Topics
    take turns.
    """
    is_side = _choose_sides(candidates, today)
    by_need = sorted((one for one in candidates if one.due <= today), key=lambda one: -_forgotten(one, today))
    due = [one for one in by_need if is_side(one)]
    missed, rest = _split(due, lambda one: one.is_missed)
    sure, guessed = _split(missed, lambda one: bool(one.state and one.state.sure))
    waiting = _take_turns([one for one in candidates if not one.state and is_side(one)])
    fresh = waiting[:most]
    turns = [*repeat(0, len(sure)), *repeat(1, len(guessed)), *_spread([2] * len(rest), [3] * len(fresh))]
    mixed = mix([sure, guessed, rest, fresh], turns)
    queue = [QueueItem(one.item.id, not one.state, one.is_missed) for one in mixed]
    return queue, len(waiting) - len(fresh)


def _split(items: Iterable[T], test: Callable[[T], bool]) -> tuple[list[T], list[T]]:
    kept: tuple[list[T], list[T]] = ([], [])
    for item in items:
        kept[not test(item)].append(item)
    return kept


def _forgotten(candidate: Candidate, today: int) -> float:
    """How much is forgotten: the more days have passed for what was stable in memory, the more."""
    state = candidate.state
    return (today - state.day) / state.stability if state else 0


def _take_turns(candidates: Iterable[Candidate]) -> list[Candidate]:
    """New items, one of each part of the bank in turn. Within a part, the order stays."""
    counts: dict[str, int] = {}
    turns = []
    for one in candidates:
        turn = counts.get(one.item.part, 0)
        counts[one.item.part] = turn + 1
        turns.append((turn, one))
    return [one for _, one in sorted(turns, key=lambda pair: pair[0])]


def _choose_sides(candidates: Iterable[Candidate], today: int) -> Callable[[Candidate], bool]:
    """Whether an item is the side of its term that is asked today: one gives the other away.

    The first side that is looked at is the one.
    """
    chosen: dict[str, str] = {}

    def is_chosen(candidate: Candidate) -> bool:
        _, slash, term = candidate.item.id.partition("/")
        return not slash or chosen.setdefault(term, candidate.item.id) == candidate.item.id

    for candidate in candidates:
        if candidate.state and candidate.state.day == today:
            is_chosen(candidate)
    return is_chosen


def mix(lists: Sequence[Sequence[Candidate]], turns: Iterable[int]) -> list[Candidate]:
    """The items of some lists, in an order in which topics take turns; `turns` says which list comes next.

    Each time one of the topic that has most left in its list, and was not just asked. Within a topic of a
    list, the order stays.
    """
    left = [_group_by_topic(one) for one in lists]
    mixed: list[Candidate] = []
    for turn in turns:
        mixed.append(_take_next(left[turn], mixed[-1].item.topic if mixed else None))
    return mixed


def _group_by_topic(items: Iterable[Candidate]) -> list[list[Candidate]]:
    """Those of each topic, the first of them last; the topics with most of them first."""
    groups: dict[str, list[Candidate]] = {}
    for item in items:
        groups.setdefault(item.item.topic, []).append(item)
    return sorted((group[::-1] for group in groups.values()), key=lambda group: -len(group))


def _take_next(groups: list[list[Candidate]], topic: str | None) -> Candidate:
    """Take an item out of the longest group that is of another topic, if there is one.

    The groups stay sorted by length: the one that gets shorter first changes places with the last one of its
    length, which is found by halving.
    """
    at = 1 if len(groups) > 1 and groups[0][0].item.topic == topic else 0
    length = len(groups[at])
    last, end = at, len(groups)
    while end - last > 1:
        middle = (last + end) >> 1
        last, end = (middle, end) if len(groups[middle]) == length else (last, middle)
    groups[at], groups[last] = groups[last], groups[at]
    item = groups[last].pop()
    if length == 1:
        groups.pop()
    return item


def _spread(items: Sequence[T], others: Sequence[T]) -> list[T]:
    """Put some items evenly between others."""
    places = [((at + 0.5) / len(items), item) for at, item in enumerate(items)]
    places += [((at + 0.6) / len(others), item) for at, item in enumerate(others)]
    return [item for _, item in sorted(places, key=lambda pair: pair[0])]


def count_begun(states: Iterable[ItemState], today: int) -> int:
    """How many items were new in a review of today."""
    return sum(state.begun and state.first == today for state in states)


def find_next_day(candidates: Iterable[Candidate], today: int) -> int | None:
    """The next day after today on which something is due."""
    days = [one.due for one in candidates if today < one.due < inf]
    return int(min(days)) if days else None
