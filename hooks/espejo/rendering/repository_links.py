"""Links into the repository: to files, to lines for editing, and to forms for reporting."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from espejo.model.bank import Provable
from espejo.model.problems import Place


@dataclass(frozen=True, slots=True)
class ForgeLinks:
    """Where the repository is hosted. Without an address there are no links."""

    repository: str = ""
    edit: str = ""

    def source(self, file: str) -> str:
        return f"{self.repository}/blob/HEAD/{file}" if self.repository else ""

    def line(self, place: Place) -> str:
        return f"{self.edit}{place.file}#L{place.line}" if self.edit else ""

    def lines(self, record: Provable) -> str:
        place = record.place
        return f"{self.edit}{place.file}#L{place.line}-L{record.last_line}" if self.edit else ""

    def report(self, record: Provable, locale: str, language: str) -> str:
        """The form for a problem in the reader's language, with what is known filled in."""
        known = {"template": f"question.{locale}.yml", "title": f"{record.id}: ", "id": record.id}
        known |= {"language": language, "place": f"{record.place.file}:{record.place.line}"}
        query = "&".join([f"{name}={quote(value, safe='/:')}" for name, value in known.items()])
        return f"{self.repository}/issues/new?{query}" if self.repository else ""

    def report_site(self, locale: str) -> str:
        """The form for a problem with the site, in the reader's language."""
        return f"{self.repository}/issues/new?template=site.{locale}.yml" if self.repository else ""
