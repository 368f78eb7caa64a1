"""Benchmark: builds, checks, decks, book, practice and review beside the usual tools. Run `make bench`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from project import ROOT

from .banks import QUESTIONS, make_project
from .book import measure_printing
from .browse import measure_browsing
from .browse_report import write_browsing_report
from .checking import Checking, measure_check
from .decks import Export, measure_exports
from .measure import BenchError
from .practice import measure_practice
from .published import Published, measure_published
from .report import (
    replace_marked,
    write_book_report,
    write_check_report,
    write_decks_report,
    write_figures,
    write_guide_report,
    write_practice_report,
    write_review_report,
)
from .review import measure_review
from .speed import QUICK, Scale, Speed, measure_speed
from .speed_report import write_speed_report

_README = ROOT / "tests" / "bench" / "README.md"
_OPENINGS = 9
_ABOUT = "A missed target is reported, but is not an error. What is measured, and how: tests/bench/README.md."


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__, epilog=_ABOUT)
    parser.add_argument("--quick", action="store_true", help="do a quick run with small banks")
    parser.add_argument("--write", action="store_true", help="also write the results to both README files")
    parser.add_argument("--only", choices=[*_PARTS], help="measure this part alone")
    options = parser.parse_args()
    bench = _Bench(quick=options.quick, write=options.write)
    try:
        for name in [options.only] if options.only else _PARTS:
            _PARTS[name](bench)
        if not options.only:
            bench.show_figures()
    except BenchError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


class _Bench:
    """A run: measures parts, prints their tables and writes them to where they belong."""

    speed: Speed
    published: Published
    exports: dict[str, Export]

    def __init__(self, *, quick: bool, write: bool) -> None:
        self._quick, self._write = quick, write
        self._openings = 2 if quick else _OPENINGS

    def run_speed(self) -> None:
        self.speed = measure_speed(QUICK if self._quick else Scale())
        self._show(write_speed_report(self.speed), "speed")

    def run_rest(self) -> None:
        """The published bank, the book, the checks and the decks."""
        self.published = measure_published()
        quizzes = 20 if self._quick else 2000
        check, self.exports = _run_large(quizzes)
        parts = (
            write_guide_report(self.published),
            write_book_report(measure_printing(ROOT)),
            write_check_report(check, questions=quizzes * QUESTIONS),
            write_decks_report(self.exports),
        )
        self._show("\n\n".join(parts), "bench")

    def run_practice(self) -> None:
        self._show(write_practice_report(measure_practice(self._openings)), "practice")

    def run_review(self) -> None:
        self._show(write_review_report(measure_review(self._openings)), "review")

    def run_browse(self) -> None:
        self._show(write_browsing_report(measure_browsing(self._openings)), "browse")

    def show_figures(self) -> None:
        """What the README of the project says, of all parts."""
        self._show(write_figures(self.speed, self.published, self.exports), "bench", ROOT / "README.md")

    def _show(self, text: str, name: str, file: Path = _README) -> None:
        print(f"{text}\n", flush=True)
        if self._write:
            replace_marked(file, text, name)


_PARTS = {
    "speed": _Bench.run_speed,
    "rest": _Bench.run_rest,
    "practice": _Bench.run_practice,
    "review": _Bench.run_review,
    "browse": _Bench.run_browse,
}
"""What can be measured alone, by name."""


def _run_large(quizzes: int) -> tuple[Checking, dict[str, Export]]:
    """Checks a large bank, and exports it in two languages and Anki's two formats."""
    with TemporaryDirectory(prefix="espejo-bench-") as name:
        make_project(Path(name) / "bank", quizzes=quizzes)
        bank = Path(name) / "bank"
        return measure_check(bank, rounds=2), measure_exports(bank / "data")


if __name__ == "__main__":
    sys.exit(main())
