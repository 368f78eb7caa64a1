"""Finishing touches to a printed PDF: page numbers of link targets, metadata, outline, compression.

Bound, a book says who wrote it, in which language and what it is called, in the two places where readers
of PDFs look for that; and what the browser left loose is packed into less than half its size.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from typing import NamedTuple

import pikepdf
from pikepdf import ObjectStreamMode, Pdf

OPEN = 3
"""How deep the outline is open: the title, the parts, the quizzes. Their questions wait behind them."""


class Imprint(NamedTuple):
    """What a PDF says of itself."""

    title: str
    author: str
    subject: str
    locale: str


class Bound(NamedTuple):
    """A finished PDF, how many pages it has, and on which of them things landed."""

    content: bytes
    pages: int
    landed: dict[str, int]


def find_pages(printed: bytes) -> dict[str, int]:
    """The page, from 1, on which the target of each link within the book stands, by its id."""
    with Pdf.open(BytesIO(printed)) as pdf:
        return _find_pages(pdf)


def bind(printed: bytes, imprint: Imprint, headings: list[str]) -> Bound:
    """The same pages, tags and outline, packed, with the imprint and with these headings in the outline."""
    content = BytesIO()
    with Pdf.open(BytesIO(printed)) as pdf:
        _say(pdf, imprint)
        _name_entries(pdf.Root.Outlines, iter(headings))
        _close_below(pdf.Root.Outlines, OPEN)
        pdf.save(content, object_stream_mode=ObjectStreamMode.generate)
        return Bound(content.getvalue(), len(pdf.pages), _find_pages(pdf))


def _find_pages(pdf: Pdf) -> dict[str, int]:
    numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
    targets = pdf.Root.get("/Dests", pikepdf.Dictionary())
    return {name.removeprefix("/"): numbers[target[0].objgen] for name, target in targets.items()}


def _say(pdf: Pdf, imprint: Imprint) -> None:
    pdf.Root.Lang = pikepdf.String(imprint.locale)
    pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
    with pdf.open_metadata(set_pikepdf_as_editor=False) as told:
        told["dc:title"] = imprint.title
        told["dc:creator"] = [imprint.author]
        told["dc:description"] = imprint.subject
        told["dc:language"] = [imprint.locale]
        told["xmp:CreateDate"] = datetime.now(UTC).isoformat(timespec="seconds")
        told["xmp:CreatorTool"] = "Espejo"


def _entries(parent: pikepdf.Object) -> Iterator[pikepdf.Object]:
    entry = parent.get("/First")
    while entry is not None:
        yield entry
        entry = entry.get("/Next")


def _name_entries(parent: pikepdf.Object, headings: Iterator[str]) -> None:
    """Chromium loses the space where a heading is broken, and says one at the head of a page twice."""
    for entry in _entries(parent):
        entry.Title = pikepdf.String(next(headings))
        _name_entries(entry, headings)


def _close_below(entry: pikepdf.Object, depth: int) -> int:
    """Closes the entries of the outline below this depth; leaves how many are seen under this one."""
    seen = 0
    for child in _entries(entry):
        below = _close_below(child, depth - 1)
        seen += 1 + (below if depth > 1 else 0)
    if seen:
        entry.Count = seen if depth > 0 else -seen
    return seen
