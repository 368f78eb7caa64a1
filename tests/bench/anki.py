"""Anki packages of a large bank: our export and plain genanki, with the same notes.

Each runs in its own process. Both times include creating the notes.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from espejo.exports.notes import Note

from .banks import make_project


@dataclass(frozen=True, slots=True)
class Export:
    """Seconds to create the notes in two languages and to write them."""

    notes: int
    seconds: float


def measure_exports(quizzes: int) -> dict[str, Export]:
    with TemporaryDirectory(prefix="espejo-bench-") as name:
        data = make_project(Path(name) / "bank", quizzes=quizzes) / "data"
        with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
            return {"Espejo": pool.apply(_export, (data,)), "genanki": pool.apply(_export_plainly, (data,))}


def _export(data: Path) -> Export:
    """Writes the packages and text files that the site offers."""
    from espejo.exports.anki import NoteType, write_package
    from espejo.exports.anki_text import write_text

    notes, start = _make_notes(data)
    with TemporaryDirectory() as folder:
        for variant, made in notes.items():
            Path(folder, f"{variant}.apkg").write_bytes(write_package(made, NoteType("Espejo", "espejo"), {}))
            by_deck: dict[tuple[str, ...], list[Note]] = defaultdict(list)
            for note in made:
                by_deck[note.deck].append(note)
            for number, deck in enumerate(by_deck.values()):
                Path(folder, f"{variant}-{number}.tsv").write_bytes(write_text(deck))
        return Export(sum(map(len, notes.values())), perf_counter() - start)


def _export_plainly(data: Path) -> Export:
    """Writes packages as in genanki's manual."""
    import genanki

    from espejo.exports.anki import BACK, FRONT

    notes, start = _make_notes(data)
    fields, card = [{"name": "Front"}, {"name": "Back"}], {"name": "Card", "qfmt": FRONT, "afmt": BACK}
    with TemporaryDirectory() as folder:
        for variant, made in notes.items():
            model = genanki.Model(1_794_787_200, "Espejo", fields=fields, templates=[card])
            decks: dict[str, genanki.Deck] = {}
            for note in made:
                name = "::".join(note.deck)
                tags = [tag.replace(" ", "_") for tag in note.tags]
                written = genanki.Note(model=model, fields=[note.front, note.back], tags=tags, guid=note.guid)
                decks.setdefault(name, genanki.Deck(2_000_000 + len(decks), name)).add_note(written)
            genanki.Package(list(decks.values())).write_to_file(Path(folder, f"{variant}.apkg"))
        return Export(sum(map(len, notes.values())), perf_counter() - start)


def _make_notes(data: Path) -> tuple[dict[str, list[Note]], float]:
    """Returns the notes of each language, and when creating them started."""
    from espejo.check.project import inspect_project
    from espejo.exports.notes import Notes
    from espejo.model.bank import list_variants
    from espejo.rendering.site import Site

    bank = inspect_project(data).bank
    site = Site(bank, home="https://espejo.test/")
    start = perf_counter()
    maker = Notes(site)
    alone = [variant for variant in list_variants(bank) if len(variant.locales) == 1]
    notes = {variant.name: [maker.make(variant, placed) for placed in bank.items()] for variant in alone}
    return notes, start
