"""Fingerprint of an answer key: a short hash of the right answer, independent of the wording.

A learner's log stores it with each answer. If it has changed since, the answer was to a different question.
"""

from __future__ import annotations

from hashlib import sha256

from espejo.model.kinds import KINDS
from espejo.model.quiz import Item, Question

CARD = "card"
"""Kind name of cards."""


def card_fingerprint() -> str:
    """The fingerprint shared by all cards: a card has no answer key that could change."""
    return _hash(CARD)


def name_kind(item: Item) -> str:
    """The kind of a question, or `card`."""
    return item.kind if isinstance(item, Question) else CARD


def key_fingerprint(item: Item) -> str:
    """8 hexadecimal digits that depend only on the kind and the key: 'single 2', 'numeric 0.5 0'.

    Choices count by number, because their texts may be reworded. If reordering gives a right choice a new
    number, the key changes: better to ask once too often.
    """
    if not isinstance(item, Question):
        return card_fingerprint()
    return _hash(item.kind, *KINDS[item.kind].key_parts(item))


def _hash(*parts: str) -> str:
    return sha256(" ".join(parts).encode()).hexdigest()[:8]
