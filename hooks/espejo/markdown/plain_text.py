"""Plain text of a passage, as `fragments.plain` gives it, without rendering what does not need it.

The checks read every passage of a bank. Coloring its listings would take most of their time.
"""

from __future__ import annotations

import re
from html import unescape

import nh3

from espejo.markdown.checks import to_html
from espejo.markdown.fragments import plain

# Lines that begin like a sentence, without any sign of markup but backticks.
_LINE = r"(?:[^\W\d_]|[¿¡`])[^<&$|~\\*_\[\]\n]*+"
_PROSE = re.compile(rf"{_LINE}(?:\n{_LINE})*+\n?")
_CELL_END = re.compile("</t[hd]>")
_TEXT_ONLY = nh3.Cleaner(tags=set())


def read_plain(markdown: str) -> str:
    """The words that a passage shows, with one space between them."""
    if "$" in markdown or "\xa0" in markdown:
        return plain(markdown)  # formulas are read as MathML shows them; the sanitizer writes &nbsp;
    if _PROSE.fullmatch(markdown):
        if "  " in markdown:
            return plain(markdown)
        pieces = markdown.split("`")
        if len(pieces) % 2 and all(piece and piece.strip() == piece for piece in pieces[1::2]):
            return " ".join("".join(pieces).split())
    text = _TEXT_ONLY.clean(_CELL_END.sub(r"\g<0> ", to_html(markdown)))
    return unescape(" ".join(text.split()))
