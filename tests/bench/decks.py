"""A bank enters; what exporting it costs leaves, beside genanki used plainly on the same notes.

Both make their notes from the loaded bank in a process of their own, and both keep the time of that apart.
"""

from __future__ import annotations

import resource
import sys
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from espejo.exports.notes import Note


@dataclass(frozen=True, slots=True)
class Export:
    """What it took: to make the notes of two languages, to write them, and the most memory at any time."""

    notes: int
    making: float
    writing: float
    memory: int

    @property
    def seconds(self) -> float:
        return self.making + self.writing


def measure_exports(data: Path) -> dict[str, Export]:
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        return {"Espejo": pool.apply(_export, (data,)), "genanki": pool.apply(_genanki, (data,))}


def _export(data: Path) -> Export:
    """Packages and texts in two languages, with a time for each note and the same bytes each time."""
    from espejo.exports.anki import NoteType, write_package
    from espejo.exports.anki_text import write_text

    notes, making = _make_notes(data)
    with TemporaryDirectory() as folder:
        start = perf_counter()
        for edition, made in notes.items():
            Path(folder, f"{edition}.apkg").write_bytes(write_package(made, NoteType("Espejo", "espejo"), {}))
            by_deck: dict[tuple[str, ...], list[Note]] = {}
            for note in made:
                by_deck.setdefault(note.deck, []).append(note)
            for number, deck in enumerate(by_deck.values()):
                Path(folder, f"{edition}-{number}.tsv").write_bytes(write_text(deck))
        return Export(sum(map(len, notes.values())), making, perf_counter() - start, _memory())


def _genanki(data: Path) -> Export:
    """Packages in two languages, as its manual shows it."""
    import genanki

    from espejo.exports.anki import BACK, FRONT

    notes, making = _make_notes(data)
    fields, card = [{"name": "Front"}, {"name": "Back"}], {"name": "Card", "qfmt": FRONT, "afmt": BACK}
    with TemporaryDirectory() as folder:
        start = perf_counter()
        for edition, made in notes.items():
            model = genanki.Model(1_794_787_200, "Espejo", fields=fields, templates=[card])
            decks: dict[str, genanki.Deck] = {}
            for note in made:
                name = "::".join(note.deck)
                deck = decks.setdefault(name, genanki.Deck(2_000_000 + len(decks), name))
                deck.add_note(
                    genanki.Note(
                        model=model,
                        fields=[note.front, note.back],
                        tags=[tag.replace(" ", "_") for tag in note.tags],
                        guid=note.guid,
                    )
                )
            genanki.Package(list(decks.values())).write_to_file(Path(folder, f"{edition}.apkg"))
        return Export(sum(map(len, notes.values())), making, perf_counter() - start, _memory())


def _make_notes(data: Path) -> tuple[dict[str, list[Note]], float]:
    from espejo.check.project import inspect_project
    from espejo.exports.notes import Notes
    from espejo.rendering.site import Site
    from espejo.rendering.variants import list_variants

    bank = inspect_project(data).bank
    site = Site(bank, home="https://espejo.test/")
    start = perf_counter()
    maker = Notes(site)
    alone = [variant for variant in list_variants(bank) if len(variant.locales) == 1]
    notes = {variant.name: [maker.make(variant, placed) for placed in bank.items()] for variant in alone}
    return notes, perf_counter() - start


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
