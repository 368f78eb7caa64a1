"""Cost of a check: all that `espejo check` works out, beside PyYAML's C loader on the same files.

Once with nothing that an earlier check has left, and once after an edit of one question.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

import yaml

from .banks import find_quizzes
from .edits import TitleEdit
from .measure import BenchError


@dataclass(frozen=True, slots=True)
class Checking:
    """Seconds that the first check of a bank takes, one after an edit, and PyYAML alone."""

    first: float
    again: float
    pyyaml: float


def measure_check(project: Path, rounds: int = 5) -> Checking:
    """Checks a bank, each time in a new process, as the command does: what one has read helps no other."""
    data = project / "data"
    edit = TitleEdit(next(find_quizzes(data)))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        pool.submit(_check, data, True).result()
        times = []
        for number in range(rounds):
            edit.save(f"edited{number}")
            again = pool.submit(_check, data, True).result()
            first = pool.submit(_check, data, False).result()
            times.append((first, again, pool.submit(_parse, data).result()))
    return Checking(*map(min, zip(*times, strict=True)))


def _check(data: Path, keeps: bool) -> float:
    from espejo.cache.store import MADE, Store
    from espejo.check.project import inspect_project

    def check() -> object:
        store = Store(data.parent / MADE) if keeps else None
        inspection = inspect_project(data, store=store)
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
