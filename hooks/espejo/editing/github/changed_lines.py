"""Line diff: which lines of a file a pull request shows, from two versions of data/."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path

from espejo.editing.github.annotate import IsShown
from espejo.load.data_files import read_lines
from espejo.load.parse import MAX_LEDGER_BYTES

CONTEXT = 3
"""Number of lines GitHub shows before and after a change."""


def show_all(_file: str, _line: int) -> bool:
    """Treat every line as shown, if there is no earlier version to compare with."""
    return True


def lines_between(base: Path, data: Path) -> IsShown:
    """Return a function that tells whether a line is in the diff. Each file is compared on first use."""

    @cache
    def lines_of(file: str) -> frozenset[int]:
        path = Path(file)
        if not path.is_relative_to(data.name):  # only data/ is compared
            return frozenset()
        path = path.relative_to(data.name)
        return compare(read_lines(base / path, MAX_LEDGER_BYTES), read_lines(data / path, MAX_LEDGER_BYTES))

    return lambda file, line: line in lines_of(file)


def compare(before: list[str], after: list[str]) -> frozenset[int]:
    """Line numbers in the later version that changed or are close to a change."""
    matches = [(-1, -1), *_match_lines(before, after), (len(before), len(after))]
    shown: set[int] = set()
    for (old, new), (next_old, next_new) in pairwise(matches):
        if (next_old, next_new) != (old + 1, new + 1):
            shown.update(range(max(new + 1 - CONTEXT, 0), min(next_new + CONTEXT, len(after))))
    return frozenset(line + 1 for line in shown)


def _match_lines(before: list[str], after: list[str]) -> list[tuple[int, int]]:
    """Pair equal lines of both versions, in order; unlike difflib, without quadratic worst cases.

    First match lines that occur exactly once in both versions, then the equal lines around them.
    """
    matches: list[tuple[int, int]] = []
    anchors = [*_match_unique(before, after), (len(before), len(after))]
    for old, new in anchors:
        first_old, first_new = matches[-1] if matches else (-1, -1)
        ahead = 1
        while first_old + ahead < old and first_new + ahead < new:
            if before[first_old + ahead] != after[first_new + ahead]:
                break
            matches.append((first_old + ahead, first_new + ahead))
            ahead += 1
        behind = 1
        while old - behind >= first_old + ahead and new - behind >= first_new + ahead:
            if before[old - behind] != after[new - behind]:
                break
            behind += 1
        matches += [(old - back, new - back) for back in range(behind - 1, -1, -1)]
    return matches[:-1]


def _match_unique(before: list[str], after: list[str]) -> list[tuple[int, int]]:
    """Lines that occur exactly once in both versions, without those that moved past others."""
    old_counts, new_counts = Counter(before), Counter(after)
    unique = {line for line, count in old_counts.items() if count == new_counts[line] == 1}
    places = {line: number for number, line in enumerate(before) if line in unique}
    pairs = [(places[line], new) for new, line in enumerate(after) if line in unique]
    return _longest_increasing(pairs)


def _longest_increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence in which both numbers increase, given that the second ones already do."""
    tails: list[int] = []  # for each length, the index of the pair with the smallest end
    ends: list[int] = []
    previous: list[int] = []
    for index, (old, _) in enumerate(pairs):
        length = bisect_left(ends, old)
        previous.append(tails[length - 1] if length else -1)
        tails[length : length + 1] = [index]
        ends[length : length + 1] = [old]
    chain = []
    index = tails[-1] if tails else -1
    while index >= 0:
        chain.append(pairs[index])
        index = previous[index]
    return chain[::-1]
