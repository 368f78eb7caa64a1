"""Fingerprint of an answer key: a short hash of what is right, whatever the words are.

A learner's log keeps it with each answer. If it is another one by now, the answer was to another question.
"""

from __future__ import annotations

from hashlib import sha256

from espejo.model.kinds import KINDS
from espejo.model.quiz import Item, Question

CARD = "card"
"""What stands for the kind of a card."""


def card_fingerprint() -> str:
    """The fingerprint of every card: it has no key, so nothing in it can become another question."""
    return _hash(CARD)


def name_kind(item: Item) -> str:
    """The kind of a question, or `card`."""
    return item.kind if isinstance(item, Question) else CARD


def key_fingerprint(item: Item) -> str:
    """8 hexadecimal digits that depend on the kind and the key alone: 'single 2', 'numeric 0.5 0'.

    Choices count by their numbers, because their texts may be reworded. So if the choices are put in another
    order and a right one gets another number, the key is a new one: better to ask once too often.
    """
    if not isinstance(item, Question):
        return card_fingerprint()
    return _hash(item.kind, *KINDS[item.kind].key_parts(item))


def _hash(*parts: str) -> str:
    return sha256(" ".join(parts).encode()).hexdigest()[:8]
