"""Text file for Anki's import: one note per line, after the header lines that Anki reads.

It names neither columns nor a note type: Anki knows both by names that differ from language to language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from espejo.exports.notes import Note

# A note type that is not ours has neither our styles nor our font, but every one has Anki's own math.
_MATH = re.compile(r'<math alttext="([^"]*)"( display="block")?>.*?</math>', re.DOTALL)
_INSTEAD = {
    '<div class="espejo"': '<div class="espejo" style="text-align: start"',
    '<pre class="highlight"': '<pre class="highlight" style="overflow-x: auto"',
    "\t": "&#9;",
    "\n": "&#10;",
    "\r": "",
}


def write_text(notes: Iterable[Note]) -> bytes:
    """Columns: identity, front, back, tags. The deck is that of the first note."""
    lines = []
    deck = ""
    for note in notes:
        deck = deck or "::".join(note.deck)
        fields = (note.guid, _in_one_line(note.front), _in_one_line(note.back), " ".join(note.tags))
        lines.append("\t".join(fields))
    head = ["#separator:tab", "#html:true", f"#deck:{deck}", "#guid column:1", "#tags column:4"]
    return ("\n".join([*head, *lines]) + "\n").encode()


def _in_one_line(html: str) -> str:
    """A tab or a line end would begin another field; HTML has another way to write them."""
    if "<math" in html:
        html = _MATH.sub(_own_math, html)
    for written, instead in _INSTEAD.items():
        html = html.replace(written, instead)
    return html


def _own_math(match: re.Match[str]) -> str:
    return f"\\[{match[1]}\\]" if match[2] else f"\\({match[1]}\\)"
