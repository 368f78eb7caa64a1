"""`Same meaning: q-07-01` lines in pull requests and commit messages: writes and parses them.

With such a line, the author of an edit in one language declares that the others still mean the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from espejo.messages.message import Message, message
from espejo.model.ledger import ID

_LINE = re.compile(r"^[ \t>*-]*+(?:same meaning|mismo significado)[ \t]*+:(.*)$", re.I | re.M)
_ID = re.compile(rf"(?<![\w-])(?:{ID.pattern.pattern})(?![\w-])")


def write_declaration(id_: str) -> Message:
    """Write such a line to copy; we parse it in every language."""
    return message("Same meaning: {id}", id=id_)


def find_declared(messages: str) -> Iterator[str]:
    """Find the ids in such lines."""
    for line in _LINE.finditer(messages):
        yield from (found[0] for found in _ID.finditer(line[1]))
