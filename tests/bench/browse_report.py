"""Openings of pages enter; a table and what they reach leave, as Markdown."""

from __future__ import annotations

import os
from collections.abc import Iterator

from .browse import OURS, PHONE, ROUND_TRIP, SLOWDOWN, SPEED, Browsing, Results

LIMIT = 0.5
"""The most that a page of ours may take, as a share of the better of its peers."""


def write_browsing_report(results: Results) -> str:
    """A table of all pages, what is reached, and under which conditions."""
    return "\n".join([*_table(results), "", *_targets(results), "", _conditions(results)])


def _table(results: Results) -> Iterator[str]:
    yield (
        "| Page | Site | Requests | Compressed | Unpacked | First paint | Largest paint | Script | Shift |"
    )
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for (page, locale), sites in results.items():
        for name, one in sites.items():
            yield (
                f"| {page}, {locale} | {name} | {one.requests} | {_kb(one.compressed)} | {_kb(one.whole)} "
                f"| {_time(one, 'first')} | {_time(one, 'largest')} | {one.best('script'):.0f} ms "
                f"| {one.shift:.2f} |"
            )


def _targets(results: Results) -> Iterator[str]:
    """Each page against the better of its peers, in bytes and time. Without a peer there is none."""
    for (page, locale), sites in results.items():
        ours, peers = sites[OURS], {name: one for name, one in sites.items() if name != OURS}
        if not peers:
            continue
        lightest = min(peers, key=lambda name: peers[name].compressed)
        fastest = min(peers, key=lambda name: peers[name].best("largest"))
        weight = ours.compressed / peers[lightest].compressed
        time = ours.best("largest") / peers[fastest].best("largest")
        typical = ours.typical("largest") / min(one.typical("largest") for one in peers.values())
        yield (
            f"- {page}, {locale}: {_reach(weight)} times the bytes of {lightest}; {_reach(time)} times "
            f"the time of {fastest} to the largest paint, {typical:.2f} by medians."
        )


def _reach(ratio: float) -> str:
    return f"{ratio:.2f} ({'reached' if ratio <= LIMIT else f'**missed**, at most {LIMIT}'})"


def _conditions(results: Results) -> str:
    rounds = len(next(iter(next(iter(results.values())).values())).openings)
    width, height = PHONE["viewport"].values()
    return (
        f"A phone of {width} × {height} with a processor {SLOWDOWN} times as slow and {SPEED / 1e6} Mbit/s, "
        f"{ROUND_TRIP} ms to the server and back; compressed with gzip. Times are the best of {rounds} "
        f"openings, and in parentheses their median; {os.cpu_count()} cores, with a load of "
        f"{os.getloadavg()[0]:.1f} at the end."
    )


def _time(one: Browsing, name: str) -> str:
    return f"{one.best(name):.0f} ({one.typical(name):.0f}) ms"


def _kb(size: int) -> str:
    return f"{size / 1000:.1f} KB"
