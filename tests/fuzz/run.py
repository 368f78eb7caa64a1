"""Runner of the fuzzer: workers that try one mutant after another, and the count of what became of them.

Each worker is a process of its own, so that a mutant that hangs or kills it is only one more failure.
"""

from __future__ import annotations

import resource
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from .mutants import Mutant, find_mutant, make_mutant, minimize
from .stages import Outcome, Stages
from .trial import Failure
from .workspace import Workspace

SLOW = 1.0
"""Seconds of processor time that no stage of a mutant may take."""

_HANG = 60.0
_MEMORY = 4 * 1024**3
_MUTANTS_PER_PROCESS = 4000  # then a new one starts with empty caches


class Result(NamedTuple):
    """A mutant, what became of it, and for each of its failures the smallest mutant that fails alike."""

    name: str
    outcome: Outcome
    failures: tuple[tuple[Failure, str], ...]


@dataclass
class Tally:
    """The counts of a run, and one example of each failure."""

    mutants: int = 0
    accepted: int = 0
    refused: int = 0
    stages: Counter[str] = field(default_factory=Counter)
    mutations: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    signatures: Counter[str] = field(default_factory=Counter)
    examples: dict[str, tuple[Failure, str]] = field(default_factory=dict)
    slowest: float = 0.0

    def add(self, result: Result) -> list[tuple[Failure, str]]:
        """Count a result. Returns the failures that are the first of their signature."""
        outcome = result.outcome
        self.mutants += 1
        self.accepted += outcome.accepted
        self.refused += not outcome.accepted
        self.stages.update(outcome.seconds.keys())
        self.mutations.update(step.name for step in find_mutant(result.name).steps)
        self.slowest = max(self.slowest, find_slowest(outcome)[1])
        new = []
        for failure, smallest in result.failures:
            self.kinds[failure.kind] += 1
            self.signatures[failure.signature] += 1
            if self.signatures[failure.signature] == 1:
                self.examples[failure.signature] = failure, smallest
                new.append((failure, smallest))
        return new


def find_slowest(outcome: Outcome) -> tuple[str, float]:
    """The stage that took longest, and its processor time. Anki and the second reading are not ours."""
    ours = [(stage, time) for stage, time in outcome.seconds.items() if stage not in ("anki", "reading")]
    return max(ours, key=lambda one: one[1], default=("", 0.0))


class Fuzzer:
    """Tries mutants in one process."""

    def __init__(self, folder: Path, *, limit: float = SLOW) -> None:
        self._stages = Stages(Workspace(folder))
        self._limit = limit
        self._seen: set[str] = set()

    def run(self, mutant: Mutant) -> Result:
        """Try a mutant, and look for the smallest one behind each failure that is new."""
        outcome = self._try(mutant)
        found = tuple((failure, self._minimize(mutant, failure).name) for failure in outcome.failures)
        return Result(mutant.name, outcome, found)

    def _try(self, mutant: Mutant) -> Outcome:
        outcome = self._stages.run(mutant)
        slowest, seconds = find_slowest(outcome)
        if seconds <= self._limit:
            return outcome
        slow = Failure("slow", slowest, f"{seconds:.1f} s", f"{slowest}: over a second")
        return outcome._replace(failures=(*outcome.failures, slow))

    def _minimize(self, mutant: Mutant, failure: Failure) -> Mutant:
        if failure.signature in self._seen:
            return mutant
        self._seen.add(failure.signature)
        return minimize(
            mutant, lambda one: failure.signature in {found.signature for found in self._try(one).failures}
        )


def save_example(folder: Path, failure: Failure, name: str) -> Path:
    """Write a mutant that fails: its bank, and a report that says what happened and how to run it again."""
    mutant = find_mutant(name)
    slug = "".join(one if one.isalnum() else "-" for one in f"{failure.signature} {name}")[:120]
    target = folder / slug
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    Workspace(target).place(mutant.files())
    steps = "".join(f"  {step.name} (seed {step.seed})\n" for step in mutant.steps)
    again = f"PYTHONPATH=tests .venv/bin/python -m fuzz --again {name}"
    report = (
        f"{failure.kind} at {failure.stage}\n{failure.detail}\n\nmutations:\n{steps}\nrun it again: {again}\n"
    )
    (target / "report.txt").write_text(report, encoding="utf-8", errors="backslashreplace")
    return target


class Worker:
    """A process that tries the mutants with numbers from `next` on, in steps, and reports each one."""

    def __init__(self, seed: int, first: int, step: int) -> None:
        self.seed = seed
        self.next = first
        self.step = step
        self.started = monotonic()
        self.start()

    def start(self) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        arguments = (theirs, self.seed, self.next, self.step)
        self.process = context.Process(target=_work, args=arguments, daemon=True)
        self.process.start()
        theirs.close()
        self.started = monotonic()

    def receive(self) -> Result | None:
        """The next result; a process that has ended without one starts again after the mutant it was at."""
        try:
            result = self.connection.recv()
        except EOFError:
            self.process.join()
            failed = self.process.exitcode != 0
            lost = self._describe_loss(f"the process ended with {self.process.exitcode}") if failed else None
            self.start()
            return lost
        assert isinstance(result, Result)
        self.next += self.step
        self.started = monotonic()
        return result

    def check_hang(self) -> Result | None:
        """A result for a mutant that takes forever; its process is killed and starts again."""
        if monotonic() - self.started < _HANG:
            return None
        self.process.kill()
        self.process.join()
        lost = self._describe_loss(f"no end after {_HANG:.0f} s")
        self.start()
        return lost

    def stop(self) -> None:
        self.process.kill()
        self.process.join()

    def _describe_loss(self, fact: str) -> Result:
        mutant = make_mutant(self.seed, self.next)
        self.next += self.step
        failure = Failure("crash", "process", fact, f"process: {fact}")
        return Result(mutant.name, Outcome({}, False, (failure,)), ((failure, mutant.name),))


def _work(connection: Connection, seed: int, first: int, step: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    with TemporaryDirectory() as folder:
        fuzzer = Fuzzer(Path(folder))
        for index in range(_MUTANTS_PER_PROCESS):
            connection.send(fuzzer.run(make_mutant(seed, first + index * step)))


def run_workers(seed: int, *, workers: int, is_over: Callable[[int], bool]) -> Iterator[Result]:
    """Try mutants in several processes until `is_over` says so of the number of results."""
    running = [Worker(seed, number, workers) for number in range(workers)]
    count = 0
    try:
        while not is_over(count):
            ready = wait([worker.connection for worker in running], timeout=1)
            for worker in running:
                result = worker.receive() if worker.connection in ready else worker.check_hang()
                if result:
                    count += 1
                    yield result
    finally:
        for worker in running:
            worker.stop()
