"""Markdown for the forge: text of the data in a summary or an issue, where it must stay text.

The forge makes links of addresses, mentions and numbers of issues after it has read the Markdown. A backslash
does not stop that, but an invisible space does. In a code span nothing is a link.
"""

from __future__ import annotations

import re
from html import escape

from espejo.model.problems import escape_line, printable

_PUNCTUATION = re.compile(r"[\\`*_{}\[\]()<>#!|~&$:.@^]")  # colons and periods would make addresses links
_LINKING = re.compile(
    r"(?<=@)|(?<=#)|(?<=[Gg][Hh]-)|(?<=:)(?=//)|(?<=[Ww]{3})(?=\.)|(?<=:)(?=[\w+-]+:)"  # the last: emoji
)
_INVISIBLE_SPACE = "&#8203;"


def escape_markdown(text: str) -> str:
    """Plain text as one line of Markdown in which nothing means anything: no markup, link or mention."""
    return escape_inline(printable(" ".join(text.split())))


def escape_inline(line: str) -> str:
    """The same for a part of a line, with the spaces around it."""
    parts = _LINKING.split(escape_line(line))
    return _INVISIBLE_SPACE.join(_PUNCTUATION.sub(r"\\\g<0>", part) for part in parts)


def escape_html(text: str) -> str:
    """Plain text as one line of HTML in which nothing is a tag, a link, a mention or a formula."""
    parts = _LINKING.split(printable(" ".join(text.split())))
    return _INVISIBLE_SPACE.join(map(escape, parts)).replace("$", "<span>$</span>")


def code_fence(code: str, language: str = "") -> str:
    """Code as a block, between fences that are longer than any in it."""
    lines = [escape_line(line) for line in code.expandtabs(4).rstrip("\n").split("\n")]
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", code)), default=0))
    return "\n".join([f"{fence}{language}", *lines, fence])


def code_span(text: str) -> str:
    """Text as a code span of one line, with more backticks than the text has, so that it cannot end it."""
    line = printable(text)
    if line.strip() and "`" not in line:
        return f"`{line}`"
    fence = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    return f"{fence} {line} {fence}"
