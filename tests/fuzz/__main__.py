"""Fuzzer: damages a small bank at random, and checks every stage from file to page and note."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, time

from project import ROOT

from .mutants import find_mutant
from .report import write_progress, write_table
from .run import Fuzzer, Tally, find_slowest, run_workers, save_example

_SAVED = ROOT / ".cache" / "fuzz"
_PROGRESS_EVERY = 10.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1, help="stop after so many minutes (default: 1)")
    parser.add_argument("--mutants", type=int, help="stop after so many mutants instead")
    parser.add_argument("--seed", type=int, help="the same seed gives the same mutants (default: the time)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="default: one per processor")
    parser.add_argument(
        "--again", metavar="NAME", help="run the mutant of a report once more, such as 1/7:0,2"
    )
    options = parser.parse_args()
    if options.again:
        return _run_again(options.again)
    return _run(options)


def _run(options: argparse.Namespace) -> int:
    seed = int(time()) if options.seed is None else options.seed
    start = shown = monotonic()
    tally = Tally()

    def is_over(count: int) -> bool:
        return bool(
            count >= options.mutants if options.mutants else monotonic() - start >= 60 * options.minutes
        )

    print(f"seed {seed}, {options.workers} workers")
    try:
        for result in run_workers(seed, workers=options.workers, is_over=is_over):
            for failure, name in tally.add(result):
                saved = save_example(_SAVED, failure, name).relative_to(ROOT)
                print(f"{failure.kind} at {failure.signature}\n  mutant {name}, saved in {saved}", flush=True)
            if monotonic() - shown > _PROGRESS_EVERY:
                shown = monotonic()
                print(write_progress(tally, shown - start), flush=True)
    except KeyboardInterrupt:
        print("interrupted")
    print(write_table(tally, monotonic() - start))
    return 1 if tally.signatures else 0


def _run_again(name: str) -> int:
    with TemporaryDirectory() as folder:
        result = Fuzzer(Path(folder)).run(find_mutant(name))
    for failure, smallest in result.failures:
        print(f"{failure.kind} at {failure.signature}, mutant {smallest}\n{failure.detail}")
    verdict = "accepted" if result.outcome.accepted else "refused"
    print(f"{verdict}, {len(result.failures)} failures")
    print("slowest stage: {}, {:.3f} s".format(*find_slowest(result.outcome)))
    return 1 if result.failures else 0


if __name__ == "__main__":
    sys.exit(main())
