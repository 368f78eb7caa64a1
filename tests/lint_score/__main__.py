"""Lint score of the published bank: how often the lints are right, and how many defects they catch."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from espejo.check.project import inspect_project
from project import ROOT

from .defects import DEFECTS
from .harmless import HARMLESS
from .score import PARTS, Score, score_bank

MIN_PRECISION = 0.9
MIN_NEGATIONS_CAUGHT = 0.75

_NEGATIONS = ("negation dropped", "negation added")


def find_shortfalls(score: Score) -> list[str]:
    """The goals that the lints miss."""
    real, false = score.real.total(), score.false.total()
    shortfalls = [
        f"{lint}: {_share(score.real[lint], score.real[lint] + score.false[lint])} of its reports are real"
        for lint in sorted(score.real.keys() | score.false.keys())
        if score.real[lint] < MIN_PRECISION * (score.real[lint] + score.false[lint])
    ]
    if real < MIN_PRECISION * (real + false):
        shortfalls.append(f"all lints: {_share(real, real + false)} of their reports are real")
    for name in _NEGATIONS:
        if score.caught[name] < MIN_NEGATIONS_CAUGHT * score.tried[name]:
            shortfalls.append(f"{name}: {_share(score.caught[name], score.tried[name])} caught")
    return shortfalls


def write_report(score: Score) -> Iterator[str]:
    alarms = f"{score.unedited} false alarms, {score.allowed} reports that their records allow"
    yield f"{score.passages:,} passages as published: {alarms}; {score.tried.total():,} edits\n"
    yield _row("lint", "reports", "real", "precision")
    for lint in sorted(score.real.keys() | score.false.keys()):
        yield _count(lint, score.real[lint] + score.false[lint], score.real[lint])
    yield _count("all", score.real.total() + score.false.total(), score.real.total())
    yield "\n" + _row("defect", "edits", "caught", "share")
    for defect in DEFECTS:
        yield _count(defect.name, score.tried[defect.name], score.caught[defect.name])
    yield "\n" + _row("harmless edit", "edits", "reported", "share")
    for harmless in HARMLESS:
        yield _count(harmless.name, score.tried[harmless.name], score.disturbed[harmless.name])


def _count(name: str, total: int, part: int) -> str:
    return _row(name, f"{total:,}", f"{part:,}", _share(part, total))


def _share(part: int, total: int) -> str:
    return f"{100 * part / total:.1f} %" if total else "–"


def _row(name: str, *cells: str) -> str:
    return f"{name:<38}" + "".join(f"{cell:>10}" for cell in cells)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m lint_score", description=__doc__)
    parser.add_argument("--part", choices=PARTS, default="judge", help="tune the lints on 'tune' alone")
    parser.add_argument("--mistakes", action="store_true", help="list each false alarm and missed defect")
    options = parser.parse_args()
    score = score_bank(inspect_project(ROOT / "data").bank, options.part)
    if options.mistakes:
        print(*score.mistakes, sep="\n")
    print(*write_report(score), sep="\n")
    shortfalls = find_shortfalls(score)
    print("\nGoals missed: " + "; ".join(shortfalls) if shortfalls else "\nEvery goal is met.")
    return 1 if shortfalls else 0


if __name__ == "__main__":
    sys.exit(main())
