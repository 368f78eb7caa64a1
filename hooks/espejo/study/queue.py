"""Review queue: chooses what to ask today, and in which order.

`site/js/study/review/queue.js` does the same in the browser. All sorts are stable in both.
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
    """An item that can be asked: its id, its key, its part of the bank, and its topic."""

    id: str
    key: str
    part: str
    topic: str


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


def build_queue(candidates: Sequence[Candidate], today: int, most: int) -> tuple[list[QueueItem], int]:
    """Return today's items with at most `most` new ones, and the number of new ones left.

    Missed items come first, then due ones, the most forgotten first, with new ones in between. Topics
    alternate.
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
    """Estimate how much is forgotten: days since the last answer relative to memory stability."""
    state = candidate.state
    return (today - state.day) / state.stability if state else 0


def _take_turns(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Take new items from each part of the bank in turn, keeping the order within a part."""
    counts: dict[str, int] = {}
    turns = []
    for one in candidates:
        turn = counts.get(one.item.part, 0)
        counts[one.item.part] = turn + 1
        turns.append((turn, one))
    return [one for _, one in sorted(turns, key=lambda pair: pair[0])]


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


def mix(lists: Sequence[Sequence[Candidate]], turns: Iterable[int]) -> list[Candidate]:
    """Merge lists so that topics alternate; `turns` says which list comes next.

    Each time, take an item of the topic with the most left in the list, other than the one just asked. The
    order within a topic of a list is kept.
    """
    left = [_group_by_topic(one) for one in lists]
    mixed: list[Candidate] = []
    for turn in turns:
        mixed.append(_take_next(left[turn], mixed[-1].item.topic if mixed else None))
    return mixed


def _group_by_topic(items: Iterable[Candidate]) -> list[list[Candidate]]:
    """Group items by topic in reverse order; the largest groups first."""
    groups: dict[str, list[Candidate]] = {}
    for item in items:
        groups.setdefault(item.item.topic, []).append(item)
    return sorted((group[::-1] for group in groups.values()), key=lambda group: -len(group))


def _take_next(groups: list[list[Candidate]], topic: str | None) -> Candidate:
    """Take an item from the longest group of another topic, if there is one.

    To keep the groups sorted by length, the one that gets shorter is first swapped with the last of its
    length, found by binary search.
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
    """Spread some items evenly among others."""
    places = [((at + 0.5) / len(items), item) for at, item in enumerate(items)]
    places += [((at + 0.6) / len(others), item) for at, item in enumerate(others)]
    return [item for _, item in sorted(places, key=lambda pair: pair[0])]


def count_begun(states: Iterable[ItemState], today: int) -> int:
    """Count the new items in today's reviews."""
    return sum(state.begun and state.first == today for state in states)


def find_next_day(candidates: Iterable[Candidate], today: int) -> int | None:
    """Return the next day after today on which something is due."""
    days = [one.due for one in candidates if today < one.due < inf]
    return int(min(days)) if days else None
