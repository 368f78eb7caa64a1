"""Numbers of cards and reviews in Anki, as our packages with a history have them.

The number of a review is its time in milliseconds, and Anki keeps only one review with a number, of whatever
card. It also keeps the reviews of a card that is deleted, and never changes a card that it has: whoever wants
a newer history in Anki deletes the cards and imports them again. So the numbers have to be such that each
review is there once, whatever was there before.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2s

from espejo.learner.event import LogEvent

_LAST_CARD = 1_794_787_200_000 - 1  # the numbers of cards without a history follow
_CARD_RANGE = (1 << 36) - 1


def number_card(guid: str) -> int:
    """The number of a card. It follows from the guid, so that a card imported again has its old reviews."""
    return _LAST_CARD - (int(blake2s(guid.encode(), digest_size=8).hexdigest(), 16) & _CARD_RANGE)


def date_review(number: int, *, is_ours: bool, variant: int, variants: int) -> int:
    """The time of a review that was made in Anki, such that the same review gets its number in a package.

    The package of a variant begins so many milliseconds after the time. A card that came without a history
    has another number than ours: its reviews stay with it, and get new numbers in every package.
    """
    return number - variant + (0 if is_ours else variants)


class ReviewNumbers:
    """The number of each review in the package of each variant: its time, made unique by adding to it."""

    def __init__(self, ordered: Sequence[LogEvent], variants: int) -> None:
        self._next: dict[int, int] = {}
        self._numbers = [self._count(ordered, variant) for variant in range(variants)]

    def find(self, variant: int, event: LogEvent) -> int:
        return self._numbers[variant][event.identity]

    def _count(self, ordered: Sequence[LogEvent], variant: int) -> dict[tuple[str, int], int]:
        return {event.identity: self._take(event.milliseconds + variant) for event in ordered}

    def _take(self, earliest: int) -> int:
        """Take the first number that is free. What was passed once is passed in one step the next time."""
        passed, found = [], earliest
        while found in self._next:
            passed.append(found)
            found = self._next[found]
        for one in (*passed, found):
            self._next[one] = found + 1
        return found
