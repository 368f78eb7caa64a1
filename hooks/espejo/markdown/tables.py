"""Markdown tables: rows with more or fewer cells than the header."""

from __future__ import annotations

import re
from collections.abc import Iterator

from espejo.messages.message import Message, message

_CELL_BAR = re.compile(r"(?<!\\)\|")
_NARROW = 4  # a table with up to this many bars in its delimiter row can't become large


def find_uneven_rows(source: str, columns: int) -> Iterator[tuple[int, Message]]:
    """Find table rows with too many or too few cells; yield their offsets.

    Only the source shows them: the parser drops extra cells and fills in missing ones.
    """
    offset = 0
    for line in source.splitlines(keepends=True):
        row = line.strip(" \t>\n")
        cells = len(_CELL_BAR.findall(row)) + 1 - row.startswith("|") - bool(re.search(r"(?<!\\)\|$", row))
        if row and cells != columns:
            fact = message(
                "uneven table. Cells in this row: {cells}, in the header: {columns}. Write a bar as \\|",
                cells=cells,
                columns=columns,
            )
            yield offset + len(line) - len(line.lstrip(" \t>")), fact
        offset += len(line)


def is_mostly_padding(markdown: str) -> bool:
    """Whether the parser would pad tables with many cells, because rows are shorter than the header.

    With a wide header, a few kilobytes could become a million cells.
    """
    cells = columns = 0
    for line in markdown.split("\n"):
        rule = line[len(line.rstrip("|:- \t")) :]
        if "-" in rule:
            columns = max(columns, rule.count("|"))
        elif not line.strip():
            columns = 0
        if columns > _NARROW:
            cells += columns
    return cells > 2 * markdown.count("|") + 100
