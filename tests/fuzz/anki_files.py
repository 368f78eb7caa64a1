"""Damaged files of Anki: they give reviews or are refused."""

from __future__ import annotations

import random
from pathlib import Path
from time import process_time

from anki_learner import AnkiLearner
from anki_mutants import damage
from anki_round_trips import Learner
from espejo.messages.message import MessageError
from espejo.study.anki_collection import read_reviews

_SLOW = 2.0
"""Seconds of processor time that reading a file may take: they are small."""


def make_files(folder: Path) -> list[bytes]:
    """A profile with some reviews, and what Anki exports from it."""
    learner = Learner(folder / "original", 1)
    learner.import_deck("en")
    for _ in range(20):
        learner.answer_in_anki()
    anki: AnkiLearner = learner.anki
    files = [anki.export_package(folder / f"{old}.apkg", legacy=old) for old in (False, True)]
    files.append(anki.export_collection(folder / "all.colpkg", legacy=False))
    anki.close()
    return [path.read_bytes() for path in (anki.file, *files)]


def read_damaged(originals: list[bytes], file: Path, seed: str) -> str:
    dice = random.Random(seed)  # noqa: S311 (the same file for the same seed)
    file.write_bytes(damage(dice.choice(originals), dice))
    start = process_time()
    try:
        read_reviews(file, "espejo")
    except MessageError:
        return "refused"
    assert process_time() - start < _SLOW, f"it took {process_time() - start:.1f} s"
    return "read"
