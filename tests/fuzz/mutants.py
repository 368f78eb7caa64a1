"""Mutants: banks that are damaged in a few steps, each of which a seed determines."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from .mutations import characters, domain, size, structure  # noqa: F401 (they fill the list of mutations)
from .mutations.registry import LEVELS, MUTATIONS, Level, UnfitError
from .seed import Files, make_seed

_SHARES: tuple[tuple[Level, float], ...] = (
    *(("characters", 0.2), ("structure", 0.25)),
    *(("domain", 0.545), ("size", 0.005)),  # a large file takes as long as a hundred others
)
_LENGTHS = (1, 1, 1, 1, 1, 2, 2, 3, 5)


class Step(NamedTuple):
    """One mutation, and the seed of everything that it decides at random."""

    name: str
    seed: str


class Mutant(NamedTuple):
    """A bank that is damaged in a few steps."""

    seed: int
    number: int
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """What `find_mutant` needs to make it again: `1/7` or, without its other steps, `1/7:0,2`."""
        kept = [step.seed.rpartition("/")[2] for step in self.steps]
        whole = len(kept) == len(make_mutant(self.seed, self.number).steps)
        return f"{self.seed}/{self.number}" + ("" if whole else f":{','.join(kept)}")

    def files(self) -> Files:
        """The files of the bank. A step that finds nothing to change is skipped."""
        files = make_seed()
        for step in self.steps:
            before = dict(files)
            try:
                MUTATIONS[step.name](Random(step.seed), files)  # noqa: S311 (nothing secret)
            except UnfitError:
                files.clear()
                files.update(before)
        return files


def make_mutant(seed: int, number: int) -> Mutant:
    """The mutant with this number. It depends on nothing else, not even on the seed of Python's hashes."""
    name = f"{seed}/{number}"
    random = Random(name)  # noqa: S311 (nothing secret)
    levels, shares = zip(*_SHARES, strict=True)
    chosen = random.choices(levels, shares, k=random.choice(_LENGTHS))
    names = [random.choice(LEVELS[level]) for level in chosen]
    return Mutant(seed, number, tuple(Step(one, f"{name}/{index}") for index, one in enumerate(names)))


def find_mutant(name: str) -> Mutant:
    """The mutant with this name, as a report gives it."""
    whole, _, kept = name.partition(":")
    seed, number = whole.split("/")
    mutant = make_mutant(int(seed), int(number))
    if not kept:
        return mutant
    return mutant._replace(steps=tuple(mutant.steps[int(index)] for index in kept.split(",")))


def minimize(mutant: Mutant, still_fails: Callable[[Mutant], bool]) -> Mutant:
    """The mutant without the steps that its failure does not need."""
    if len(mutant.steps) > 1:
        for index in range(len(mutant.steps)):
            smaller = mutant._replace(steps=mutant.steps[:index] + mutant.steps[index + 1 :])
            if still_fails(smaller):
                return minimize(smaller, still_fails)
    return mutant
