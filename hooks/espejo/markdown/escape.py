"""Markdown escaping for GitHub: inserts text from the data into summaries and issues as plain text.

GitHub links URLs, mentions, and issue numbers after parsing the Markdown. A backslash doesn't prevent that,
but a zero-width space does. Nothing is linked in a code span.
"""

from __future__ import annotations

import re
from html import escape

from espejo.model.problems import escape_line, printable

_PUNCTUATION = re.compile(r"[\\`*_{}\[\]()<>#!|~&$:.@^]")  # includes : and ., which make autolinks
_LINKING = re.compile(
    r"(?<=@)|(?<=#)|(?<=[Gg][Hh]-)|(?<=:)(?=//)|(?<=[Ww]{3})(?=\.)|(?<=:)(?=[\w+-]+:)"  # the last: emoji
)
_INVISIBLE_SPACE = "&#8203;"


def escape_markdown(text: str) -> str:
    """Escape plain text as one line of Markdown without any markup, link, or mention."""
    return escape_inline(printable(" ".join(text.split())))


def escape_inline(line: str) -> str:
    """Like `escape_markdown`, for part of a line; keeps the spaces around it."""
    parts = _LINKING.split(escape_line(line))
    return _INVISIBLE_SPACE.join(_PUNCTUATION.sub(r"\\\g<0>", part) for part in parts)


def escape_html(text: str) -> str:
    """Escape plain text as one line of HTML without any tag, link, mention, or formula."""
    parts = _LINKING.split(printable(" ".join(text.split())))
    return _INVISIBLE_SPACE.join(map(escape, parts)).replace("$", "<span>$</span>")


def code_fence(code: str, language: str = "") -> str:
    """Write a code block with a fence longer than any inside it."""
    lines = [escape_line(line) for line in code.expandtabs(4).rstrip("\n").split("\n")]
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", code)), default=0))
    return "\n".join([f"{fence}{language}", *lines, fence])


def code_span(text: str) -> str:
    """Write a one-line code span with enough backticks that the text can't close it."""
    line = printable(text)
    if line.strip() and "`" not in line:
        return f"`{line}`"
    fence = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    return f"{fence} {line} {fence}"
