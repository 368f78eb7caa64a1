"""Markdown for the forge: text of the data in a summary or an issue, where it must stay text.

The forge makes links of addresses, mentions and numbers of issues after it has read the Markdown. A backslash
does not stop that, but an invisible space does. In a code span nothing is a link.
"""

from __future__ import annotations

import re

from espejo.model.problems import printable

_PUNCTUATION = re.compile(r"[\\`*_{}\[\]()<>#!|~&$:.@^]")  # colons and periods would make addresses links
_LINKING = re.compile(r"(?<=@)|(?<=#)|(?<=[Gg][Hh]-)|(?<=:)(?=//)|(?<=[Ww]{3})(?=\.)")
_INVISIBLE_SPACE = "&#8203;"


def escape_markdown(text: str) -> str:
    """Plain text as one line of Markdown in which nothing means anything: no markup, link or mention."""
    parts = _LINKING.split(printable(" ".join(text.split())))
    return _INVISIBLE_SPACE.join(_PUNCTUATION.sub(r"\\\g<0>", part) for part in parts)


def code_span(text: str) -> str:
    """Text as a code span of one line, with more backticks than the text has, so that it cannot end it."""
    line = printable(text)
    if line.strip() and "`" not in line:
        return f"`{line}`"
    fence = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    return f"{fence} {line} {fence}"
