"""Campaign of warm builds: a build with a cache gives the same bytes as one from nothing, whatever happens.

One project is edited at random, round after round, and its cache and its site are damaged, its builds killed
or run at once. After each round its site must have every byte of a build of the same project from nothing,
and files that have not changed must be the same files.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep, time
from typing import NamedTuple

from espejo.check.project import inspect_project
from small_bank import copy_project

from .bank_edits import EDITS, NoEditError, edit_page
from .disturbances import DISTURBANCES
from .forked_builds import Build, ForkedBuild, build_part, build_whole, run_build

_EDITED = ("data", "docs", "mkdocs.yml", "CONTRIBUTING.md", "CONTRIBUTING.es.md")
_TRIES = 50
_WHOLE = 0.15
_DISTURBED = 0.35
_KILLED, _AT_ONCE, _BACK = 0.12, 0.06, 0.12
_LONGEST = 6.0
"""Seconds after which a build is killed at the latest."""

State = Mapping[str, bytes]
"""The files of a project that people edit, by their paths."""


class File(NamedTuple):
    """A file of a site: the hash of its content, which file it is on the disk, and its time."""

    hash: str
    inode: int
    time: int


class Campaign:
    """A project that is built again and again, and the sites that builds from nothing have given."""

    def __init__(self, folder: Path, seed: int, *, whole: float = _WHOLE) -> None:
        self.random = Random(seed)  # noqa: S311 (nothing secret)
        self.done: Counter[str] = Counter()
        self._whole = whole
        self._warm = copy_project(folder / "warm")
        self._cold = copy_project(folder / "cold")
        self._states = [_read_state(self._warm)]
        self._sites: dict[tuple[Build, bytes], Mapping[str, str]] = {}
        self._last: Build = build_part

    def run_round(self) -> None:
        """Edit, disturb and build, and compare. Raises AssertionError if a byte differs."""
        random = self.random
        build = build_whole if random.random() < self._whole else build_part
        self._edit(build)
        before = {}
        if (self._warm / "site").exists():
            self._disturb()
            before = read_site(self._warm / "site") if (self._warm / "site").exists() else {}
        self._interrupt(build)
        done = run_build(build, self._warm)
        assert done.code == 0, f"a warm build has failed:\n{done.said}"
        self._compare(build, before)
        self._last = build
        self.done["rounds"] += 1
        self.done[build.__name__] += 1

    def _edit(self, build: Build) -> None:
        """Make a few edits, or go back to what there was before."""
        if self.random.random() < _BACK:
            _write_state(self._warm, self.random.choice(self._states))
            self.done["back again"] += 1
        else:
            for _ in range(self.random.choice([1, 1, 1, 2, 3])):
                self._edit_once(build)
        self._states.append(_read_state(self._warm))

    def _edit_once(self, build: Build) -> None:
        """Make one edit that the check accepts; others are undone, after a build that must refuse them."""
        for _ in range(_TRIES):
            before = _read_state(self._warm)
            edit = self.random.choice(EDITS)
            if edit is edit_page and build is not build_whole:
                continue
            try:
                edit(self.random, self._warm)
            except (NoEditError, AssertionError):
                _write_state(self._warm, before)
                continue
            if not inspect_project(self._warm / "data").faults:
                self.done[edit.__name__] += 1
                return
            if self.random.random() < 0.05:
                self._build_refused(build)
            _write_state(self._warm, before)

    def _build_refused(self, build: Build) -> None:
        site = self._warm / "site"
        before = read_site(site) if site.exists() else {}
        assert run_build(build, self._warm).code != 0, "data with problems was built"
        assert (read_site(site) if site.exists() else {}) == before, "a failed build has changed the site"
        self.done["refused"] += 1

    def _disturb(self) -> None:
        while self.random.random() < _DISTURBED and (self._warm / "site").exists():
            disturb = self.random.choice(DISTURBANCES)
            disturb(self.random, self._warm)
            self.done[disturb.__name__] += 1

    def _interrupt(self, build: Build) -> None:
        """Kill a build at some moment, or run two at once."""
        chance = self.random.random()
        if chance < _KILLED:
            running = ForkedBuild(build, self._warm)
            sleep(self.random.random() * _LONGEST)
            running.kill()
            killed = running.wait().code < 0
            self.done["killed" if killed else "ended before it was killed"] += 1
        elif chance < _KILLED + _AT_ONCE:
            both = [ForkedBuild(build, self._warm) for _ in range(2)]
            for done in [one.wait() for one in both]:
                assert done.code == 0, f"one of two builds at once has failed:\n{done.said}"
            self.done["two at once"] += 1

    def _compare(self, build: Build, before: Mapping[str, File]) -> None:
        site = read_site(self._warm / "site")
        expected = self._build_cold(build)
        named = {path: file.hash for path, file in site.items()}
        differ = sorted(path for path in named.keys() & expected.keys() if named[path] != expected[path])
        assert not named.keys() - expected.keys(), f"stale: {sorted(named.keys() - expected.keys())}"
        assert not expected.keys() - named.keys(), f"missing: {sorted(expected.keys() - named.keys())}"
        assert not differ, f"{len(differ)} files differ: {differ[:12]}"
        moved = [path for path, file in site.items() if _is_same(before.get(path), file)]
        assert not moved, f"unchanged files that are others: {moved[:12]}"

    def _build_cold(self, build: Build) -> Mapping[str, str]:
        """The site of the same project from nothing: made once for each state."""
        state = _read_state(self._warm)
        key = build, sha256(repr(sorted(state.items())).encode()).digest()
        if key not in self._sites:
            for name in ("site", ".cache"):
                shutil.rmtree(self._cold / name, ignore_errors=True)
            _write_state(self._cold, state)
            done = run_build(build, self._cold)
            assert done.code == 0, f"a cold build has failed:\n{done.said}"
            site = read_site(self._cold / "site")
            self._sites[key] = {path: file.hash for path, file in site.items()}
        return self._sites[key]


def _is_same(before: File | None, after: File) -> bool:
    """Whether a file has the bytes that it had, but another time or place on the disk."""
    return bool(before and before.hash == after.hash and before != after)


def read_site(folder: Path) -> dict[str, File]:
    """Every file of a site by its path; a link as what it leads to."""
    found = {}
    for parent, _, names in os.walk(folder):
        for path in (Path(parent, name) for name in names):
            status = path.lstat()
            content = bytes(path.readlink()) + b"\0link" if path.is_symlink() else path.read_bytes()
            name = path.relative_to(folder).as_posix()
            found[name] = File(sha256(content).hexdigest(), status.st_ino, status.st_mtime_ns)
    return found


def _read_state(project: Path) -> State:
    files = {}
    for name in _EDITED:
        top = project / name
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file():
                files[path.relative_to(project).as_posix()] = path.read_bytes()
    return files


def _write_state(project: Path, state: State) -> None:
    """Give a project these files; those that are the same keep their times."""
    now = _read_state(project)
    for name in now.keys() - state.keys():
        (project / name).unlink()
    for name, content in state.items():
        if now.get(name) != content:
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            (project / name).write_bytes(content)


def fuzz(seed: int, rounds: int, folder: Path, tell: Callable[[str], None] = print) -> Counter[str]:
    """Run so many rounds. Raises AssertionError at the first that fails, with the number of the round."""
    campaign = Campaign(folder, seed)
    for number in range(rounds):
        try:
            campaign.run_round()
        except AssertionError as error:
            raise AssertionError(f"round {number} of seed {seed}: {error}") from error
        if number % 25 == 24:
            tell(f"{number + 1} rounds")
    return campaign.done


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz.warm_builds", description=__doc__)
    parser.add_argument("--builds", type=int, default=500, help="how many rounds (default: 500)")
    parser.add_argument("--seed", type=int, help="the same seed makes the same edits (default: the time)")
    parser.add_argument("--folder", type=Path, help="where to build, to look at it later (default: nowhere)")
    options = parser.parse_args()
    seed, start = int(time()) if options.seed is None else options.seed, monotonic()
    with TemporaryDirectory(prefix="espejo-") as scratch:
        try:
            done = fuzz(seed, options.builds, options.folder or Path(scratch))
        except AssertionError as error:
            print(f"warm builds: {error}")
            return 1
    counts = ", ".join(f"{name} {count}" for name, count in sorted(done.items()))
    print(f"warm builds: seed {seed}, {monotonic() - start:.1f} s; 0 failures ({counts})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
