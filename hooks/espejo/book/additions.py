"""What the book adds: its command."""

from __future__ import annotations

from espejo.check.additions import Additions

ADDITIONS = Additions(commands=("espejo.book.command",))
