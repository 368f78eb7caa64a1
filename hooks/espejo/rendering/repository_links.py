"""Repository links: to files, to edit lines, and to report problems on GitHub or another host."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from espejo.model.bank import Provable
from espejo.model.problems import Place


@dataclass(frozen=True, slots=True)
class RepositoryLinks:
    """Links to the repository's host. Without an address, they are empty."""

    address: str = ""
    edit: str = ""

    def source(self, file: str) -> str:
        return f"{self.address}/blob/HEAD/{file}" if self.address else ""

    def line(self, place: Place) -> str:
        return f"{self.edit}{place.file}#L{place.line}" if self.edit else ""

    def lines(self, record: Provable) -> str:
        place = record.place
        return f"{self.edit}{place.file}#L{place.line}-L{record.last_line}" if self.edit else ""

    def report(self, record: Provable, locale: str, language: str) -> str:
        """Return the link to report a problem with a record, with known fields filled in."""
        known = {"template": f"question.{locale}.yml", "title": f"{record.id}: ", "id": record.id}
        known |= {"language": language, "place": f"{record.place.file}:{record.place.line}"}
        query = "&".join([f"{name}={quote(value, safe='/:')}" for name, value in known.items()])
        return f"{self.address}/issues/new?{query}" if self.address else ""

    def report_site(self, locale: str) -> str:
        """Return the link to report a problem with the site, in the reader's language."""
        return f"{self.address}/issues/new?template=site.{locale}.yml" if self.address else ""
