"""A project or a bank enters; what building or loading it costs leaves."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter

import yaml


class BenchError(Exception):
    """Something broke, so that there is no figure to show."""


@dataclass(frozen=True, slots=True)
class Build:
    """What one build cost. The memory is that of its largest process."""

    seconds: float
    memory: int
    pages: int
    page_bytes: int
    largest_page: int

    @property
    def seconds_a_page(self) -> float:
        return self.seconds / self.pages


@dataclass(frozen=True, slots=True)
class Loading:
    """What loading a bank takes, as for a build, and with all that `make check` says; and PyYAML alone."""

    ours: float
    checked: float
    pyyaml: float


def build(project: Path, *, pages: int) -> Build:
    """Builds a project with MkDocs in a process of its own; it must make as many quiz pages as said."""
    site, output = project / "site", project / "build.log"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(site)]
    with output.open("w", encoding="utf-8") as log:
        start = perf_counter()
        process = subprocess.Popen(command, cwd=project, stdout=log, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        last = output.read_text(encoding="utf-8").splitlines()[-20:]
        raise BenchError("\n".join(["A build failed. The end of its output:", *last]))
    quizzes = site.glob("**/[a-z]*-[0-9][0-9]-*/index.html")
    sizes = [path.stat().st_size for path in quizzes]
    if len(sizes) != pages:
        raise BenchError(f"A build made {len(sizes)} quiz pages. Expected {pages}.")
    memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Build(seconds, memory, pages, round(median(sizes)), max(sizes))


def load(data: Path, rounds: int = 5) -> Loading:
    """Loads a bank in a process of its own: its memory would count as that of builds started afterwards."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_load, (data, rounds))


def _load(data: Path, rounds: int) -> Loading:
    from espejo.check.project import inspect_project

    files = sorted(data.rglob("*.yaml"))

    def parse() -> object:
        return [yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader) for path in files]

    def load_and_check() -> object:
        loaded = inspect_project(data)
        if loaded.faults:
            raise BenchError(f"The bank has a problem: {loaded.faults[0]}")
        return loaded

    def load_and_say_all() -> object:
        loaded = inspect_project(data)
        for problem in loaded.problems:
            raise BenchError(f"The bank has a problem: {problem}")
        return loaded

    times = [[_time(work) for work in (load_and_check, load_and_say_all, parse)] for _ in range(rounds)]
    return Loading(*map(min, zip(*times, strict=True)))


def _time(work: Callable[[], object]) -> float:
    gc.collect()
    start = perf_counter()
    result = work()
    seconds = perf_counter() - start
    del result
    return seconds
