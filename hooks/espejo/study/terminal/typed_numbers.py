"""Typed numbers: parses a learner's number in the notation of any language, with all possible readings.

`readNumbers` in `site/js/study/practice/kinds/numeric.js` does the same in the browser.
"""

from __future__ import annotations

import re
from math import isfinite

LONGEST = 64
"""Maximum length of a typed number, counted as browsers do."""

# JavaScript's whitespace, which differs from Python's, and digit group separators.
_IGNORED = re.compile("[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff_'’]")
_MINUS = re.compile("[−–]")
_NUMBER = re.compile(r"([-+]?)([0-9.,]*[0-9][.,]?)(e[-+]?[0-9]{1,3})?", re.IGNORECASE | re.ASCII)
_LEADING, _GROUP = re.compile("[0-9]{1,3}"), re.compile("[0-9]{3}")


def read_numbers(text: str) -> list[float]:
    """Return the possible readings of a number: `0,5` is `0.5`, but `1,000` may be one or a thousand."""
    found = _NUMBER.fullmatch(_MINUS.sub("-", _IGNORED.sub("", text)))
    if not found or len(text.encode("utf-16-le", "surrogatepass")) > 2 * LONGEST:
        return []
    sign, digits, power = found[1], found[2], found[3] or ""
    readings = (_read_digits(digits, ",", "."), _read_digits(digits, ".", ","))
    numbers = dict.fromkeys(float(sign + one + power) for one in readings if one)
    return [number for number in numbers if isfinite(number)]


def _read_digits(digits: str, group: str, point: str) -> str:
    """Normalize digits with these separators to a point and no groups; empty if they don't match."""
    whole, *rest = digits.split(point)
    groups = whole.split(group)
    is_grouped = len(groups) == 1 or (
        _LEADING.fullmatch(groups[0]) and all(_GROUP.fullmatch(one) for one in groups[1:])
    )
    decimals = rest[0] if rest else ""
    return f"{''.join(groups)}.{decimals}" if is_grouped and len(rest) < 2 and group not in decimals else ""


def distance(numbers: list[float], value: float) -> float:
    """Return the distance from a value to the nearest reading."""
    return min(abs(number - value) for number in numbers)


def is_near(numbers: list[float], value: float, tolerance: float) -> bool:
    """Whether a reading is right: within the tolerance, plus floating-point error."""
    return distance(numbers, value) <= tolerance + 1e-12 * max(1, abs(value))
