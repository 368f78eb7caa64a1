"""Changed lines: which lines of a file a pull request shows, from two versions of data/."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

from espejo.forge.annotate import IsShown
from espejo.load.data_files import read_lines
from espejo.load.parse import MAX_LEDGER_BYTES

CONTEXT = 3
"""How many lines the forge shows before and after a change."""


def show_all(_file: str, _line: int) -> bool:
    """Count every line as shown, if there is no earlier version to compare with."""
    return True


def lines_between(base: Path, data: Path) -> IsShown:
    """A function that tells whether a line is in the difference. Each file is compared on first use."""

    @cache
    def lines_of(file: str) -> frozenset[int]:
        path = Path(file)
        if not path.is_relative_to(data.name):  # only data/ is compared
            return frozenset()
        path = path.relative_to(data.name)
        return compare(read_lines(base / path, MAX_LEDGER_BYTES), read_lines(data / path, MAX_LEDGER_BYTES))

    return lambda file, line: line in lines_of(file)


def compare(before: list[str], after: list[str]) -> frozenset[int]:
    """The numbers of the lines of the later version that changed or are close to a change."""
    groups = SequenceMatcher(None, before, after, autojunk=False).get_grouped_opcodes(CONTEXT)
    return frozenset(line + 1 for group in groups for line in range(group[0][3], group[-1][4]))
