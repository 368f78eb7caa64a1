"""Cost of a check: all that `espejo check` works out, beside PyYAML's C loader on the same files."""

from __future__ import annotations

import gc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

import yaml

from .measure import BenchError


@dataclass(frozen=True, slots=True)
class Checking:
    """Seconds that a check of a bank takes, and PyYAML alone."""

    seconds: float
    pyyaml: float


def measure_check(project: Path, rounds: int = 5) -> Checking:
    """Checks a bank, each time in a new process, as the command does: what one has read helps no other."""
    data = project / "data"
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        pool.submit(_check, data).result()  # which leaves the words that the dictionaries know
        times = [
            (pool.submit(_check, data).result(), pool.submit(_parse, data).result()) for _ in range(rounds)
        ]
    return Checking(*map(min, zip(*times, strict=True)))


def _check(data: Path) -> float:
    from espejo.check.project import inspect_project

    def check() -> object:
        inspection = inspect_project(data)
        for problem in inspection.problems:
            raise BenchError(f"The bank has a problem: {problem}")
        return inspection, inspection.notices

    return _time(check)


def _parse(data: Path) -> float:
    files = sorted(data.rglob("*.yaml"))
    return _time(lambda: [yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader) for path in files])


def _time(work: Callable[[], object]) -> float:
    gc.collect()
    start = perf_counter()
    result = work()
    seconds = perf_counter() - start
    del result
    return seconds
