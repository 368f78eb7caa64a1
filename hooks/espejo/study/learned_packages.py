"""Anki packages with history: the whole bank, including a learner's own reviews."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import cache, partial
from pathlib import Path

from espejo.exports.files import Export, Packer, read_card_font
from espejo.exports.notes import Notes
from espejo.model.addresses import learned_package_name
from espejo.rendering.site import Site
from espejo.rendering.variants import list_variants
from espejo.study.anki_history import History, LearnedCards


def list_learned_packages(
    site: Site, node_modules: Path, history: History, wanted: Container[str]
) -> Iterator[Export]:
    """List the packages of the whole bank in some variants, with a learner's history."""
    font = cache(partial(read_card_font, node_modules))
    notes = Notes(site)
    for variant in list_variants(site.bank):
        if variant.name in wanted:
            pack = partial(_pack, Packer(notes, variant, font), history)
            yield Export(learned_package_name(site.bank, variant.name), pack)


def _pack(packer: Packer, history: History) -> list[bytes]:
    return [packer.whole_package(LearnedCards(history, packer.variant.name).learning())]
