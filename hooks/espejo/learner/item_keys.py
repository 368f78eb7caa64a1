"""Items that a learner can be asked: the questions and cards of a bank, and both sides of its terms."""

from __future__ import annotations

from typing import NamedTuple

from espejo.model.bank import Bank
from espejo.model.kinds.fingerprint import CARD, card_fingerprint, key_fingerprint, name_kind


class Asked(NamedTuple):
    """What an event says about its item."""

    kind: str
    key: str


def list_asked(bank: Bank) -> dict[str, Asked]:
    """The items of a bank by the ids that a log knows them by."""
    placed = {one.item.id: Asked(name_kind(one.item), key_fingerprint(one.item)) for one in bank.items()}
    card = Asked(CARD, card_fingerprint())
    terms = {f"{side}/{term.id}": card for term in bank.reference.terms for side in ("term", "meaning")}
    return placed | terms
