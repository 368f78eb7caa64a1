"""Learner in the real Anki: imports decks, answers cards, and exports packages."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import anki.lang
from anki.collection import Collection, ExportAnkiPackageOptions

from anki_reading import import_learned

GRADES = ("forgot", "hard", "good", "easy")


class Given(NamedTuple):
    """An answer given in Anki, as the log should have it."""

    item: str
    at: int
    grade: str
    ms: int
    language: str


class AnkiLearner:
    """An Anki profile. Close it before another program reads its collection."""

    def __init__(self, folder: Path) -> None:
        anki.lang.set_lang("en")
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / "collection.anki2"
        self.collection: Any = Collection(str(self.file))  # its types lack some scheduler methods

    def import_package(self, package: Path) -> None:
        """Imports a package with its history, as Anki's import dialog can."""
        import_learned(self.collection, package.read_bytes())

    def cards(self) -> dict[str, int]:
        """Each note's card, by the note's guid."""
        rows = self.collection.db.all("select n.guid, c.id from cards c join notes n on n.id = c.nid")
        return dict(rows)

    def answer(self, guid: str, rating: int, *, at: int, ms: int = 4000) -> Given:
        """Answers a card at the given time: 1 again, 2 hard, 3 good, 4 easy."""
        card = self.collection.get_card(self.cards()[guid])
        card.start_timer()
        states = self.collection._backend.get_scheduling_states(card.id)
        answer = self.collection.sched.build_answer(card=card, states=states, rating=rating - 1)
        answer.answered_at_millis, answer.milliseconds_taken = at, ms
        self.collection.sched.answer_card(answer)
        _, variant, item = guid.split("/", 2)
        return Given(item, at, GRADES[rating - 1], ms, variant.split("-")[0])

    def export_package(self, path: Path, *, legacy: bool, scheduling: bool = True) -> Path:
        options = ExportAnkiPackageOptions(with_scheduling=scheduling, legacy=legacy)
        self.collection.export_anki_package(out_path=str(path), options=options, limit=None)
        return path

    def export_collection(self, path: Path, *, legacy: bool) -> Path:
        """Exports everything, which closes the collection, and reopens it."""
        self.collection.export_collection_package(str(path), include_media=False, legacy=legacy)
        self.collection.reopen(after_full_sync=False)
        return path

    def close(self) -> None:
        self.collection.close()
