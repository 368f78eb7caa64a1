"""Question kinds (single, multiple, numeric…): the keys, answer key, checks, and verdict of each."""

from __future__ import annotations

from collections.abc import Mapping

from espejo.model.kinds.base import AnswerKey, Kind, Quantity, Verdict
from espejo.model.kinds.choices import Multiple, Single
from espejo.model.kinds.numeric import Numeric
from espejo.model.kinds.open import Free, Recall
from espejo.model.kinds.truefalse import TrueFalse
from espejo.model.quiz import KindName

__all__ = ["KINDS", "KIND_KEYS", "AnswerKey", "Kind", "Quantity", "Verdict"]

KINDS: Mapping[KindName, Kind] = {
    kind.name: kind for kind in (Single(), Multiple(), TrueFalse(), Numeric(), Free(), Recall())
}

KIND_KEYS = tuple(dict.fromkeys(name for kind in KINDS.values() for name in kind.keys))
"""Question keys that depend on the kind."""
