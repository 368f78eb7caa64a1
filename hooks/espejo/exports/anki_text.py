"""Text file for Anki's import: one note per line, after the header lines that Anki reads.

The header names neither columns nor a note type, because their names depend on the language of Anki.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from espejo.exports.notes import Note

# Note types other than ours lack our styles and our font, but all of them support Anki's own math.
_MATH = re.compile(r'<math alttext="([^"]*)"( display="block")?>.*?</math>', re.DOTALL)
_REPLACEMENTS = {
    '<div class="espejo"': '<div class="espejo" style="text-align: start"',
    '<pre class="highlight"': '<pre class="highlight" style="overflow-x: auto"',
    "\t": "&#9;",
    "\n": "&#10;",
    "\r": "",
}


def write_text(notes: Iterable[Note]) -> bytes:
    """The notes as lines with the columns guid, front, back, tags. The deck is that of the first note."""
    lines = []
    deck = ""
    for note in notes:
        deck = deck or "::".join(note.deck)
        fields = (note.guid, _to_one_line(note.front), _to_one_line(note.back), " ".join(note.tags))
        lines.append("\t".join(fields))
    header = ["#separator:tab", "#html:true", f"#deck:{deck}", "#guid column:1", "#tags column:4"]
    return ("\n".join([*header, *lines]) + "\n").encode()


def _to_one_line(html: str) -> str:
    """Escape tabs and line ends, which would start another field, and write math and styles for Anki."""
    if "<math" in html:
        html = _MATH.sub(_to_anki_math, html)
    for old, new in _REPLACEMENTS.items():
        html = html.replace(old, new)
    return html


def _to_anki_math(match: re.Match[str]) -> str:
    return f"\\[{match[1]}\\]" if match[2] else f"\\({match[1]}\\)"
