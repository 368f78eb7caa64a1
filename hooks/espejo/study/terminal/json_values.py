"""Values of foreign JSON, read strictly: each has the form that it should have, or is refused."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from re import Pattern
from typing import Any, Never

from espejo.load.values import MAX_PASSAGE
from espejo.model.grammar import LOCALE
from espejo.model.problems import Place
from espejo.model.text import Text
from espejo.study.terminal.text.clean import clean, clean_line

MAX_PARTS = 50
"""How many choices, points, labels or sources a record may have, and languages a text."""

PLACE = Place("bank.json", 1, 1)
LARGEST = Decimal(10) ** 15
_SMALLEST = -20
_LONGEST = 40
"""Numbers are below the first, have no digit after the second place, and no more characters than the last."""


class MalformedError(ValueError):
    """A value that does not have the form that it should have."""


def refuse(*_: object) -> Never:
    """Say that a value is malformed, wherever an expression or a parser needs a function for it."""
    raise MalformedError


def read_decimal(text: str) -> Decimal:
    """A number with a fraction or an exponent, as `json` calls it with its text."""
    number = Decimal(text) if len(text) <= _LONGEST else refuse()
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < _SMALLEST or abs(number) >= LARGEST:
        raise MalformedError
    return number


def read_int(text: str) -> int:
    """A whole number; one with thousands of digits would take long to read."""
    return int(text) if len(text) <= _LONGEST else refuse()


def read_mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else refuse()


def read_list(value: Any, most: int = 100_000) -> list[Any]:
    return value if isinstance(value, list) and len(value) <= most else refuse()


def read_match(pattern: Pattern[str], value: Any) -> str:
    return value if isinstance(value, str) and pattern.fullmatch(value) else refuse()


def read_text(value: Any) -> Text:
    """A text; where a translation is missing, the file has the passage in its own language."""
    passages: dict[str, str] = {}
    for passage in list(read_mapping(value).values())[:MAX_PARTS]:
        markdown = read_mapping(passage).get("markdown")
        if not isinstance(markdown, str) or len(markdown) > MAX_PASSAGE:
            raise MalformedError
        passages.setdefault(read_match(LOCALE, passage.get("lang")), clean(markdown))
    return Text(passages, PLACE) if passages else refuse()


def read_line(value: Any) -> str:
    return clean_line(value[:MAX_PASSAGE]) if isinstance(value, str) else refuse()
