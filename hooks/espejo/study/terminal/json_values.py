"""Strict JSON readers: each accepts a value of the expected form in untrusted JSON, or rejects it."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from re import Pattern
from typing import Any, Never

from espejo.load.values import MAX_PASSAGE
from espejo.model.grammar import LOCALE
from espejo.model.problems import Place
from espejo.model.text import Text
from espejo.study.terminal.clean import clean, clean_line

MAX_PARTS = 50
"""Most choices, points, labels, or sources in a record, and languages in a text."""

PLACE = Place("bank.json", 1, 1)
LARGEST = Decimal(10) ** 15
_SMALLEST = -20
_LONGEST = 40
"""Limits for numbers: maximum value, smallest decimal place, and maximum length."""


class MalformedError(ValueError):
    """A value that doesn't have the expected form."""


def refuse(*_: object) -> Never:
    """Raise `MalformedError`, where an expression or a parser needs a function to do so."""
    raise MalformedError


def read_decimal(text: str) -> Decimal:
    """Parse a number with a fraction or an exponent; `json` passes its text."""
    number = Decimal(text) if len(text) <= _LONGEST else refuse()
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < _SMALLEST or abs(number) >= LARGEST:
        raise MalformedError
    return number


def read_int(text: str) -> int:
    """Parse an integer; one with thousands of digits would take too long."""
    return int(text) if len(text) <= _LONGEST else refuse()


def read_mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else refuse()


def read_list(value: Any, most: int = 100_000) -> list[Any]:
    return value if isinstance(value, list) and len(value) <= most else refuse()


def read_match(pattern: Pattern[str], value: Any) -> str:
    return value if isinstance(value, str) and pattern.fullmatch(value) else refuse()


def read_text(value: Any) -> Text:
    """Read a text; for a missing translation, the file has the original with its language."""
    passages: dict[str, str] = {}
    for passage in list(read_mapping(value).values())[:MAX_PARTS]:
        markdown = read_mapping(passage).get("markdown")
        if not isinstance(markdown, str) or len(markdown) > MAX_PASSAGE:
            raise MalformedError
        passages.setdefault(read_match(LOCALE, passage.get("lang")), clean(markdown))
    return Text(passages, PLACE) if passages else refuse()


def read_line(value: Any) -> str:
    return clean_line(value[:MAX_PASSAGE]) if isinstance(value, str) else refuse()
