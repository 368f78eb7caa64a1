"""PDF post-processing: page numbers of link targets, metadata, outline, and compression.

Title, author, and language go into the two places where PDF readers look for them. Compression more than
halves the size of the browser's file. The output is reproducible: the date is that of the text, and the
file's id is derived from its content.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from io import BytesIO
from typing import NamedTuple

import pikepdf
from pikepdf import ObjectStreamMode, Pdf

OPEN_LEVELS = 3
"""Outline levels open by default: title, parts, and quizzes. Questions are collapsed."""


class PdfMetadata(NamedTuple):
    """The metadata of a PDF."""

    title: str
    author: str
    subject: str
    locale: str
    changed: datetime | None
    """When the text last changed, if known."""


class FinishedPdf(NamedTuple):
    """A finished PDF, its number of pages, and the page of each link target."""

    content: bytes
    page_count: int
    target_pages: dict[str, int]


def find_pages(printed: bytes) -> dict[str, int]:
    """The page number, from 1, of each internal link target, by id."""
    with Pdf.open(BytesIO(printed)) as pdf:
        return _find_pages(pdf)


def finish_pdf(printed: bytes, metadata: PdfMetadata, headings: list[str]) -> FinishedPdf:
    """Compress a printed PDF, add metadata, and set the titles of its outline."""
    content = BytesIO()
    with Pdf.open(BytesIO(printed)) as pdf:
        _write_metadata(pdf, metadata)
        _name_entries(pdf.Root.Outlines, iter(headings))
        _collapse_below(pdf.Root.Outlines, OPEN_LEVELS)
        pdf.save(content, object_stream_mode=ObjectStreamMode.generate, deterministic_id=True)
        return FinishedPdf(content.getvalue(), len(pdf.pages), _find_pages(pdf))


def _find_pages(pdf: Pdf) -> dict[str, int]:
    numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
    targets = pdf.Root.get("/Dests", pikepdf.Dictionary())
    return {name.removeprefix("/"): numbers[target[0].objgen] for name, target in targets.items()}


def _write_metadata(pdf: Pdf, metadata: PdfMetadata) -> None:
    pdf.Root.Lang = pikepdf.String(metadata.locale)
    pdf.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
    with pdf.open_metadata(set_pikepdf_as_editor=False) as xmp:
        xmp["dc:title"] = metadata.title
        xmp["dc:creator"] = [metadata.author]
        xmp["dc:description"] = metadata.subject
        xmp["dc:language"] = [metadata.locale]
        if metadata.changed:
            xmp["xmp:CreateDate"] = metadata.changed.isoformat(timespec="seconds")
        xmp["xmp:CreatorTool"] = "Espejo"


def _entries(parent: pikepdf.Object) -> Iterator[pikepdf.Object]:
    entry = parent.get("/First")
    while entry is not None:
        yield entry
        entry = entry.get("/Next")


def _name_entries(parent: pikepdf.Object, headings: Iterator[str]) -> None:
    """Set every title, because Chromium drops spaces at line breaks and doubles titles at page tops."""
    for entry in _entries(parent):
        entry.Title = pikepdf.String(next(headings))
        _name_entries(entry, headings)


def _collapse_below(entry: pikepdf.Object, depth: int) -> int:
    """Collapse outline entries below this depth; returns the number of visible entries under this one."""
    visible = 0
    for child in _entries(entry):
        below = _collapse_below(child, depth - 1)
        visible += 1 + (below if depth > 1 else 0)
    if visible:
        entry.Count = visible if depth > 0 else -visible
    return visible
