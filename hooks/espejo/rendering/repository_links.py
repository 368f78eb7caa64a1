"""Repository links: to files, to edit lines, and to report problems on GitHub or another host."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from espejo.model.bank import Provable
from espejo.model.problems import Place


@dataclass(frozen=True, slots=True)
class RepositoryLinks:
    """Links to the repository's host. Without an address, they are empty."""

    address: str = ""
    edit: str = ""
    project: Path | None = None  # where its files are, to link to those that exist

    def source(self, file: str) -> str:
        return f"{self.address}/blob/HEAD/{file}" if self.address else ""

    def existing(self, file: str) -> str:
        """Return the link to a file that the repository may lack."""
        return self.source(file) if self._has(file) else ""

    def _has(self, file: str) -> bool:
        return self.project is None or (self.project / file).is_file()

    def _use_form(self, form: str) -> dict[str, str]:
        """Choose an issue form of the repository, if it has that one."""
        return {"template": form} if self._has(f".github/ISSUE_TEMPLATE/{form}") else {}

    def line(self, place: Place) -> str:
        return f"{self.edit}{place.file}#L{place.line}" if self.edit else ""

    def lines(self, record: Provable) -> str:
        place = record.place
        return f"{self.edit}{place.file}#L{place.line}-L{record.last_line}" if self.edit else ""

    def report(self, record: Provable, locale: str, language: str) -> str:
        """Return the link to report a problem with a record, with known fields filled in."""
        known = {**self._use_form(f"question.{locale}.yml"), "title": f"{record.id}: ", "id": record.id}
        known |= {"language": language, "place": f"{record.place.file}:{record.place.line}"}
        query = "&".join([f"{name}={quote(value, safe='/:')}" for name, value in known.items()])
        return f"{self.address}/issues/new?{query}" if self.address else ""

    def report_site(self, locale: str) -> str:
        """Return the link to report a problem with the site, in the reader's language."""
        query = "".join(f"?{name}={form}" for name, form in self._use_form(f"site.{locale}.yml").items())
        return f"{self.address}/issues/new{query}" if self.address else ""
