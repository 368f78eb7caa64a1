"""Cost of a build: its time on the clock and of processors, its memory, and the size of its pages."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from time import perf_counter

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
        """Puts aside what earlier builds have left: the next one is cold.

        It is not deleted: for five seconds, ext4 looks at each deleted file again before it makes a new one.
        """
        for folder in self.folders:
            aside = Path(mkdtemp(prefix=f"{folder.name}-aside-", dir=folder.parent))
            for name in (".cache", "site"):
                if (folder / name).exists():
                    (folder / name).rename(aside / name)


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


def build(project: Path, *, pages: int) -> Build:
    """Builds a project of MkDocs from nothing; it must make as many quiz pages as said."""
    return build_cold(Project((project,)), pages=pages)


def build_cold(project: Project, *, pages: int) -> Build:
    """Builds without anything that an earlier build has left, in processes of their own."""
    project.forget()
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
            subprocess.Popen(
                project.command, cwd=folder, stdout=log, stderr=subprocess.STDOUT, env=_environment()
            )
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


def _environment() -> dict[str, str]:
    """The environment of a build, in which Python keeps modules compiled, as it does by default."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
