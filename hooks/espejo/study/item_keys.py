"""Item keys: the kind and the fingerprint of every item that a learner can be asked.

Items are the questions and cards of a bank, and both sides of the terms in its glossary.
"""

from __future__ import annotations

from typing import NamedTuple

from espejo.model.bank import Bank
from espejo.model.kinds.fingerprint import CARD, card_fingerprint, key_fingerprint, name_kind


class ItemKey(NamedTuple):
    """What an event says about its item: its kind, and the fingerprint of what is right."""

    kind: str
    key: str


def list_item_keys(bank: Bank) -> dict[str, ItemKey]:
    """The keys of all items by the ids that a log knows them by."""
    placed = {one.item.id: ItemKey(name_kind(one.item), key_fingerprint(one.item)) for one in bank.items()}
    card = ItemKey(CARD, card_fingerprint())
    terms = {f"{side}/{term.id}": card for term in bank.reference.terms for side in ("term", "meaning")}
    return placed | terms
