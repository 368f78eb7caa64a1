"""The site enters; what readers take away leaves: for each file its address and how it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from espejo.addresses import SCHEMA_PATH, STATUS_PATH, bank_path, package_path, text_path
from espejo.anki import write_package
from espejo.bank_json import write_bank, write_schema
from espejo.editions import Edition, list_editions
from espejo.model import Asked, Collection
from espejo.notes import Note, Notes
from espejo.pages import Site
from espejo.sheets import MATH_FONT
from espejo.status import write_status
from espejo.tsv import write_text
from espejo.typeface import REPERTOIRE, cut_font

CARD_FONT = "_espejo-math-1.woff2"
"""As the card's styles call it. Anki keeps what begins with a line; another font needs another name."""


class Export(NamedTuple):
    """A file that goes with the pages: its address, and what makes it."""

    path: str
    make: Callable[[], bytes]


def list_exports(site: Site, node_modules: Path) -> Iterator[Export]:
    """Every file, in the order in which it is best made: what shares notes stands together."""
    font = cache(lambda: {CARD_FONT: cut_font(node_modules / MATH_FONT, REPERTOIRE)})
    notes = Notes(site)
    for edition in list_editions(site.bank, site.root):
        yield from _Binder(notes, edition, font).exports()
    del notes  # what it has rendered is of no use to the JSON
    locales = tuple(site.bank.locales)
    for locale in locales:
        yield Export(bank_path(locale), partial(write_bank, site, (locale,)))
    yield Export(bank_path(), partial(write_bank, site, locales))
    yield Export(SCHEMA_PATH, partial(write_schema, site))
    yield Export(STATUS_PATH, partial(write_status, site.status))


class _Binder:
    """Binds the notes of one edition into packages and texts."""

    def __init__(self, notes: Notes, edition: Edition, media: Callable[[], Mapping[str, bytes]]) -> None:
        self.bank = notes.site.bank
        self.edition = edition
        self.media = media
        self._notes = notes

    def exports(self) -> Iterator[Export]:
        name = self.edition.name
        yield Export(package_path(name), lambda: self.package(self.bank.items()))
        if len(self.edition.locales) > 1:
            return
        for collection in self.bank.collections:
            yield Export(package_path(name, collection.folder), partial(self.package_of, collection))
            for slug in collection.units:
                yield Export(text_path(name, collection.folder, slug), partial(self.text, collection, slug))

    def package(self, asked: Iterable[Asked]) -> bytes:
        return write_package(self.bind(asked), self.media())

    def package_of(self, collection: Collection) -> bytes:
        return self.package(collection.asked())

    def text(self, collection: Collection, slug: str) -> bytes:
        return write_text(self.bind(collection.asked_in(slug)))

    def bind(self, asked: Iterable[Asked]) -> Iterator[Note]:
        return (self._notes.make(self.edition, one) for one in asked)
