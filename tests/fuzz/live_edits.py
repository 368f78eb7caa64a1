"""Live edits: a bank that is edited at random and rebuilt, as the local server does, in many rounds.

After each round, the bodies of all pages must match a build from scratch.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

from espejo.check.project import inspect_project
from live_builds import LiveBuilds, find_differences, read_state, write_state
from small_bank import copy_project

from .bank_edits import EDITS, NoEditError

_BACK = 0.1


class Campaign:
    """A project that is repeatedly edited and rebuilt."""

    def __init__(self, folder: Path, seed: int | str) -> None:
        self.random = Random(seed)  # noqa: S311 (nothing secret)
        self.done: Counter[str] = Counter()
        self._project = copy_project(folder / "project")
        self._states = [read_state(self._project)]
        self._builds = LiveBuilds(self._project, folder / "output")
        self._builds.build()

    def run_round(self) -> None:
        """Edits, builds, and compares. Raises AssertionError if a page differs."""
        edits = self._edit()
        served = self._builds.build()
        differ = find_differences(served, self._builds.build_from_nothing())
        assert not differ, f"after {edits}, {len(differ)} pages differ: {differ[:12]}"
        self.done.update(["rounds", *(["kept"] if self._builds.kept else []), *edits])

    def _edit(self) -> list[str]:
        """Makes a few edits, or restores an earlier state. Returns the names of the edits."""
        if self.random.random() < _BACK:
            write_state(self._project, self.random.choice(self._states))
            return ["back"]
        edits = [self._edit_once() for _ in range(self.random.choice([1, 1, 1, 2, 3]))]
        self._states.append(read_state(self._project))
        return edits

    def _edit_once(self) -> str:
        """Makes one edit that the check accepts; others are undone."""
        before = read_state(self._project)
        while True:
            edit = self.random.choice(EDITS)
            try:
                edit(self.random, self._project)
                if not inspect_project(self._project / "data").faults:
                    return edit.__name__
            except (NoEditError, AssertionError):
                pass
            write_state(self._project, before)
