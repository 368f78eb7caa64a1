"""List of all export files: the path of each, and the function that generates it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from espejo.exports.anki import NOTHING_LEARNED, Learning, name_note_type, write_package
from espejo.exports.anki_text import write_text
from espejo.exports.bank_json import write_bank, write_schema
from espejo.exports.notes import Note, Notes
from espejo.exports.practice_map import write_practice_map
from espejo.exports.term_notes import list_term_notes
from espejo.model.addresses import (
    BANK_SCHEMA,
    GLOSSARY,
    PRACTICE_MAP,
    STATUS_JSON,
    bank_path,
    glossary_text_path,
    package_path,
    text_path,
)
from espejo.model.bank import Bank, Variant, list_variants
from espejo.model.collection import Collection, Placed
from espejo.rendering.bank_status import write_status
from espejo.rendering.site import Site
from espejo.site.assets import CARDS, read_made_font

CARD_FONT = "_espejo-math-1.woff2"
"""Font file used by the card styles. Anki keeps media that begin with `_`; a new font needs a new name."""


class Export(NamedTuple):
    """A file to download: its path on the site, and a function that generates it in chunks."""

    path: str
    pieces: Callable[[], Iterable[bytes]]

    def make(self) -> bytes:
        return b"".join(self.pieces())


def list_exports(site: Site, node_modules: Path) -> Iterator[Export]:
    """Every file. Two-language packages come first: they take longest, and builds run in parallel."""
    font = cache(partial(read_card_font, node_modules))
    notes = Notes(site)
    for variant in reversed(list_variants(site.bank)):
        yield from Packer(notes, variant, font).exports()
    locales = tuple(site.bank.locales)
    for locale in locales:
        yield Export(bank_path(locale), partial(write_bank, site, (locale,)))
    yield Export(bank_path(), partial(write_bank, site, locales))
    yield _whole(BANK_SCHEMA, partial(write_schema, site))
    yield _whole(STATUS_JSON, lambda: write_status(site.status))
    yield _whole(PRACTICE_MAP, partial(write_practice_map, site))


def _whole(path: str, make: Callable[[], bytes]) -> Export:
    """An export in one chunk."""
    return Export(path, lambda: [make()])


def read_card_font(node_modules: Path) -> dict[str, bytes]:
    """Return the math font of the cards, by its media file name."""
    return {CARD_FONT: read_made_font(node_modules, CARDS)}


@dataclass(frozen=True)
class Packer:
    """Packs the notes of one variant into packages and text files."""

    notes: Notes
    variant: Variant
    media: Callable[[], Mapping[str, bytes]]

    @property
    def bank(self) -> Bank:
        return self.notes.site.bank

    def exports(self) -> Iterator[Export]:
        name = self.variant.name
        yield _whole(package_path(self.bank, name), self.whole_package)
        if len(self.variant.locales) > 1:
            return
        for collection in self.bank.collections:
            path = package_path(self.bank, name, collection.folder)
            yield _whole(path, partial(self.package_of, collection))
            for slug in collection.units:
                yield _whole(text_path(name, collection.folder, slug), partial(self.text, collection, slug))
        if self.bank.reference.terms:
            yield _whole(package_path(self.bank, name, GLOSSARY), lambda: self.package(self.term_notes()))
            yield _whole(glossary_text_path(name), lambda: write_text(self.term_notes()))

    def package(self, notes: Iterable[Note], learning: Learning = NOTHING_LEARNED) -> bytes:
        return write_package(notes, name_note_type(self.bank), self.media(), learning)

    def whole_package(self, learning: Learning = NOTHING_LEARNED) -> bytes:
        return self.package(chain(self.list_notes(self.bank.items()), self.term_notes()), learning)

    def package_of(self, collection: Collection) -> bytes:
        return self.package(self.list_notes(collection.placed()))

    def text(self, collection: Collection, slug: str) -> bytes:
        return write_text(self.list_notes(collection.placed_in(slug)))

    def list_notes(self, placed: Iterable[Placed]) -> Iterator[Note]:
        return (self.notes.make(self.variant, item) for item in placed)

    def term_notes(self) -> Iterator[Note]:
        return list_term_notes(self.notes.site, self.variant)
