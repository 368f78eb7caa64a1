"""Item keys: the kind of every item a learner can be asked, and a fingerprint of its right answer.

Items are the questions and cards of a bank, and both cards of each glossary term.
"""

from __future__ import annotations

from typing import NamedTuple

from espejo.model.bank import Bank
from espejo.model.kinds.fingerprint import CARD, card_fingerprint, key_fingerprint, name_kind


class ItemKey(NamedTuple):
    """Item data in an event: the kind, and the fingerprint of the right answer."""

    kind: str
    key: str


def list_item_keys(bank: Bank) -> dict[str, ItemKey]:
    """List the keys of all items, by their ids in the log."""
    placed = {one.item.id: ItemKey(name_kind(one.item), key_fingerprint(one.item)) for one in bank.items()}
    card = ItemKey(CARD, card_fingerprint())
    terms = {f"{side}/{term.id}": card for term in bank.reference.terms for side in ("term", "meaning")}
    return placed | terms
