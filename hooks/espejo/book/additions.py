"""Book additions: the `pdf` command."""

from __future__ import annotations

from espejo.check.additions import Additions

ADDITIONS = Additions(commands=("espejo.book.command",))
