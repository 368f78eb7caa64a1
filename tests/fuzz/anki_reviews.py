"""Fuzzer of reviews in Anki: damaged files are read or refused, and round trips lose and invent nothing.

PYTHONPATH=tests python -m fuzz.anki_reviews --files 20000 --learners 500 --seed 1
"""

from __future__ import annotations

import argparse
import faulthandler
import random
import resource
import sys
import traceback
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time, time

from anki_learner import AnkiLearner
from anki_mutants import damage
from anki_round_trips import Learner, travel
from espejo.messages.message import MessageError
from espejo.study.anki_collection import read_reviews
from project import ROOT

_SAVED = ROOT / ".cache" / "fuzz"
_MEMORY = 4 * 1024**3
_SLOW = 2.0
"""Seconds of processor time that reading a file may take: they are small."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz.anki_reviews", description=__doc__)
    parser.add_argument("--files", type=int, default=20_000, help="damaged files to read")
    parser.add_argument("--learners", type=int, default=500, help="learners who go to Anki and back")
    parser.add_argument("--seed", type=int, help="the same seed gives the same run (default: the time)")
    options = parser.parse_args()
    seed = int(time()) if options.seed is None else options.seed
    faulthandler.enable()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    print(f"reviews in Anki: seed {seed}", flush=True)
    with TemporaryDirectory() as folder:
        failures = read_damaged(Path(folder), options.files, seed)
        failures += send_learners(Path(folder), options.learners, seed)
    return 1 if failures else 0


def read_damaged(folder: Path, count: int, seed: int) -> int:
    """Read so many damaged files, and save those that do anything else than give reviews or be refused."""
    originals, outcomes = _make_files(folder), Counter[str]()
    for number in range(count):
        dice = random.Random(f"{seed} {number}")  # noqa: S311 (the same files for the same seed)
        file = folder / "damaged"
        file.write_bytes(damage(dice.choice(originals), dice))
        outcome = _read(file)
        outcomes[outcome] += 1
        if outcome not in ("read", "refused"):
            _SAVED.mkdir(parents=True, exist_ok=True)
            saved = _SAVED / f"anki-{seed}-{number}"
            saved.write_bytes(file.read_bytes())
            print(f"{outcome}\n  saved in {saved.relative_to(ROOT)}", flush=True)
    print(f"{count:,} damaged files: {outcomes['read']:,} read, {outcomes['refused']:,} refused")
    return count - outcomes["read"] - outcomes["refused"]


def _read(file: Path) -> str:
    start = process_time()
    try:
        read_reviews(file, "espejo")
    except MessageError:
        return "refused"
    except Exception:
        return traceback.format_exc(limit=-3)
    seconds = process_time() - start
    return "read" if seconds < _SLOW else f"slow: {seconds:.1f} s"


def _make_files(folder: Path) -> list[bytes]:
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


def send_learners(folder: Path, count: int, seed: int) -> int:
    """Have so many learners take their reviews to Anki and back."""
    failures = 0
    for number in range(count):
        try:
            travel(folder, seed * 1_000_000 + number)
        except AssertionError:
            failures += 1
            print(f"learner {seed * 1_000_000 + number}\n{traceback.format_exc(limit=-3)}", flush=True)
    print(f"{count:,} learners to Anki and back: {failures:,} lost or invented something")
    return failures


if __name__ == "__main__":
    sys.exit(main())
