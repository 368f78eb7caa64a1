"""Declarations of agreement: lines such as `Same meaning: q-07-01` in a pull request or a commit message.

Whoever edits one language alone says with it that the other still says the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from espejo.messages.message import Message, message
from espejo.model.ledger import ID

_LINE = re.compile(r"^[ \t>*-]*+(?:same meaning|mismo significado)[ \t]*+:(.*)$", re.I | re.M)
_ID = re.compile(rf"(?<![\w-])(?:{ID.pattern.pattern})(?![\w-])")


def write_declaration(id_: str) -> Message:
    """Such a line, for somebody to copy; in every language it is one that is understood."""
    return message("Same meaning: {id}", id=id_)


def find_declared(messages: str) -> Iterator[str]:
    """The ids in such lines."""
    for line in _LINE.finditer(messages):
        yield from (found[0] for found in _ID.finditer(line[1]))
