"""PDFs that `make pdf` has left in the project: content, size, date, and whether they are out of date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from espejo.model.addresses import PDFS, pdf_path
from espejo.model.bank import Bank


@dataclass(frozen=True, slots=True)
class MadePdfs:
    """What was found, by its address on the site, and what is missing or made before the last edit."""

    contents: Mapping[str, bytes]
    dates: Mapping[str, date]
    missing: tuple[str, ...]
    old: tuple[str, ...]

    @property
    def sizes(self) -> dict[str, int]:
        return {path: len(content) for path, content in self.contents.items()}

    def notice(self) -> str:
        """What is to be said of them in a line; nothing if all are there and up to date."""
        said = [f"missing: {', '.join(self.missing)}"] if self.missing else []
        said += [f"older than the data: {', '.join(self.old)}"] if self.old else []
        return f"PDFs {'; '.join(said)}. Make them with: make pdf" if said else ""


def find_pdfs(bank: Bank, project: Path) -> MadePdfs:
    """Those of the bank's guides. A site can be built without them: it then offers none."""
    files = {path: project / PDFS / path for path in _expected(bank)}
    there = {path: file for path, file in files.items() if file.is_file()}
    made = {path: file.stat().st_mtime for path, file in there.items()}
    edited = max((file.stat().st_mtime for file in (project / "data").rglob("*.yaml")), default=0.0)
    return MadePdfs(
        {path: file.read_bytes() for path, file in there.items()},
        {path: datetime.fromtimestamp(when, UTC).date() for path, when in made.items()},
        tuple(path for path in files if path not in there),
        tuple(path for path, when in made.items() if when < edited),
    )


def _expected(bank: Bank) -> Iterator[str]:
    for collection in bank.collections:
        for locale in bank.locales if collection.guide else ():
            yield pdf_path(collection.folder, locale)
