"""Fuzzer: campaigns that damage banks, logs, and Anki files at random, and check that no harm is done.

A seed and a number reproduce each trial; failures print both. Campaigns run in parallel, each in its own
process. The last trial's files stay in .cache/fuzz.
"""

from __future__ import annotations

import argparse
import faulthandler
import resource
import shutil
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from time import monotonic, time

from project import ROOT

from .campaigns import CAMPAIGNS

_FOLDER = ROOT / ".cache" / "fuzz"
_HANG = 300
"""Time limit of a trial, in seconds."""

_MEMORY = 4 * 1024**3


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    names = ", ".join(f"{name} ({make.__doc__})" for name, make in CAMPAIGNS.items())
    parser.add_argument("campaigns", nargs="*", metavar="CAMPAIGN", help=f"{names}; default: all")
    parser.add_argument("--minutes", type=float, default=1, help="stop after so many minutes (default: 1)")
    parser.add_argument("--seed", type=int, default=int(time()), help="the same seed gives the same trials")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="run the trial with this number again")
    options = parser.parse_args()
    chosen = options.campaigns or list(CAMPAIGNS)
    if options.only is not None and len(chosen) > 1:
        parser.error("--only needs one campaign")
    if unknown := set(chosen) - CAMPAIGNS.keys():
        parser.error(f"unknown campaigns: {', '.join(sorted(unknown))}. There are: {', '.join(CAMPAIGNS)}")
    if len(chosen) > 1:
        command = [sys.executable, "-m", "fuzz", f"--minutes={options.minutes}", f"--seed={options.seed}"]
        running = [subprocess.Popen([*command, name]) for name in chosen]
        return max(abs(process.wait()) for process in running)
    numbers = count() if options.only is None else [options.only]
    return run_campaign(chosen[0], options.seed, limit(numbers, 60 * options.minutes))


def limit(numbers: Iterator[int] | list[int], seconds: float) -> Iterator[int]:
    """Yields numbers until the time is up, at least one."""
    start = monotonic()
    for number in numbers:
        yield number
        if monotonic() - start > seconds:
            return


def run_campaign(name: str, seed: int, numbers: Iterator[int]) -> int:
    """Tries these numbers, and prints the first failure of each sort and the outcomes of the rest."""
    folder = _FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    faulthandler.enable()
    if name != "logs":  # Node reserves more memory than it uses
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    try_number, outcomes, failures = CAMPAIGNS[name](seed, folder), Counter[str](), Counter[str]()
    for number in numbers:
        again = f"{name} --seed {seed} --only {number}"
        (folder / "trial.txt").write_text(again, encoding="utf-8")  # in case the trial kills the process
        faulthandler.dump_traceback_later(_HANG, exit=True)
        try:
            outcomes[try_number(number)] += 1
        except Exception as error:
            sort = describe(error)
            failures[sort] += 1
            if failures[sort] == 1:
                print(f'{sort}\n{traceback.format_exc(limit=-12)}again: make fuzz ARGS="{again}"', flush=True)
        faulthandler.cancel_dump_traceback_later()
    counts = ", ".join(f"{number} {outcome}" for outcome, number in [*outcomes.items(), *failures.items()])
    print(f"{name}, seed {seed}: {counts}; {failures.total()} failures", flush=True)
    return 1 if failures else 0


def describe(error: Exception) -> str:
    """The error's type, its fact, and the innermost function of the package that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    inner = next((one for one in reversed(frames) if "/espejo/" in one.filename), frames[-1])
    fact = getattr(error, "fact", "")
    return f"{type(error).__name__} {fact} in {Path(inner.filename).name}:{inner.name}".replace("  ", " ")


if __name__ == "__main__":
    sys.exit(main())
