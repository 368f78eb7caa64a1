"""Makes banks of three sizes, builds them beside stock MkDocs and prints what it cost: make bench."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from .banks import LOCALES, ROOT, make_project
from .measure import BenchError, Build, Loading, build, load
from .report import Results, write_readme, write_report
from .stock import write_stock

_SIZES = (100, 400, 1600)
_QUICK = (10, 20, 40)
_ROUNDS = 2
_ABOUT = """Times are of whole builds, from the command's start to its end, the search index included, and the
best of two. Memory is the largest resident size that any one process of the build reached, as wait4 tells
it: MkDocs or the search indexer, not their sum. Missing a target is told, and is no error."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__, epilog=_ABOUT)
    parser.add_argument("--quick", action="store_true", help=f"try it out with {_QUICK} quizzes")
    parser.add_argument("--write", action="store_true", help="put the table into README.md as well")
    options = parser.parse_args()
    try:
        report = write_report(*_run(_QUICK if options.quick else _SIZES))
        print(report)
        if options.write:
            write_readme(ROOT / "README.md", report)
    except BenchError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _run(sizes: tuple[int, ...]) -> tuple[Results, Loading]:
    """Measures each size; the largest without stock, and the loading on the one before it."""
    results: Results = {}
    with TemporaryDirectory(prefix="espejo-bench-") as name:
        for quizzes in sizes:
            ours, stock = Path(name) / str(quizzes), Path(name) / f"{quizzes}-stock"
            make_project(ours, quizzes=quizzes)
            projects = {"Espejo": ours}
            if quizzes != sizes[-1]:
                write_stock(ours / "data", stock)
                projects["stock"] = stock
            results[quizzes] = _best_builds(projects, quizzes)
        _, middle, _ = sizes
        loading = load(Path(name) / str(middle) / "data")
    return results, loading


def _best_builds(projects: dict[str, Path], quizzes: int) -> dict[str, Build]:
    """Takes turns, so that what else the machine does falls on both."""
    rounds: dict[str, list[Build]] = {name: [] for name in projects}
    for _ in range(_ROUNDS):
        for name, project in projects.items():
            done = build(project, pages=quizzes * len(LOCALES))
            print(f"{quizzes:,} quizzes, {name}: {done.seconds:.1f} s", file=sys.stderr, flush=True)
            rounds[name].append(done)
    return {name: min(builds, key=lambda one: one.seconds) for name, builds in rounds.items()}


if __name__ == "__main__":
    sys.exit(main())
