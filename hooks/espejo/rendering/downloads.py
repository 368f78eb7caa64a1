"""Downloads: links to Anki packages, text files, and PDFs, with sizes and dates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from markupsafe import Markup

from espejo.model.addresses import package_path, pdf_path, text_path
from espejo.model.bank import list_variants
from espejo.model.collection import Collection
from espejo.rendering.site import Site

PENDING = "\0"
"""Delimits the path of a download whose size isn't known yet. No text can contain it."""


class Downloads(NamedTuple):
    """Downloads of a site: sizes in bytes and, for PDFs, the dates of their content, by path.

    While they are being made, `pending` is true, and pages contain placeholders for the sizes.
    """

    sizes: Mapping[str, int] = {}
    dates: Mapping[str, date] = {}
    pending: bool = False

    def show_size(self, path: str) -> str:
        if self.pending and path not in self.sizes:
            return f"{PENDING}{path}{PENDING}"
        return write_size(self.sizes[path])

    def fill_in(self, html: str) -> str:
        """Replace the placeholders in the HTML with sizes."""
        parts = html.split(PENDING)
        parts[1::2] = map(self.show_size, parts[1::2])
        return "".join(parts)


def write_size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(size / 1e3, 1):.0f} KB"


@dataclass(frozen=True)
class DownloadLinks:
    """Links from one page to downloads in its locale; `asset` makes a path relative to the page."""

    site: Site
    locale: str
    downloads: Downloads
    asset: Callable[[str], str]
    write_date: Callable[[str], str]

    def link(self, path: str, note: str = "") -> Markup:
        """Link to a file, followed by its size and a note."""
        name = path.rpartition("/")[2]
        link = Markup('<a href="{}" download>{}</a> <span class="count">{}{}</span>')
        return link.format(self.asset(path), name, self.downloads.show_size(path), note)

    def package(self, folder: str = "") -> Markup:
        """Link to the Anki package of the whole bank, of one collection, or of the glossary."""
        return self.link(package_path(self.site.bank, self.locale, folder))

    def text(self, folder: str, slug: str) -> Markup:
        """Link to the text file of a quiz or deck, for import into Anki."""
        return self.link(text_path(self.locale, folder, slug))

    def paired_packages(self) -> list[tuple[str, Markup]]:
        """List links to the packages that pair this locale with another, each with that other locale."""
        bank = self.site.bank
        return [
            (other, self.link(package_path(bank, variant.name)))
            for variant in list_variants(bank)
            for other in variant.locales
            if self.locale in variant.locales and other != self.locale
        ]

    def pdf(self, collection: Collection) -> Markup | None:
        """Link to the PDF of a guide in this language, with its size and date; None if it has no PDF."""
        path = pdf_path(collection.folder, self.locale)
        if path not in self.downloads.sizes:
            return None
        if path not in self.downloads.dates:
            return self.link(path)
        changed = self.downloads.dates[path].isoformat()
        note = Markup(', <time datetime="{}">{}</time>').format(changed, self.write_date(changed))
        return self.link(path, note)
