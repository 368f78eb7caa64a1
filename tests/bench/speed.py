"""Speed of builds: banks of three sizes beside stock MkDocs and Zensical.

All take turns in each round, so that whatever else the machine does falls on all of them.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from .banks import LOCALES, QUESTIONS, copy_published, find_quizzes, make_project, read_yaml
from .checking import Checking, measure_check
from .measure import BenchError, Build, Project, build_cold
from .serving import Latency, measure_latency
from .stock import write_stock
from .zensical import ZENSICAL, write_zensical

Results = dict[int, dict[str, Build]]
"""For each number of quizzes, the best cold build by name: 'Espejo', 'stock' and 'Zensical'."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured: the numbers of quizzes, and how often."""

    small: int = 100
    middle: int = 400
    large: int = 2000
    rounds: int = 3
    edits: int = 5


QUICK = Scale(10, 20, 40, rounds=1, edits=2)


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured."""

    scale: Scale
    cold: Results
    serving: dict[str, Latency]
    check: Checking
    load: tuple[float, float]  # of the machine, at the beginning and at the end


def measure_speed(scale: Scale) -> Speed:
    before = os.getloadavg()[0]
    with TemporaryDirectory(prefix="espejo-bench-") as name:
        banks = {size: _Bank(Path(name), size) for size in (scale.small, scale.middle)}
        large = _Bank(Path(name), scale.large, peers=False)
        for _ in range(scale.rounds):
            for bank in (*banks.values(), large):
                bank.run()
        return Speed(
            scale,
            {bank.quizzes: bank.best() for bank in (*banks.values(), large)},
            _measure_serving(Path(name), banks[scale.middle], scale.edits),
            measure_check(copy_published(Path(name) / "checked")),
            (before, os.getloadavg()[0]),
        )


def _measure_serving(folder: Path, middle: _Bank, edits: int) -> dict[str, Latency]:
    published = copy_published(folder / "published")
    quiz = next(find_quizzes(published / "data"))
    return {
        "this bank": measure_latency(published, quiz, edits),
        f"{middle.quizzes:,} quizzes": measure_latency(middle.folder, middle.quiz, edits),
    }


class _Bank:
    """A bank of one size, as our project and, with peers, as those of the others."""

    def __init__(self, folder: Path, quizzes: int, *, peers: bool = True) -> None:
        self.quizzes = quizzes
        self.folder = folder / str(quizzes)
        self._data = self.folder / "data"
        make_project(self.folder, quizzes=quizzes)
        self._projects = {"Espejo": Project((self.folder,))}
        if peers:
            self._add_peers(folder / f"{quizzes}-stock", folder / f"{quizzes}-zensical")
        self.quiz = list(find_quizzes(self._data))[quizzes // 2]
        self._builds: dict[str, list[Build]] = {name: [] for name in self._projects}

    def _add_peers(self, stock: Path, zensical: Path) -> None:
        write_stock(self._data, stock)
        folders = write_zensical(self._data, zensical)
        self._projects["stock"] = Project((stock,))
        self._projects["Zensical"] = Project(tuple(folders), (str(ZENSICAL), "build", "--strict"))

    def run(self) -> None:
        """Build everything once more."""
        for name, project in self._projects.items():
            done = build_cold(project, pages=self.quizzes * len(LOCALES))
            print(f"{self.quizzes:,} quizzes, {name}: {done.seconds:.1f} s", file=sys.stderr, flush=True)
            self._builds[name].append(done)
            _require_questions(project, self._data)

    def best(self) -> dict[str, Build]:
        return {name: min(builds, key=lambda one: one.seconds) for name, builds in self._builds.items()}


def _require_questions(project: Project, data: Path) -> None:
    """Every question must be on the page of its quiz, in each language."""
    for quiz in find_quizzes(data):
        ids = [question["id"] for question in read_yaml(quiz)["questions"]]
        pages = _read_pages(project, quiz)
        if any(f'id="{one}"' not in page for one in ids for page in pages) or len(ids) != QUESTIONS:
            raise BenchError(f"A question of {quiz.stem} is not on its page.")


def _read_pages(project: Project, quiz: Path) -> list[str]:
    """The pages of a quiz, one for each language: in a site of both, or in one site each."""
    page = Path(quiz.parent.name, quiz.stem, "index.html")
    folders = project.sites if len(project.sites) > 1 else [project.sites[0], project.sites[0] / LOCALES[1]]
    return [(folder / page).read_text(encoding="utf-8") for folder in folders]
