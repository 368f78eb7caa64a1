"""Anki card and review ids: assigns stable, unique numbers in packages with a history.

In Anki, the id of a review is its time in milliseconds, unique across all cards. Anki also keeps the reviews
of deleted cards, and an import never changes existing cards: to get a newer history into Anki, learners
delete the cards and import them again. The ids make sure that each review is there only once, whatever was
there before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2s

from espejo.study.event import LogEvent

_LAST_CARD = 1_794_787_200_000 - 1  # ids of cards without a history come after this
_CARD_RANGE = (1 << 36) - 1
_SHIFTS = 20
"""Limit for the time shift of reviews in a package, in milliseconds; answers are further apart than this."""


def number_card(guid: str) -> int:
    """Return the id of a card. It's derived from the guid, so that a reimported card has its old reviews."""
    return _LAST_CARD - (_hash(guid) & _CARD_RANGE)


def date_review(number: int, variant: str, *, is_ours: bool) -> int:
    """Return the log time of a review made in Anki, so that it gets the same id again in a package.

    A card imported without a history has another id than ours: its reviews stay with it, and get new ids in
    every package.
    """
    return number - _shift(variant) + (0 if is_ours else _SHIFTS)


def _shift(variant: str) -> int:
    """Return the milliseconds added to a review's time for its id in packages of a variant.

    It depends only on the variant's name, so that it doesn't change when the bank gets another language.
    """
    return _hash(variant) % _SHIFTS


def _hash(text: str) -> int:
    return int(blake2s(text.encode(), digest_size=8).hexdigest(), 16)


class ReviewNumbers:
    """Ids of the reviews in the packages of each variant: their times, increased until unique."""

    def __init__(self, ordered: Sequence[LogEvent], variants: Iterable[str]) -> None:
        self._next: dict[int, int] = {}
        self._numbers = {variant: self._count(ordered, _shift(variant)) for variant in variants}

    def find(self, variant: str, event: LogEvent) -> int:
        return self._numbers[variant][event.identity]

    def _count(self, ordered: Sequence[LogEvent], shift: int) -> dict[tuple[str, int], int]:
        return {event.identity: self._take(event.milliseconds + shift) for event in ordered}

    def _take(self, earliest: int) -> int:
        """Take the first free number. Ranges already found taken are skipped in one step the next time."""
        passed, found = [], earliest
        while found in self._next:
            passed.append(found)
            found = self._next[found]
        for one in (*passed, found):
            self._next[one] = found + 1
        return found
