"""Downloads: links to the files that go with the pages, with their sizes and dates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import NamedTuple

from markupsafe import Markup

from espejo.model.addresses import GLOSSARY, glossary_text_path, package_path, pdf_path, text_path
from espejo.model.collection import Collection
from espejo.rendering.site import Site
from espejo.rendering.variants import list_variants

PENDING = "\0"
"""Stands before and after the path of a download whose size is not known yet. No text can contain it."""


class Downloads(NamedTuple):
    """The downloads of a site: sizes in bytes and, for PDFs, the dates of their text, by path.

    While they are being made, `pending` is true, and pages have marks in the places of sizes.
    """

    sizes: Mapping[str, int] = {}
    dates: Mapping[str, date] = {}
    pending: bool = False

    def show_size(self, path: str) -> str:
        if self.pending and path not in self.sizes:
            return f"{PENDING}{path}{PENDING}"
        return write_size(self.sizes[path])

    def fill_in(self, html: str) -> str:
        """HTML with sizes in place of the marks."""
        parts = html.split(PENDING)
        parts[1::2] = map(self.show_size, parts[1::2])
        return "".join(parts)


def write_size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(size / 1e3, 1):.0f} KB"


class DownloadLinks:
    """Links from one page to downloads in its locale; `asset` makes a path relative to the page."""

    def __init__(
        self,
        site: Site,
        locale: str,
        downloads: Downloads,
        *,
        asset: Callable[[str], str],
        write_date: Callable[[str], str],
    ) -> None:
        self._site = site
        self._locale = locale
        self._downloads = downloads
        self._asset = asset
        self._write_date = write_date

    def link(self, path: str, note: str = "") -> Markup:
        """A link to a file, with its size and a note after that."""
        name = path.rpartition("/")[2]
        link = Markup('<a href="{}" download>{}</a> <span class="count">{}{}</span>')
        return link.format(self._asset(path), name, self._downloads.show_size(path), note)

    def package(self, folder: str = "") -> Markup:
        """The Anki package of the whole bank, of one collection, or of the glossary."""
        return self.link(package_path(self._site.bank, self._locale, folder))

    def text(self, folder: str, slug: str) -> Markup:
        """The text file of a quiz or deck for Anki's import."""
        return self.link(text_path(self._locale, folder, slug))

    def glossary_package(self) -> Markup:
        return self.package(GLOSSARY)

    def glossary_text(self) -> Markup:
        return self.link(glossary_text_path(self._locale))

    def paired_packages(self) -> list[tuple[str, Markup]]:
        """The packages in this locale and another, each with that locale."""
        bank = self._site.bank
        return [
            (other, self.link(package_path(bank, variant.name)))
            for variant in list_variants(bank)
            for other in variant.locales
            if self._locale in variant.locales and other != self._locale
        ]

    def pdf(self, collection: Collection) -> Markup | None:
        """A link to the PDF of a guide in this language, with its size and date, or None if there is none."""
        path = pdf_path(collection.folder, self._locale)
        if path not in self._downloads.sizes:
            return None
        if path not in self._downloads.dates:
            return self.link(path)
        changed = self._downloads.dates[path].isoformat()
        note = Markup(', <time datetime="{}">{}</time>').format(changed, self._write_date(changed))
        return self.link(path, note)
