"""The published bank beside stock MkDocs: building it, and what one of its pages takes to fetch."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from .banks import LOCALES, copy_published, find_quizzes
from .measure import Build, build
from .stock import write_stock
from .transfer import Transfer, measure_transfer

GUIDE_PAGE = "study-guide/quiz-11-transformers/"
"""A page full of formulas."""

_ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Published:
    """The best build of 'Espejo' and of 'stock', and what a browser fetches for the same page of both."""

    builds: dict[str, Build]
    transfers: dict[str, Transfer]


def measure_published() -> Published:
    with TemporaryDirectory(prefix="espejo-bench-") as name:
        ours, stock = copy_published(Path(name) / "bank"), Path(name) / "bank-stock"
        write_stock(ours / "data", stock)
        projects = {"Espejo": ours, "stock": stock}
        builds = _take_turns(projects, len(list(find_quizzes(ours / "data"))))
        transfers = {name: measure_transfer(path / "site", GUIDE_PAGE) for name, path in projects.items()}
    return Published(builds, transfers)


def _take_turns(projects: dict[str, Path], quizzes: int) -> dict[str, Build]:
    rounds: dict[str, list[Build]] = {name: [] for name in projects}
    for _ in range(_ROUNDS):
        for name, project in projects.items():
            done = build(project, pages=quizzes * len(LOCALES))
            print(f"the bank, {name}: {done.seconds:.1f} s", file=sys.stderr, flush=True)
            rounds[name].append(done)
    return {name: min(builds, key=lambda one: one.seconds) for name, builds in rounds.items()}
