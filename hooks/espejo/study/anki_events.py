"""Anki reviews: converts them to events of a learner's log, with the keys of the items they are about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from espejo.model.bank import Bank
from espejo.model.kinds.fingerprint import CARD, card_fingerprint, key_fingerprint, name_kind
from espejo.study.anki_collection import LAST_TIME, AnkiReview
from espejo.study.anki_numbers import date_review
from espejo.study.event import ANKI_DEVICE, GRADES, MAX_MS, UNKNOWN_KEY, LogEvent, write_time
from espejo.study.log_file import unite


class ItemKey(NamedTuple):
    """Item data in an event: the kind, and the fingerprint of the right answer."""

    kind: str
    key: str


_UNKNOWN = ItemKey(CARD, UNKNOWN_KEY)
"""Key of an item missing in the bank: it was retired, or is newer than this copy of the bank."""


def list_item_keys(bank: Bank) -> dict[str, ItemKey]:
    """List the keys of all items, by their ids in the log: questions, cards, and two per term."""
    placed = {one.item.id: ItemKey(name_kind(one.item), key_fingerprint(one.item)) for one in bank.items()}
    card = ItemKey(CARD, card_fingerprint())
    terms = {f"{side}/{term.id}": card for term in bank.reference.terms for side in ("term", "meaning")}
    return placed | terms


def make_events(bank: Bank, reviews: Iterable[AnkiReview]) -> list[LogEvent]:
    """Convert reviews to events without duplicates: decks in several languages may share a history."""
    keys = list_item_keys(bank)
    by_variant: dict[str, list[LogEvent]] = {}
    for review in reviews:
        event = _make_event(review, keys.get(review.item, _UNKNOWN))
        by_variant.setdefault(review.variant, []).append(event)
    events: list[LogEvent] = []
    for variant in sorted(by_variant):
        events = unite(events, by_variant[variant])
    return sorted(events, key=lambda event: event.order)


def _make_event(review: AnkiReview, key: ItemKey) -> LogEvent:
    date = date_review(review.number, review.variant, is_ours=review.is_ours)
    grade = GRADES[review.ease - 1]
    return LogEvent(
        id=review.item,
        at=write_time(min(max(date, 1), LAST_TIME)),
        device=ANKI_DEVICE,
        n=review.number,
        kind=key.kind,
        answer=None,
        right=grade != "forgot",
        grade=grade,
        guess=False,
        ms=min(max(review.ms, 0), MAX_MS),
        lang=review.language,
        where="anki",
        key=key.key,
    )
