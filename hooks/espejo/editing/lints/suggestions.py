"""Lint fixes: replacements for spaces and quotation marks."""

from __future__ import annotations

import re

from espejo.model.problems import NO_FIX, OptionalFix, Place, fix_in_line

FIXABLE = frozenset(("spaces", "quotes"))

MAX_QUOTED = 300
"""Maximum distance to the closing quotation mark, because a line may have many opening ones."""

_CLOSING = {'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»", "‹": "›", "„": "“”"}
_NOT_PROSE = re.compile(r"[`$\\\[\]<>]")  # code, a formula, an escape or a link


def fix_finding(lint: str, place: Place, line: str, quotes: str) -> OptionalFix:
    """The fix of a finding at a place in this line, in a language with these quotation marks."""
    return _fix_spaces(place, line) if lint == "spaces" else _fix_quotes(place, line, quotes)


def _fix_spaces(place: Place, line: str) -> OptionalFix:
    """Collapse the spaces before the place, unless they are indentation."""
    start = end = place.column - 1
    while start and line[start - 1] == " ":
        start -= 1
    return fix_in_line(place.line, start + 1, end - start, " ") if start and end - start > 1 else NO_FIX


def _fix_quotes(place: Place, line: str, quotes: str) -> OptionalFix:
    """Replace a pair of quotation marks, if both are on the same line with only prose between them."""
    start = place.column - 1
    closing = _CLOSING.get(line[start : start + 1], "")
    near = range(start + 1, min(start + MAX_QUOTED, len(line)) if closing else 0)
    end = next((at for at in near if line[at] in closing), 0)
    inside = line[start + 1 : end]
    if not inside.strip() or _NOT_PROSE.search(inside) or line[end + 1 : end + 2].isalnum():
        return NO_FIX
    return fix_in_line(place.line, start + 1, end + 1 - start, f"{quotes[0]}{inside}{quotes[-1]}")
