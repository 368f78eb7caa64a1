"""Lint score of a bank: how often the lints are right, and how many defects they catch."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from espejo.check.project import inspect_project
from project import ROOT

from .report import find_shortfalls, write_report
from .score import PARTS, score_bank


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m lint_score", description=__doc__)
    parser.add_argument("--data", type=Path, help="a bank that nobody reviewed (default: the published one)")
    parser.add_argument("--part", choices=PARTS, default="judge", help="tune the lints on 'tune' alone")
    parser.add_argument("--mistakes", action="store_true", help="list each false alarm and missed defect")
    options = parser.parse_args()
    bank = inspect_project(options.data or ROOT / "data").bank
    score = score_bank(bank, options.part, is_reviewed=not options.data)
    print(*score.unread, sep="\n", end="\n\n" if score.unread else "")
    if options.mistakes:
        print(*score.mistakes, sep="\n")
    print(write_report(score))
    shortfalls = find_shortfalls(score)
    print("\nGoals missed: " + "; ".join(shortfalls) if shortfalls else "\nEvery goal is met.")
    return 1 if shortfalls else 0


if __name__ == "__main__":
    sys.exit(main())
