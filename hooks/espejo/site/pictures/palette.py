"""Theme colors for generated images; a test checks that they match theme.css."""

from __future__ import annotations

from typing import NamedTuple


class Palette(NamedTuple):
    """Colors of one theme, named as in theme.css."""

    paper: str
    wash: str
    ink: str
    quiet: str
    accent: str


LIGHT = Palette(paper="#fbfaf7", wash="#f3f1ec", ink="#1d1f24", quiet="#4d4f55", accent="#154f93")
DARK = Palette(paper="#15171b", wash="#24272d", ink="#ecebe7", quiet="#bfc1c6", accent="#9cc6f5")
