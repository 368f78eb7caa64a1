"""Where the files that go with the pages are to be had. Learners keep these addresses: they do not change."""

from __future__ import annotations

from pathlib import Path


def package_path(edition: str, folder: str = "") -> str:
    """An Anki package: of the whole bank, or of one collection."""
    return f"anki/espejo-{edition}{f'-{folder}' if folder else ''}.apkg"


def text_path(edition: str, folder: str, slug: str) -> str:
    """The text of one quiz or deck for Anki's import."""
    return f"anki/{edition}/{folder}/{slug}.tsv"


def bank_path(edition: str = "") -> str:
    """The bank as JSON: in one language, or in all."""
    return f"bank.{edition}.json" if edition else "bank.json"


SCHEMA_PATH = "bank.schema.json"

PRINT = "print"
"""What follows a guide's address where its print views begin."""


def print_path(folder: str, course: str = "") -> str:
    """The print view of a guide: of the whole, or of one course."""
    return f"{folder}/{PRINT}/{course}".rstrip("/")


def pdf_path(folder: str, locale: str) -> str:
    """A guide as a PDF."""
    return f"{folder}.{locale}.pdf"


PDFS = Path(".cache", "pdf")
"""Where in the project the PDFs wait for the site, which may be built without a browser."""
STATUS_PATH = "status.json"
