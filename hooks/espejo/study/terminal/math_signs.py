"""Math characters in plain text: superscripts, subscripts, brackets, and operator precedence."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import partial

_RAISED = dict(zip("0123456789+-−=()nT⊤i", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿᵀᵀⁱ", strict=True))
_LOWERED = dict(zip("0123456789+-−=()n", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₙ", strict=True))
OPENING, CLOSING = frozenset("([{⌊⌈⟨"), frozenset(")]}⌋⌉⟩")


def _move(text: str, characters: Mapping[str, str], mark: str) -> str:
    """Convert a text to these characters, if all of them exist; otherwise put a mark before it."""
    tight = text.replace(" ", "")
    if not tight:
        return ""
    if all(one in characters for one in tight):
        return "".join(map(characters.__getitem__, tight))
    is_short = len(tight) == 1 or tight.isalpha() or closes_at_end(tight)
    return f"{mark}{tight}" if is_short else f"{mark}({text.strip()})"


raise_text = partial(_move, characters=_RAISED, mark="^")
lower_text = partial(_move, characters=_LOWERED, mark="_")


def is_word(text: str) -> bool:
    """Whether two characters are letters of one word; a superscript letter isn't."""
    return len(text) == 2 and all(unicodedata.category(one) in ("Lu", "Ll", "Lo") for one in text)


def is_product(text: str) -> bool:
    """Whether a text has no operator outside brackets with lower precedence than a fraction."""
    depth = 0
    for at, one in enumerate(text):
        depth += (one in OPENING) - (one in CLOSING)
        if not depth and (one in " /" or (one in "+-−" and at)):
            return False
    return "\n" not in text


def closes_at_end(text: str) -> bool:
    """Whether a text is entirely enclosed in one pair of brackets."""
    depth = 0
    if text[:1] not in OPENING:
        return False
    for at, one in enumerate(text):
        depth += (one in OPENING) - (one in CLOSING)
        if not depth:
            return at == len(text) - 1
    return False
