"""Fast plain text of a passage: same result as `fragments.plain`, without highlighting code.

The checks read every passage of a bank. Highlighting would take most of their time.
"""

from __future__ import annotations

import re
from html import unescape

import nh3

from espejo.markdown.checks import to_html
from espejo.markdown.fragments import plain

# Lines that begin like a sentence and have no markup but backticks.
_LINE = r"(?:[^\W\d_]|[¿¡`])[^<&$|~\\*_\[\]\n]*+"
_PROSE = re.compile(rf"{_LINE}(?:\n{_LINE})*+\n?")
_CELL_END = re.compile("</t[hd]>")
_TEXT_ONLY = nh3.Cleaner(tags=set())


def read_plain(markdown: str) -> str:
    """The visible text of a passage, with single spaces."""
    if "$" in markdown or "\xa0" in markdown:
        return plain(markdown)  # formulas need MathML, and the sanitizer writes &nbsp;
    if _PROSE.fullmatch(markdown):
        if "  " in markdown:
            return plain(markdown)
        pieces = markdown.split("`")
        if len(pieces) % 2 and all(piece and piece.strip() == piece for piece in pieces[1::2]):
            return " ".join("".join(pieces).split())
    text = _TEXT_ONLY.clean(_CELL_END.sub(r"\g<0> ", to_html(markdown)))
    return unescape(" ".join(text.split()))
