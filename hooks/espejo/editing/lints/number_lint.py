"""Number lint: find numbers that only one of two languages has, whatever their notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from espejo.editing.lints.lint import Remark, Side, report_differences, subtract
from espejo.markdown.parsed import Found
from espejo.messages.message import Message, message

_NUMBER = re.compile(r"\d+(?:[.,]\d+|[ \u00a0\u202f]\d{3}(?!\d))*|[¹²³⁰⁴-⁹₀-₉]+")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:[.,\s]\d{3})+")
_SEPARATOR = re.compile(r"[.,\s]")


def compare_numbers(first: Side, second: Side) -> Iterator[Remark]:
    """Both have the same numbers: 1,000 is 1.000, and 0.5 is 0,5.

    One language may spell out an ordinal such as '3rd': '3rd party' is 'terceros'.
    """
    if _NUMBER.findall(first.passage.prose) == _NUMBER.findall(second.passage.prose):
        return
    ours, theirs = _find_numbers(first), _find_numbers(second)
    ours, theirs = subtract(ours, theirs), subtract(theirs, ours)
    are_ordinals = _are_ordinals(first, ours) and _are_ordinals(second, theirs)
    if (ours and theirs) or not are_ordinals:
        yield from report_differences(first, second, ours, theirs, _describe)


def _describe(details: Message) -> Message:
    return message("the numbers differ: {details}. Correct whichever is wrong.", details=details)


def _find_numbers(side: Side) -> list[Found]:
    """Find numbers, ordinals first, so that they are the surplus if one side has a number more often."""
    prose = side.passage.prose
    matches = sorted(_NUMBER.finditer(prose), key=lambda match: not side.facts.is_ordinal(prose, match.end()))
    return [Found(match.start(), read_number(match[0])) for match in matches]


def _are_ordinals(side: Side, numbers: Iterable[Found]) -> bool:
    prose = side.passage.prose
    matches = (_NUMBER.match(prose, number.offset) for number in numbers)
    return all(match and side.facts.is_ordinal(prose, match.end()) for match in matches)


def read_number(written: str) -> str:
    """Normalize a number: no thousands separators, and a decimal point."""
    if _THOUSANDS.fullmatch(written):
        return _SEPARATOR.sub("", written)
    *whole, last = _SEPARATOR.split(written)
    if len(whole) > 1 and len(set(_SEPARATOR.findall(written))) == 1:
        return ".".join((*whole, last))  # a version: 2.13.1
    return f"{''.join(whole)}.{last}" if whole else last
