"""Campaign of live edits: what the local server keeps of the last build never changes what it shows.

One bank is edited at random, round after round, and built as the local server does. After each round, the
bodies of all pages must be those of a build from nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, time

from espejo.check.project import inspect_project
from live_builds import LiveBuilds, find_differences, read_state, write_state
from small_bank import copy_project

from .bank_edits import EDITS, QUIZ_EDITS, Edit, NoEditError

_OF_QUIZZES = 0.7
"""The share of edits of quizzes and decks, after which most pages may be kept."""

_BACK = 0.1
_TOLD = 50


class Campaign:
    """A project that is edited and built again and again."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311 (nothing secret)
        self.done: Counter[str] = Counter()
        self._project = copy_project(folder / "project")
        self._states = [read_state(self._project)]
        self._builds = LiveBuilds(self._project, folder / "output")
        self._builds.build()

    def run_round(self) -> None:
        """Edit and build, and compare. Raises AssertionError if a page differs."""
        edits = self._edit()
        served = self._builds.build()
        differ = find_differences(served, self._builds.build_from_nothing())
        assert not differ, f"after {edits}, {len(differ)} pages differ: {differ[:12]}"
        self.done.update(["rounds", *(["kept"] if self._builds.kept else []), *edits])

    def _edit(self) -> list[str]:
        """Make a few edits, or go back to what there was before. Returns their names."""
        if self.random.random() < _BACK:
            write_state(self._project, self.random.choice(self._states))
            return ["back"]
        edits = [self._edit_once() for _ in range(self.random.choice([1, 1, 1, 2, 3]))]
        self._states.append(read_state(self._project))
        return edits

    def _edit_once(self) -> str:
        """Make one edit that the check accepts; others are undone."""
        before = read_state(self._project)
        while True:
            edit = self._choose()
            try:
                edit(self.random, self._project)
                if not inspect_project(self._project / "data").faults:
                    return edit.__name__
            except (NoEditError, AssertionError):
                pass
            write_state(self._project, before)

    def _choose(self) -> Edit:
        return self.random.choice(QUIZ_EDITS if self.random.random() < _OF_QUIZZES else EDITS)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz.live_edits", description=__doc__)
    parser.add_argument("--edits", type=int, default=1000, help="how many rounds (default: 1000)")
    parser.add_argument("--seed", type=int, help="the same seed makes the same edits (default: the time)")
    options = parser.parse_args()
    seed, start = int(time()) if options.seed is None else options.seed, monotonic()
    with TemporaryDirectory(prefix="espejo-") as scratch:
        campaign = Campaign(Path(scratch), seed)
        for number in range(options.edits):
            try:
                campaign.run_round()
            except AssertionError as error:
                print(f"live edits: round {number} of seed {seed}: {error}")
                return 1
            if number % _TOLD == _TOLD - 1:
                print(f"{number + 1} rounds")
    counts = ", ".join(f"{name} {count}" for name, count in sorted(campaign.done.items()))
    print(f"live edits: seed {seed}, {monotonic() - start:.1f} s; 0 failures ({counts})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
