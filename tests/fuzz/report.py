"""Report of the fuzzer: one line while it runs, and a table of all counts at the end."""

from __future__ import annotations

from collections.abc import Iterator

from .mutations.registry import MUTATIONS
from .run import Tally

_KIND_NAMES = {
    "crash": "crashes",
    "slow": "over a second",
    "no place": "refused without a place",
    "unsafe": "unsafe output",
    "text lost": "text lost",
    "not kept": "not kept in the ledger or an export",
}


def write_progress(tally: Tally, seconds: float) -> str:
    failed = sum(tally.kinds.values())
    speed = tally.mutants / seconds if seconds else 0
    return f"{tally.mutants:,} mutants, {speed:.0f} a second, {tally.accepted:,} accepted, {failed} failures"


def write_table(tally: Tally, seconds: float) -> str:
    """Everything that was counted."""
    return "\n".join(_lines(tally, seconds))


def _lines(tally: Tally, seconds: float) -> Iterator[str]:
    yield f"{tally.mutants:,} mutants in {seconds:,.0f} s; the slowest stage took {tally.slowest:.2f} s"
    yield from _rows("", {"accepted": tally.accepted, "refused": tally.refused})
    yield from _rows("failures", {name: tally.kinds[kind] for kind, name in _KIND_NAMES.items()})
    yield from _rows("reached", dict(tally.stages))
    yield from _rows("mutations", {name: tally.mutations[name] for name in sorted(MUTATIONS)})
    if tally.signatures:
        yield from _rows("failures, by what they have in common", dict(tally.signatures.most_common()))


def _rows(heading: str, counts: dict[str, int]) -> Iterator[str]:
    if heading:
        yield f"{heading}:"
    yield from (f"{count:>10,}  {name}" for name, count in counts.items())
