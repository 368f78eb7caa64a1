"""PDF files from `make pdf`: finds their content, size, and date, and which are missing or outdated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from espejo.messages.message import Message, comma_separated, message, sentences
from espejo.model.addresses import PDFS, pdf_path
from espejo.model.bank import Bank
from espejo.packages import PDF

# The date in a PDF's metadata, which `pdf_finish.py` leaves uncompressed, as PDF readers expect it.
_DATE = re.compile(rb"<xmp:CreateDate\b[^>]*>(\d{4}-\d\d-\d\d)T")


@dataclass(frozen=True, slots=True)
class MadePdfs:
    """PDFs found, by path on the site; PDFs missing; and PDFs older than the last edit.

    The date of a PDF is that of its text, not of the file, so that builds are reproducible.
    """

    contents: Mapping[str, bytes]
    dates: Mapping[str, date]
    missing: tuple[str, ...]
    outdated: tuple[str, ...]

    @property
    def sizes(self) -> dict[str, int]:
        return {path: len(content) for path, content in self.contents.items()}

    def notice(self) -> Message:
        """A line about missing and outdated PDFs; empty if there are none."""
        missing, outdated = comma_separated(self.missing), comma_separated(self.outdated)
        if missing and outdated:
            return message(
                "PDFs missing: {missing}; older than the data: {outdated}. Make them with: {command}",
                missing=missing,
                command=PDF,
                outdated=outdated,
            )
        if missing:
            return message("PDFs missing: {missing}. Make them with: {command}", missing=missing, command=PDF)
        if outdated:
            return message(
                "PDFs older than the data: {outdated}. Make them with: {command}",
                outdated=outdated,
                command=PDF,
            )
        return sentences()


def find_pdfs(bank: Bank, project: Path) -> MadePdfs:
    """Find the PDFs of the guides. They are optional: without them, the site has no links to them."""
    files = {path: project / PDFS / path for path in _list_paths(bank)}
    existing = {path: file for path, file in files.items() if file.is_file()}
    printed = {path: file.stat().st_mtime for path, file in existing.items()}
    edited = max((file.stat().st_mtime for file in (project / "data").rglob("*.yaml")), default=0.0)
    contents = {path: file.read_bytes() for path, file in existing.items()}
    return MadePdfs(
        contents,
        dict(_find_dates(contents)),
        tuple(path for path in files if path not in existing),
        tuple(path for path, time in printed.items() if time < edited),
    )


def _find_dates(contents: Mapping[str, bytes]) -> Iterator[tuple[str, date]]:
    """The date of each PDF that has one, by path."""
    for path, content in contents.items():
        if found := _DATE.search(content):
            yield path, date.fromisoformat(found[1].decode())


def _list_paths(bank: Bank) -> Iterator[str]:
    for collection in bank.collections:
        for locale in bank.locales if collection.guide else ():
            yield pdf_path(collection.folder, locale)
