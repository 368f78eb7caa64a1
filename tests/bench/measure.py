"""A project or a bank enters; what building or loading it costs leaves."""

from __future__ import annotations

import gc
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter

import yaml

from .memory import MemoryWatch

MKDOCS = (sys.executable, "-m", "mkdocs", "build", "--strict")


class BenchError(Exception):
    """Something broke, so that there is no figure to show."""


@dataclass(frozen=True, slots=True)
class Project:
    """A site to build: the same command in each of its folders, all at the same time."""

    folders: tuple[Path, ...]
    command: tuple[str, ...] = MKDOCS

    @property
    def sites(self) -> list[Path]:
        return [folder / "site" for folder in self.folders]

    def forget(self) -> None:
        """Deletes what earlier builds have left: the next one is cold."""
        for folder in self.folders:
            for name in (".cache", "site"):
                shutil.rmtree(folder / name, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Build:
    """What one build cost: time on the clock and of processors, memory of its largest process and of all."""

    seconds: float
    processor: float
    memory: int
    total_memory: int
    pages: int
    page_bytes: int
    largest_page: int

    @property
    def seconds_a_page(self) -> float:
        return self.seconds / self.pages


@dataclass(frozen=True, slots=True)
class Loading:
    """What it takes to load a bank with all that `make check` says, and what PyYAML alone takes."""

    checked: float
    pyyaml: float


def build(project: Path, *, pages: int) -> Build:
    """Builds a project of MkDocs from nothing; it must make as many quiz pages as said."""
    return build_cold(Project((project,)), pages=pages)


def build_cold(project: Project, *, pages: int) -> Build:
    """Builds without anything that an earlier build has left."""
    project.forget()
    return build_again(project, pages=pages)


def build_again(project: Project, *, pages: int) -> Build:
    """Builds with all that the build before has left, in processes of their own."""
    cost = _run(project)
    sizes = [
        path.stat().st_size
        for site in project.sites
        for path in site.glob("**/[a-z]*-[0-9][0-9]-*/index.html")
    ]
    if len(sizes) != pages:
        raise BenchError(f"A build made {len(sizes)} quiz pages. Expected {pages}.")
    return Build(*cost, pages, round(median(sizes)), max(sizes))


def _run(project: Project) -> tuple[float, float, int, int]:
    """Runs the commands, and returns their time on the clock and of processors, and their memory."""
    before = _processor_time()
    with ExitStack() as stack:
        logs = [
            stack.enter_context((folder / "build.log").open("w", encoding="utf-8"))
            for folder in project.folders
        ]
        start = perf_counter()
        processes = [
            subprocess.Popen(project.command, cwd=folder, stdout=log, stderr=subprocess.STDOUT)
            for folder, log in zip(project.folders, logs, strict=True)
        ]
        with MemoryWatch(process.pid for process in processes) as watch:
            failed = [process.wait() for process in processes]
            seconds = perf_counter() - start
    for folder, status in zip(project.folders, failed, strict=True):
        if status:
            last = (folder / "build.log").read_text(encoding="utf-8").splitlines()[-20:]
            raise BenchError("\n".join(["A build failed. The end of its output:", *last]))
    return seconds, _processor_time() - before, watch.memory.largest, watch.memory.total


def _processor_time() -> float:
    """Seconds that all processes have used which this one has started and which have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def load(data: Path, rounds: int = 5) -> Loading:
    """Checks a bank, each time in a new process, as the command does: what one has read helps no other."""
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        times = [pool.apply(_load, (data,)) for _ in range(rounds)]
    return Loading(*map(min, zip(*times, strict=True)))


def _load(data: Path) -> tuple[float, float]:
    from espejo.check.project import inspect_project

    files = sorted(data.rglob("*.yaml"))

    def parse() -> object:
        return [yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader) for path in files]

    def load_and_check() -> object:
        loaded = inspect_project(data)
        for problem in loaded.problems:
            raise BenchError(f"The bank has a problem: {problem}")
        return loaded, loaded.notices

    return _time(load_and_check), _time(parse)


def _time(work: Callable[[], object]) -> float:
    gc.collect()
    start = perf_counter()
    result = work()
    seconds = perf_counter() - start
    del result
    return seconds
