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

Identity = tuple[str, int]
"""Unique key of an event."""

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


def number_reviews(ordered: Sequence[LogEvent], variants: Iterable[str]) -> dict[str, dict[Identity, int]]:
    """Return the ids of the reviews in packages of each variant: their times, increased until unique."""
    following: dict[int, int] = {}
    return {
        variant: {event.identity: _take(following, event.milliseconds + _shift(variant)) for event in ordered}
        for variant in variants
    }


def _take(following: dict[int, int], earliest: int) -> int:
    """Take the first free number. Ranges already found taken are skipped in one step the next time."""
    passed, found = [], earliest
    while found in following:
        passed.append(found)
        found = following[found]
    following |= dict.fromkeys((*passed, found), found + 1)
    return found
