"""Cold builds of banks: ours, stock MkDocs with Material, and Zensical.

Builders take turns in each round, so that any other load on the machine affects all of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from time import perf_counter

from .banks import LOCALES, find_quizzes, make_project, read_yaml
from .peers import ZENSICAL, write_stock, write_zensical

_MKDOCS = (sys.executable, "-m", "mkdocs", "build", "--strict")


class BenchError(Exception):
    """Something failed, so there is no result to report."""


@dataclass(frozen=True, slots=True)
class Builder:
    """A site to build: the same command in each folder, all in parallel."""

    name: str
    folders: tuple[Path, ...]
    command: tuple[str, ...] = _MKDOCS


Builds = dict[int, dict[str, float]]
"""Seconds of the fastest cold build, by number of quizzes and builder."""


def measure_builds(sizes: Iterable[int], rounds: int) -> Builds:
    with TemporaryDirectory(prefix="espejo-bench-") as name:
        builders = {size: list_builders(Path(name), size) for size in sizes}
        seconds: dict[tuple[int, str], list[float]] = {}
        for _ in range(rounds):
            for size, ones in builders.items():
                for one in ones:
                    seconds.setdefault((size, one.name), []).append(build_cold(one))
                    print(f"{size} quizzes, {one.name}: {seconds[size, one.name][-1]:.1f} s", file=sys.stderr)
                    _require_questions(one, ones[0].folders[0] / "data")
    return {size: {one.name: min(seconds[size, one.name]) for one in ones} for size, ones in builders.items()}


def list_builders(folder: Path, quizzes: int) -> list[Builder]:
    """Makes a bank, and the same pages for the other builders. Ours comes first."""
    ours = make_project(folder / f"{quizzes}", quizzes=quizzes)
    if not ZENSICAL.exists():
        raise BenchError("Zensical is not installed. Run: make .venv-zensical/ready")
    zensical = write_zensical(ours / "data", folder / f"{quizzes}-zensical")
    return [
        Builder("Espejo", (ours,)),
        Builder("MkDocs", (write_stock(ours / "data", folder / f"{quizzes}-stock"),)),
        Builder("Zensical", tuple(zensical), (str(ZENSICAL), "build", "--strict")),
    ]


def build_cold(builder: Builder) -> float:
    """Builds without any leftovers of an earlier build. Returns the seconds."""
    for folder in builder.folders:
        _put_aside(folder)
    # Python writes compiled modules, as it does by default.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with ExitStack() as stack:
        logs = [stack.enter_context((folder / "build.log").open("wb")) for folder in builder.folders]
        start = perf_counter()
        processes = [
            subprocess.Popen(builder.command, cwd=folder, stdout=log, stderr=log, env=environment)
            for folder, log in zip(builder.folders, logs, strict=True)
        ]
        failed = [process.wait() for process in processes]
        seconds = perf_counter() - start
    for folder, status in zip(builder.folders, failed, strict=True):
        if status:
            raise BenchError(f"A build failed:\n{(folder / 'build.log').read_text(encoding='utf-8')[-2000:]}")
    return seconds


def _put_aside(folder: Path) -> None:
    """Moves an earlier build away instead of deleting it: for five seconds after, ext4 would be slow."""
    aside = Path(mkdtemp(prefix=f"{folder.name}-aside-", dir=folder.parent))
    for name in (".cache", "site"):
        if (folder / name).exists():
            (folder / name).rename(aside / name)


def _require_questions(builder: Builder, data: Path) -> None:
    """Checks that every question is on its quiz's page, in each language."""
    sites = [folder / "site" for folder in builder.folders]
    sites = sites if len(sites) > 1 else [sites[0], sites[0] / LOCALES[1]]
    for quiz in find_quizzes(data):
        ids = [question["id"] for question in read_yaml(quiz)["questions"]]
        for site in sites:
            page = (site / quiz.parent.name / quiz.stem / "index.html").read_text(encoding="utf-8")
            if any(f'id="{one}"' not in page for one in ids):
                raise BenchError(f"{builder.name}: a question of {quiz.stem} is not on its page.")
