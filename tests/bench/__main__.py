"""Benchmark: builds the published bank and banks of three sizes beside stock MkDocs. Run `make bench`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from project import ROOT

from .banks import LOCALES, PUBLISHED, QUESTIONS, copy_published, find_quizzes, make_project
from .book import measure_printing
from .decks import Export, measure_exports
from .measure import BenchError, Build, Loading, build, load
from .practice import measure_practice
from .report import (
    GUIDE_PAGE,
    Results,
    replace_marked,
    write_book_report,
    write_checks_report,
    write_decks_report,
    write_figures,
    write_guide_report,
    write_practice_report,
    write_report,
    write_review_report,
)
from .review import measure_review
from .stock import write_stock
from .transfer import Transfer, measure_transfer

_README = ROOT / "tests" / "bench" / "README.md"
_SIZES = (100, 400, 1600)
_QUICK = (10, 20, 40)
_ROUNDS = 2
_OPENINGS = 9
_ABOUT = """Times are those of whole builds, from start to end, search index included, best of two. Memory is
the peak resident size of the largest process of a build (MkDocs or the search indexer, not their sum), as
reported by wait4. A missed target is reported, but is not an error."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__, epilog=_ABOUT)
    parser.add_argument("--quick", action="store_true", help=f"do a quick run with {_QUICK} quizzes")
    parser.add_argument("--write", action="store_true", help="also write the results to both README files")
    parser.add_argument("--only", choices=["practice", "review"], help="measure this part alone")
    options = parser.parse_args()
    try:
        if not options.only:
            _run_builds(quick=options.quick, write=options.write)
        rounds = 2 if options.quick else _OPENINGS
        if options.only != "review":
            _run_practice(rounds, write=options.write)
        if options.only != "practice":
            _run_review(rounds, write=options.write)
    except BenchError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _run_practice(rounds: int, *, write: bool) -> None:
    """Measures opening a page of questions."""
    table = write_practice_report(measure_practice(rounds))
    print(table)
    if write:
        replace_marked(_README, table, "practice")


def _run_review(rounds: int, *, write: bool) -> None:
    """Measures opening the page of review with a long log."""
    table = write_review_report(measure_review(rounds))
    print(table)
    if write:
        replace_marked(_README, table, "review")


def _run_builds(*, quick: bool, write: bool) -> None:
    """Measures all the rest: what is built, checked, printed and exported."""
    builds, transfers = _run_guide()
    checks, exports = _run_large(20 if quick else 2000)
    printing = measure_printing(ROOT)
    results, loading = _run(_QUICK if quick else _SIZES)
    parts = (
        write_guide_report(builds, transfers),
        write_book_report(printing),
        write_checks_report(checks),
        write_decks_report(exports),
        write_report(results, loading),
    )
    tables, figures = "\n\n".join(parts), write_figures(transfers, exports, results)
    print(f"{tables}\n\n{figures}")
    if write:
        replace_marked(_README, tables)
        replace_marked(ROOT / "README.md", figures)


def _run_guide() -> tuple[dict[str, Build], dict[str, Transfer]]:
    """Measures the bank as it is, and what a page of it with formulas takes to fetch."""
    with TemporaryDirectory(prefix="espejo-bench-") as name:
        ours, stock = copy_published(Path(name) / "bank"), Path(name) / "bank-stock"
        write_stock(ours / "data", stock)
        projects = {"Espejo": ours, "stock": stock}
        builds = _best_builds(projects, len(list(find_quizzes(ours / "data"))))
        transfers = {name: measure_transfer(path / "site", GUIDE_PAGE) for name, path in projects.items()}
    return builds, transfers


def _run_large(quizzes: int) -> tuple[dict[str, Loading], dict[str, Export]]:
    """Checks the bank and a large one, and exports the large one in two languages and Anki's two formats."""
    with TemporaryDirectory(prefix="espejo-bench-") as name:
        make_project(Path(name) / "bank", quizzes=quizzes)
        data = Path(name) / "bank" / "data"
        checks = {
            "the bank": load(PUBLISHED),
            f"{quizzes * QUESTIONS:,} questions": load(data, rounds=2),
        }
        return checks, measure_exports(data)


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
