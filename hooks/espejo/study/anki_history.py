"""Learner's history in an Anki package: the reviews of each card, and its scheduling state."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from espejo.exports.anki import CardRows, Learning, RevlogRow, new_card
from espejo.exports.notes import Note
from espejo.model.bank import Bank
from espejo.study.anki_events import list_item_keys
from espejo.study.anki_numbers import number_card, number_reviews
from espejo.study.event import LogEvent
from espejo.study.review import group_events
from espejo.study.schedule import Memory, Schedule, ScheduledReview, is_future

_CREATED_DAY = (date(2000, 1, 1) - date(1970, 1, 1)).days  # creation day of the package's collection
# With these settings, Anki counts days as we do: local days starting at 4 a.m.
_SETTINGS = {"schedVer": 2, "sched2021": True, "creationOffset": 0, "rollover": 4}
_REVIEW = 2  # type and queue of an answered card
_LEARNED, _REVIEWED = 0, 1  # types of the first review and of later ones
_EASE = 2500
_DECAY = 0.1542


def list_keys(bank: Bank) -> dict[str, str]:
    """List the key fingerprint of every item a learner can answer."""
    return {item: found.key for item, found in list_item_keys(bank).items()}


class History:
    """A learner's history with the items of a bank, for packages in these variants.

    `keys` are the fingerprints of the current right answers. An item whose last answer has another one counts
    as new. Answers dated more than a day after `now` are left out until then, because Anki would treat them
    as reviews at the time of import.
    """

    def __init__(
        self,
        events: Iterable[LogEvent],
        keys: Mapping[str, str],
        *,
        variants: Iterable[str],
        now: int,
        schedule: Schedule,
    ) -> None:
        self.retention = schedule.retention
        self._keys = keys
        ordered = sorted((one for one in events if not is_future(one, now)), key=lambda one: one.order)
        grouped = group_events(ordered, keys, now)
        self._reviews = {item: list(schedule.replay(some)) for item, some in grouped.items()}
        self.numbers = number_reviews(ordered, variants)  # by variant, then by the identity of the event

    def reviews(self, item: str) -> list[ScheduledReview]:
        """Return the reviews of an item, in order."""
        return self._reviews.get(item, [])

    def last(self, item: str) -> ScheduledReview | None:
        """Return the review that determines when an item is due; None if it's new."""
        *_, last = (None, *self.reviews(item))
        return last if last and last.event.key == self._keys.get(item) else None

    def first(self, item: str) -> ScheduledReview | None:
        """Return the first review of an item's current memory state; None if it's new."""
        starts = (review for review in reversed(self.reviews(item)) if not review.before)
        return next(starts) if self.last(item) else None


class LearnedCards:
    """Cards of one variant, with a learner's history."""

    def __init__(self, history: History, variant: str) -> None:
        self._history = history
        self._dates = history.numbers[variant]
        self._numbers: set[int] = set()

    def learning(self) -> Learning:
        return Learning(self.card, _CREATED_DAY * 86_400, _SETTINGS)

    def card(self, note: Note, index: int) -> CardRows:
        item = note.guid.split("/", 2)[2]  # NAMESPACE/VARIANT/ITEM
        number, position = self._number(note.guid), index + 1
        reviews = tuple(self._reviews(item, number))
        last = self._history.last(item)
        if not last:
            return new_card(note, index)._replace(number=number, reviews=reviews)
        memory = last.after
        due = memory.due - _CREATED_DAY
        columns = (_REVIEW, _REVIEW, due, memory.interval, _EASE, memory.reps, memory.lapses)
        answered = self._dates[last.event.identity]
        described = _describe_memory(memory, answered, position, self._history.retention)
        return CardRows(number, columns, described, reviews)

    def _number(self, guid: str) -> int:
        number = number_card(guid)
        while number in self._numbers:  # very rare: there are 69 billion
            number -= 1
        self._numbers.add(number)
        return number

    def _reviews(self, item: str, card: int) -> Iterator[RevlogRow]:
        """Make the rows of the reviews. Anki replays them from the last learning review on.

        So of the reviews that started over, only the one for the current key is marked as learning.
        """
        first = self._history.first(item)
        for review in self._history.reviews(item):
            number = self._dates[review.event.identity]
            before = review.before.interval if review.before else 0
            shown, ms = _shift_difficulty(review.after), review.event.ms
            kind = _LEARNED if review is first else _REVIEWED
            yield number, card, -1, review.rating, review.after.interval, before, shown, ms, kind


def _describe_memory(memory: Memory, answered: int, position: int, retention: float) -> str:
    """Describe the memory as Anki stores it in a card, equally rounded; `answered` is its last review."""
    described = {
        "pos": position,
        "s": round(memory.stability, 4),
        "d": round(memory.difficulty, 3),
        "dr": round(retention, 2),
        "decay": round(_DECAY, 3),
        "lrt": answered // 1000,
    }
    return json.dumps(described, separators=(",", ":"))


def _shift_difficulty(memory: Memory) -> int:
    """Convert the difficulty to Anki's range in a review: 100 to 1100."""
    return round(((memory.difficulty - 1) / 9 + 0.1) * 1000)
