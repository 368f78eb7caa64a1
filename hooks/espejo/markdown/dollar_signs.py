r"""Dollar signs in Markdown: finds prices read as formulas, and formulas between \( and \)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from espejo.messages.message import Message, message
from espejo.model.problems import quote

# Formula delimiters of other programs; in Markdown each is just a bracket. After an escaped backslash, or in
# a word such as `f\(x\)`, they are meant as brackets.
_TEX_MARKS = re.compile(rb"(?<![\\\w])(?:\\\(([^\0]{1,300}?)\\\)|\\\[([^\0]{1,300}?)\\\])")
_TEX_IN_PARENTHESES = re.compile(rb"\\[A-Za-z]|(?<!\\)[\^_=+]|\A\s{0,9}[A-Za-z0-9]{1,3}\s{0,9}\Z")
_TEX_IN_BRACKETS = re.compile(rb"(?<!\\)\\[A-Za-z]{2}|\^")

# A number and words that aren't TeX: text between two prices, as in US$5 or US$6.
_BETWEEN_PRICES = re.compile(r"\d[\d.,]*+\s++(?=[^\\^_=]*$)(?=.*[^\W\d_]{2})\S++\s++\S")
_PRICE = re.compile(r"(?<!\\)\$(?=\d)")
_NO_PRICE = re.compile(r"(?<!\\)\$(?!\d)")
_MAX_FIXED = 300


def find_tex_marks(prose: bytes) -> Iterator[tuple[int, Message]]:
    r"""Find formulas between \( and \), or \[ and \]; yield their byte offsets. Code must be blanked out."""
    for found in _TEX_MARKS.finditer(prose):
        inside, is_tex, mark = (
            (found[1], _TEX_IN_PARENTHESES, "$") if found[1] else (found[2], _TEX_IN_BRACKETS, "$$")
        )
        if is_tex.search(inside):
            opening, closing = found[0][:2].decode(), found[0][-2:].decode()
            tex = quote(inside.decode().strip())[1:-1]
            fact = message(
                "a formula goes between dollar signs. Instead of {written}, write {formula}",
                written=f"{opening}{tex}{closing}",
                formula=f"{mark}{tex}{mark}",
            )
            yield found.start(), fact


def is_between_prices(tex: str, after: bytes) -> bool:
    """Whether two prices were read as a formula: $5-$10, US$5 or US$10. `after` is the byte after it."""
    return (tex[:1].isdigit() and after.isdigit()) or bool(_BETWEEN_PRICES.match(tex))


def escape_prices(passage: str) -> str:
    """Escape dollar signs. Return "" if the passage is long or a sign isn't followed by a digit."""
    if len(passage) > _MAX_FIXED or _NO_PRICE.search(passage):
        return ""
    return _PRICE.sub(r"\\$", passage)
