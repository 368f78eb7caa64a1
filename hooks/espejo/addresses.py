"""Where the files that go with the pages are to be had. Learners keep these addresses: they do not change."""

from __future__ import annotations


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
STATUS_PATH = "status.json"
