"""Anki reviews as events of a learner's log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from espejo.learner.anki_collection import LAST_TIME, Review
from espejo.learner.anki_numbers import date_review
from espejo.learner.asked import Asked, list_asked
from espejo.learner.event import ANKI_DEVICE, GRADES, MAX_MS, LogEvent, write_time
from espejo.learner.log_file import unite
from espejo.model.bank import Bank
from espejo.model.kinds.fingerprint import CARD

_GONE = Asked(CARD, "0" * 8)
"""Of an item that the bank does not have: it has retired, or is newer than this copy of the bank."""


def make_events(bank: Bank, reviews: Iterable[Review], variants: Sequence[str]) -> list[LogEvent]:
    """The reviews as events, each once: a learner's history may be in the decks of several languages.

    `variants` are the names of the decks, in the order in which packages with a history are numbered.
    """
    items = list_asked(bank)
    by_variant: dict[str, list[LogEvent]] = {}
    for review in reviews:
        asked = items.get(review.item, _GONE)
        event = _make_event(review, asked, _date(review, variants))
        by_variant.setdefault(review.variant, []).append(event)
    events: list[LogEvent] = []
    for variant in sorted(by_variant):
        events = unite(events, by_variant[variant])
    return sorted(events, key=lambda event: event.order)


def is_gone(event: LogEvent) -> bool:
    """Whether a review read out of Anki is of an item that the bank does not have."""
    return event.key == _GONE.key


def _date(review: Review, variants: Sequence[str]) -> int:
    """The time of a review, in milliseconds; some of them off, for when it goes back to Anki in a package."""
    variant = variants.index(review.variant) if review.variant in variants else 0
    date = date_review(review.number, is_ours=review.is_ours, variant=variant, variants=len(variants))
    return min(max(date, 1), LAST_TIME)


def _make_event(review: Review, asked: Asked, date: int) -> LogEvent:
    grade = GRADES[review.ease - 1]
    return LogEvent(
        id=review.item,
        at=write_time(date),
        device=ANKI_DEVICE,
        n=review.number,
        kind=asked.kind,
        answer=None,
        right=grade != "forgot",
        grade=grade,
        guess=False,
        ms=min(max(review.ms, 0), MAX_MS),
        lang=review.language,
        where="anki",
        key=asked.key,
    )
