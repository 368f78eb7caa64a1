"""Speed report: each figure beside what it must reach and what is the goal, and the builds behind them."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version

from project import ROOT

from .checking import Checking
from .measure import Build
from .serving import Latency
from .speed import Speed

_RATIO, _SECONDS, _MEGABYTES = "{:.2f}", "{:.2f} s", "{:.0f} MB"


@dataclass(frozen=True, slots=True)
class _Row:
    """A figure with what it must reach and the goal; all three at most."""

    what: str
    figure: float
    reach: float
    goal: float
    form: str = _RATIO
    of: str = ""

    def __str__(self) -> str:
        figure = self.form.format(self.figure) + (f" ({self.of})" if self.of else "")
        unit = self.form.partition("}")[2]
        return f"| {self.what} | {figure} | {self.reach}{unit} | {self.goal}{unit} | {self.verdict} |"

    @property
    def verdict(self) -> str:
        if self.figure <= self.goal:
            return "goal reached"
        return "reached" if self.figure <= self.reach else "**missed**"


def write_speed_report(speed: Speed) -> str:
    lines = [
        "| What | Figure | Reach, at most | Goal | |",
        "| --- | ---: | ---: | ---: | --- |",
        *map(str, _rows(speed)),
        "",
        *_list_builds(speed),
        "",
        _conditions(speed),
    ]
    return "\n".join(lines)


def _rows(speed: Speed) -> Iterator[_Row]:
    yield from _build_rows(speed)
    (here, bank), (there, middle) = speed.serving.items()
    yield _latency_row(
        f"`make serve`, from saving the file to the new page in a browser, {here}", bank, 1.0, 0.4
    )
    yield _latency_row(f"the same, {there}", middle, 2.0, 1.0)
    yield from _growth_rows(speed)
    yield from _check_rows(speed.check)


def _check_rows(check: Checking) -> Iterator[_Row]:
    what = "`espejo check` on the bank against PyYAML's C loader"
    of = f"{check.seconds:.2f} s, {check.pyyaml:.2f} s"
    yield _Row(what, check.seconds / check.pyyaml, 3, 2, of=of)


def _build_rows(speed: Speed) -> Iterator[_Row]:
    quizzes, cold = f"{speed.scale.middle:,} quizzes", speed.cold[speed.scale.middle]
    ours = cold["Espejo"]
    yield _time_row(f"cold build, {quizzes}, against stock", ours, cold["stock"], 0.3, 0.2)
    yield _time_row("the same against Zensical", ours, cold["Zensical"], 0.5, 0.4)


def _growth_rows(speed: Speed) -> Iterator[_Row]:
    small, large = speed.scale.small, speed.scale.large
    few, many = speed.cold[small]["Espejo"], speed.cold[large]["Espejo"]
    yield _Row(
        f"cold build, {large:,} quizzes: time a page against {small:,}",
        many.seconds_a_page / few.seconds_a_page,
        1.1,
        1.0,
        of=f"{many.seconds_a_page * 1000:.1f} ms, {few.seconds_a_page * 1000:.1f} ms",
    )
    yield _Row(
        "the same: memory of the largest process",
        many.memory / 1e6,
        600,
        400,
        _MEGABYTES,
        of=f"all together {many.total_memory / 1e6:.0f} MB",
    )
    yield _Row(
        f"bytes of a quiz page's own HTML, {large:,} quizzes against {small:,}",
        many.page_bytes / few.page_bytes,
        1.03,
        1.0,
        "{:.3f}",
        of=f"{many.page_bytes / 1000:.1f} KB, {few.page_bytes / 1000:.1f} KB",
    )


def _time_row(what: str, ours: Build, theirs: Build, reach: float, goal: float) -> _Row:
    of = f"{ours.seconds:.1f} s, {theirs.seconds:.1f} s"
    return _Row(what, ours.seconds / theirs.seconds, reach, goal, of=of)


def _latency_row(what: str, latency: Latency, reach: float, goal: float) -> _Row:
    return _Row(what, latency.best, reach, goal, _SECONDS, of=f"median {latency.usual:.2f} s")


def _list_builds(speed: Speed) -> Iterator[str]:
    """All builds."""
    yield (
        "| Quizzes | Built by | Time | A page | Processor time | Largest process | All processes "
        "| Quiz page | Largest |"
    )
    yield "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for quizzes, builds in speed.cold.items():
        yield from (_describe(quizzes, name, one) for name, one in builds.items())


def _describe(quizzes: int, name: str, one: Build) -> str:
    return (
        f"| {quizzes:,} | {name} | {one.seconds:.1f} s | {one.seconds_a_page * 1000:.1f} ms "
        f"| {one.processor:.1f} s | {one.memory / 1e6:.0f} MB | {one.total_memory / 1e6:.0f} MB "
        f"| {one.page_bytes / 1000:.1f} KB | {one.largest_page / 1000:.1f} KB |"
    )


def _conditions(speed: Speed) -> str:
    packages = {"MkDocs": "mkdocs", "Material": "mkdocs-material", "static-i18n": "mkdocs-static-i18n"}
    versions = [f"Python {platform.python_version()}"]
    versions += [f"{name} {version(package)}" for name, package in packages.items()]
    before, after = speed.load
    return (
        f"{', '.join(versions)}, Zensical {_find_zensical_version()}; {os.cpu_count()} cores, with a load "
        f"of {before:.1f} at the beginning and {after:.1f} at the end. Times are the best of "
        f"{speed.scale.rounds} builds that took turns, and of {speed.scale.edits} edits; a quiz page is the "
        "median of all."
    )


def _find_zensical_version() -> str:
    """As pinned: it is installed in an environment of its own."""
    lock = (ROOT / "tests/bench/requirements-zensical.txt").read_text(encoding="utf-8")
    found = re.search(r"^zensical==(\S+)", lock, re.MULTILINE)
    return found[1] if found else ""
