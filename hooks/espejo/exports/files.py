"""List of all exports: the address of each file, and the function that makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from espejo.exports.anki import name_note_type, write_package
from espejo.exports.anki_text import write_text
from espejo.exports.bank_json import write_bank, write_schema
from espejo.exports.notes import Note, Notes
from espejo.exports.practice_map import write_practice_map
from espejo.model.addresses import BANK_SCHEMA, PRACTICE_MAP, STATUS_JSON, bank_path, package_path, text_path
from espejo.model.collection import Collection, Placed
from espejo.rendering.site import Site
from espejo.rendering.status import write_status
from espejo.rendering.variants import Variant, list_variants
from espejo.site.assets import MATH_FONT
from espejo.site.math_font import REPERTOIRE, subset_font

CARD_FONT = "_espejo-math-1.woff2"
"""Named in the styles of the card. Anki keeps media that begin with `_`; a new font needs a new name."""


class Export(NamedTuple):
    """A file to download: its address on the site, and the function that makes it."""

    path: str
    make: Callable[[], bytes]


def list_exports(site: Site, node_modules: Path) -> Iterator[Export]:
    """Every file. Those that share notes come first, so that the notes can be freed after them."""
    font = cache(lambda: {CARD_FONT: subset_font(node_modules / MATH_FONT, REPERTOIRE)})
    notes = Notes(site)
    for variant in list_variants(site.bank):
        yield from _Packer(notes, variant, font).exports()
    del notes  # frees the rendered notes, which the JSON does not need
    locales = tuple(site.bank.locales)
    for locale in locales:
        yield Export(bank_path(locale), partial(write_bank, site, (locale,)))
    yield Export(bank_path(), partial(write_bank, site, locales))
    yield Export(BANK_SCHEMA, partial(write_schema, site))
    yield Export(STATUS_JSON, lambda: write_status(site.status))
    yield Export(PRACTICE_MAP, partial(write_practice_map, site))


class _Packer:
    """Packs the notes of one variant into packages and text files."""

    def __init__(self, notes: Notes, variant: Variant, media: Callable[[], Mapping[str, bytes]]) -> None:
        self.bank = notes.site.bank
        self.variant = variant
        self.media = media
        self._notes = notes

    def exports(self) -> Iterator[Export]:
        name = self.variant.name
        yield Export(package_path(self.bank, name), lambda: self.package(self.bank.items()))
        if len(self.variant.locales) > 1:
            return
        for collection in self.bank.collections:
            yield Export(
                package_path(self.bank, name, collection.folder), partial(self.package_of, collection)
            )
            for slug in collection.units:
                yield Export(text_path(name, collection.folder, slug), partial(self.text, collection, slug))

    def package(self, placed: Iterable[Placed]) -> bytes:
        return write_package(self.notes(placed), name_note_type(self.bank), self.media())

    def package_of(self, collection: Collection) -> bytes:
        return self.package(collection.placed())

    def text(self, collection: Collection, slug: str) -> bytes:
        return write_text(self.notes(collection.placed_in(slug)))

    def notes(self, placed: Iterable[Placed]) -> Iterator[Note]:
        return (self._notes.make(self.variant, item) for item in placed)
