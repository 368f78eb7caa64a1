"""Numbers of cards and reviews in Anki, as our packages with a history have them.

The number of a review is its time in milliseconds, and Anki keeps only one review with a number, of whatever
card. It also keeps the reviews of a card that is deleted, and never changes a card that it has: whoever wants
a newer history in Anki deletes the cards and imports them again. So the numbers have to be such that each
review is there once, whatever was there before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2s

from espejo.study.event import LogEvent

_LAST_CARD = 1_794_787_200_000 - 1  # the numbers of cards without a history follow
_CARD_RANGE = (1 << 36) - 1
_SHIFTS = 20
"""The reviews in a package are shifted by less than so many milliseconds. Two answers are further apart."""


def number_card(guid: str) -> int:
    """The number of a card. It follows from the guid, so that a card imported again has its old reviews."""
    return _LAST_CARD - (_hash(guid) & _CARD_RANGE)


def date_review(number: int, variant: str, *, is_ours: bool) -> int:
    """The time of a review that was made in Anki, such that the same review gets its number in a package.

    A card that came without a history has another number than ours: its reviews stay with it, and get new
    numbers in every package.
    """
    return number - _shift(variant) + (0 if is_ours else _SHIFTS)


def _shift(variant: str) -> int:
    """How many milliseconds after its time a review is numbered in the package of a variant.

    It follows from the name alone, so that it stays when the bank gets another language.
    """
    return _hash(variant) % _SHIFTS


def _hash(text: str) -> int:
    return int(blake2s(text.encode(), digest_size=8).hexdigest(), 16)


class ReviewNumbers:
    """The number of each review in the package of each variant: its time, made unique by adding to it."""

    def __init__(self, ordered: Sequence[LogEvent], variants: Iterable[str]) -> None:
        self._next: dict[int, int] = {}
        self._numbers = {variant: self._count(ordered, _shift(variant)) for variant in variants}

    def find(self, variant: str, event: LogEvent) -> int:
        return self._numbers[variant][event.identity]

    def _count(self, ordered: Sequence[LogEvent], shift: int) -> dict[tuple[str, int], int]:
        return {event.identity: self._take(event.milliseconds + shift) for event in ordered}

    def _take(self, earliest: int) -> int:
        """Take the first number that is free. What was passed once is passed in one step the next time."""
        passed, found = [], earliest
        while found in self._next:
            passed.append(found)
            found = self._next[found]
        for one in (*passed, found):
            self._next[one] = found + 1
        return found
