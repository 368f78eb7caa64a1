"""What study adds: its commands."""

from __future__ import annotations

from espejo.check.additions import Additions

ADDITIONS = Additions(commands=tuple(f"espejo.study.commands.{name}" for name in ("quiz", "anki", "log")))
