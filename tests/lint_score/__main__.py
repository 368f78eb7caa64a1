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


def find_shortfalls(score: Score) -> list[str]:
    """Finds the goals that the lints miss."""
    rows = [(lint, score.real[lint], score.false[lint]) for lint in sorted(score.real | score.false)]
    return [
        *(f"{lint}: {false} of its reports are false" for lint, real, false in rows if _is_low(real, false)),
        *(
            f"{name}: {score.caught[name]} of {score.tried[name]} caught"
            for name in ("negation dropped", "negation added")
            if score.caught[name] < MIN_NEGATIONS_CAUGHT * score.tried[name]
        ),
    ]


def _is_low(real: int, false: int) -> bool:
    return real < MIN_PRECISION * (real + false)


def write_report(score: Score) -> Iterator[str]:
    alarms = f"{score.unedited} false alarms, {score.allowed} reports that their records allow"
    yield f"{score.passages:,} passages as published: {alarms}; {score.tried.total():,} edits"
    reports = score.real + score.false
    for head, names, total, part in (
        (("lint", "reports", "real"), sorted(reports), reports, score.real),
        (("defect", "edits", "caught"), [one.name for one in DEFECTS], score.tried, score.caught),
        (
            ("harmless edit", "edits", "reported"),
            [one.name for one in HARMLESS],
            score.tried,
            score.disturbed,
        ),
    ):
        yield "\n{:<38}{:>10}{:>10}     share".format(*head)
        for name in names:
            share = f"{100 * part[name] / total[name]:.1f} %" if total[name] else "–"
            yield f"{name:<38}{total[name]:>10,}{part[name]:>10,}{share:>10}"


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
