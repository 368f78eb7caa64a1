"""Long lines: find lines of data files that are too long to review."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from espejo.load.data_files import read_lines
from espejo.load.parse import MAX_BYTES
from espejo.markdown.links import find_in_text
from espejo.model.bank import Record
from espejo.model.problems import Place

MAX_LINE = 160


def find_long_lines(records: Iterable[Record], project: Path) -> dict[Place, list[Place]]:
    """Find the long lines of these records' files, by the place of the record they belong to."""
    found: dict[Place, list[Place]] = {}
    places = sorted(record.place for record in records)
    for file, in_file in groupby(places, key=attrgetter("file")):
        starts = list(in_file)
        for number, line in enumerate(read_lines(project / file, MAX_BYTES), 1):
            if len(line) > MAX_LINE and _count_breakable(line) > MAX_LINE:
                before = bisect_right(starts, number, key=attrgetter("line"))
                owner = starts[max(before - 1, 0)]
                found.setdefault(owner, []).append(Place(file, number, MAX_LINE + 1))
    return found


def _count_breakable(line: str) -> int:
    """The length of a line without URLs, which can't be broken."""
    return len(line) - sum(len(address) for _, address in find_in_text(line))
