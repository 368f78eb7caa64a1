"""Addresses: the path of every page and file of the site, and the names that collections cannot have.

Learners keep these addresses: they do not change.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from espejo.model.bank import Bank

TOPICS = "topics"
REFERENCE = "reference"
FORMULAS = f"{REFERENCE}/formulas"
PATTERNS = f"{REFERENCE}/patterns"
GLOSSARY = "glossary"
PROOFS = "proofs"
DOWNLOADS = "downloads"
STATUS = "status"
SEARCH = "search"
CONTRIBUTING = "contributing"
FIELDS = f"{CONTRIBUTING}/fields"

PAGES = (
    *(TOPICS, REFERENCE, FORMULAS, PATTERNS, GLOSSARY),
    *(PROOFS, DOWNLOADS, STATUS, SEARCH, CONTRIBUTING, FIELDS),
)
"""The pages that every site has besides home and those that the data gives an address to."""

SCHEMA = "schema"
FOLDERS = ("anki", "assets", "pagefind", SCHEMA)
"""The top-level folders of files that go with the pages."""

RESERVED = tuple(sorted({*(path.partition("/")[0] for path in PAGES), *FOLDERS, "languages"}))
"""What no collection can be called: the first part of another address, or a name the ledger uses."""


def unit_path(folder: str, slug: str) -> str:
    """The page of a quiz or deck."""
    return f"{folder}/{slug}"


def topic_path(topic: str) -> str:
    return f"{TOPICS}/{topic}"


PRINT = "print"
"""The part of an address where the print views of a guide begin."""


def print_path(folder: str, course: str = "") -> str:
    """The print view of a whole guide or of one course."""
    return f"{folder}/{PRINT}/{course}".rstrip("/")


def list_data_pages(bank: Bank) -> Iterator[str]:
    """The addresses that the data gives to pages, without the language."""
    for collection in bank.collections:
        yield collection.folder
    for collection, slug, _ in bank.units():
        yield unit_path(collection.folder, slug)
    named = {name for placed in bank.items() for name in placed.item.topics}
    yield from (topic_path(topic.id) for topic in bank.reference.topics if topic.id in named)


def page_address(path: str, locale: str, root: str) -> str:
    """The address of a page from the site's root: 'es/quizzes/phase-07-scalar-autograd/'."""
    parts = [locale] if locale != root else []
    return "".join(f"{part}/" for part in [*parts, *([path] if path else [])])


def package_path(variant: str, folder: str = "") -> str:
    """An Anki package: of the whole bank, or of one collection."""
    return f"anki/espejo-{variant}{f'-{folder}' if folder else ''}.apkg"


def text_path(variant: str, folder: str, slug: str) -> str:
    """The text file of one quiz or deck for Anki's import."""
    return f"anki/{variant}/{folder}/{slug}.tsv"


def bank_path(locale: str = "") -> str:
    """The bank as JSON: in one language, or in all."""
    return f"bank.{locale}.json" if locale else "bank.json"


BANK_SCHEMA = "bank.schema.json"
STATUS_JSON = "status.json"


def pdf_path(folder: str, locale: str) -> str:
    """A guide as a PDF."""
    return f"{folder}.{locale}.pdf"


PDFS = Path(".cache", "pdf")
"""The folder of the project where `make pdf` puts the PDFs for the next build of the site."""
