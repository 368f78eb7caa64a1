"""Anki text import files: header lines, then one note per line.

Every line has exactly four columns, whatever the note contains; no content can become a header, comment, or
extra line. The header doesn't name columns or a note type, because their names depend on Anki's language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from espejo.exports.anki_escape import join_deck, join_tags
from espejo.exports.notes import Note

# Other note types lack our styles and font, but all of them support Anki's own math.
_MATH = re.compile(r'<math alttext="([^"]*)"( display="block")?>.*?</math>', re.DOTALL)
_REPLACEMENTS = {
    '<div class="espejo"': '<div class="espejo" style="text-align: start"',
    '<pre class="highlight"': '<pre class="highlight" style="overflow-x: auto"',
    "\t": "&#9;",
    "\n": "&#10;",
    "\r": "",
}
_BREAKS = re.compile(r"[\t\n\r]")

# A TeX line break before a bracket: Anki's editor takes the pair for a formula delimiter, and MathJax takes
# the content of square brackets for a distance, while our pages show it.
_BREAK_BEFORE_BRACKET = re.compile(r"\\\\(?=\s*[\[\]()])")


def write_text(notes: Iterable[Note]) -> bytes:
    """Write notes as lines with the columns guid, front, back, tags. The first note determines the deck."""
    lines = []
    deck = ""
    for note in notes:
        deck = deck or join_deck(note.deck)
        fields = (note.guid, _to_one_line(note.front), _to_one_line(note.back), join_tags(note.tags))
        lines.append("\t".join(map(_write_cell, fields)))
    header = ["#separator:tab", "#html:true", f"#deck:{deck}", "#guid column:1", "#tags column:4"]
    return ("\n".join([*header, *lines]) + "\n").encode()


def _write_cell(text: str) -> str:
    """Write one cell, quoted if it begins like a quoted cell or a comment."""
    line = _BREAKS.sub(" ", text)
    return '"' + line.replace('"', '""') + '"' if line.startswith(('"', "#")) else line


def _to_one_line(html: str) -> str:
    """Escape tabs and line breaks, which would start another field, and adapt math and styles to Anki."""
    if "<math" in html:
        html = _MATH.sub(_to_anki_math, html)
    for old, new in _REPLACEMENTS.items():
        html = html.replace(old, new)
    return html


def _to_anki_math(match: re.Match[str]) -> str:
    tex = _BREAK_BEFORE_BRACKET.sub(r"\g<0>{}", match[1].replace("&#92;", "\\"))
    return f"\\[{tex}\\]" if match[2] else f"\\({tex}\\)"
