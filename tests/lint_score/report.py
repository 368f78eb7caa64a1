"""Report of a score: precision of each lint, how many defects of each kind were caught, and the goals."""

from __future__ import annotations

from collections.abc import Iterator

from .defects import DEFECTS
from .harmless import HARMLESS
from .score import Score

MIN_PRECISION = 0.9
MIN_NEGATIONS_CAUGHT = 0.75

_NEGATIONS = ("negation dropped", "negation added")


def find_shortfalls(score: Score) -> list[str]:
    """The goals that are missed."""
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


def write_report(score: Score) -> str:
    return "\n".join(_write_lines(score))


def _write_lines(score: Score) -> Iterator[str]:
    alarms = f"{score.unedited} false alarms, {score.allowed} reports that their records allow"
    if score.unread:
        alarms = f"{len(score.unread)} reports to judge by reading them"
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
