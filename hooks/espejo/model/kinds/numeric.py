"""Question kind `numeric`: a number, exact or within a tolerance, with or without a unit."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from math import isfinite
from typing import Any

from espejo.messages.message import Message, message
from espejo.model.kinds.base import AnswerKey, Kind, Quantity, Verdict
from espejo.model.quiz import Labels, Question


def write_decimal(number: Decimal) -> str:
    """Format a number without exponent or trailing zeros: 0.50 is '0.5', 3.0 is '3'."""
    digits = f"{number:f}"
    written = digits.rstrip("0").rstrip(".") if "." in digits else digits
    return "0" if written == "-0" else written


class Numeric(Kind):
    """A number to compute."""

    name = "numeric"
    aliases = ("number", "numerical")
    template = "numeric"
    seconds = 60
    needs = ("value",)
    may_have = ("tolerance", "unit")
    wants_hint = True
    written = True
    slow_after = 180_000
    logged = "text"

    def find_faults(self, question: Question) -> Iterator[Message]:
        if question.tolerance is not None and question.tolerance <= 0:
            yield message("the tolerance must be greater than zero. Leave it out if the number is exact.")

    def answer_key(self, question: Question, labels: Labels) -> AnswerKey | None:
        return None if question.value is None else (question.value, question.tolerance or Decimal(0))

    def key_parts(self, question: Question) -> tuple[str, ...]:
        numbers = (question.value or Decimal(0), question.tolerance or Decimal(0))
        return tuple(map(write_decimal, numbers))

    def accepts(self, key: AnswerKey, computed: Any) -> bool:
        if not isinstance(key, tuple) or isinstance(computed, bool) or not isinstance(computed, int | float):
            return False
        value, tolerance = key
        return isfinite(computed) and abs(Decimal(repr(computed)) - value) <= tolerance

    def verdict(self, question: Question, labels: Labels) -> Verdict | None:
        if question.value is None:
            return None
        value = Quantity(question.value, question.unit)
        if question.tolerance is None:
            return Verdict("exact_number", {"value": value})
        return Verdict("number_within", {"value": value, "tolerance": Quantity(question.tolerance)})
