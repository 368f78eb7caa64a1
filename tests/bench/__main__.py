"""Benchmark: compares each part with the usual tools. Run `make bench`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from project import ROOT

from .anki import measure_exports
from .builds import BenchError, measure_builds
from .fetching import measure_fetching
from .report import Results, replace_marked, write_list, write_table
from .serving import measure_serving

_SMALL, _LARGE, _NOTES, _ROUNDS = 100, 400, 2000, 3
_QUICK = 10, 20, 20, 1


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="use small banks and one round")
    parser.add_argument("--write", action="store_true", help="write the results to both README files")
    options = parser.parse_args()
    try:
        results = _measure(*(_QUICK if options.quick else (_SMALL, _LARGE, _NOTES, _ROUNDS)))
    except BenchError as error:
        print(error, file=sys.stderr)
        return 1
    for file, text in (
        (ROOT / "README.md", write_list(results)),
        (Path(__file__).with_name("README.md"), write_table(results)),
    ):
        print(f"{text}\n")
        if options.write:
            replace_marked(file, text)
    return 0


def _measure(small: int, large: int, notes: int, rounds: int) -> Results:
    return Results(
        builds=measure_builds((small, large), rounds),
        serving=measure_serving(large, edits=2 * rounds),
        fetching=measure_fetching(),
        exports=measure_exports(notes),
    )


if __name__ == "__main__":
    sys.exit(main())
