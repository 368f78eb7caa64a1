"""Changed lines: which lines of a file a pull request between two versions of data/ shows."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

from espejo.forge.annotate import IsShown

CONTEXT = 3
"""How many lines the forge shows before and after a change."""


def show_all(_file: str, _line: int) -> bool:
    """Without a base every line counts as changed."""
    return True


def lines_between(base: Path, data: Path) -> IsShown:
    """Whether a line of a file stands in the difference. A file is compared when it is first asked for."""

    @cache
    def lines_of(file: str) -> frozenset[int]:
        inside = Path(file).relative_to(data.name)
        return compare(_read(base / inside), _read(data / inside))

    return lambda file, line: line in lines_of(file)


def compare(before: list[str], after: list[str]) -> frozenset[int]:
    """The lines of the later version, from 1, that changed or stand beside a change."""
    groups = SequenceMatcher(None, before, after, autojunk=False).get_grouped_opcodes(CONTEXT)
    return frozenset(line + 1 for group in groups for line in range(group[0][3], group[-1][4]))


def _read(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
