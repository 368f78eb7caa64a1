"""Mutants: banks that are damaged in a few steps, all of which follow from a seed and a number."""

from __future__ import annotations

from random import Random

from .mutations import characters, domain, size, structure  # noqa: F401 (they fill the list of mutations)
from .mutations.trees import LEVELS, MUTATIONS, Level, UnfitError
from .seed import Files, make_seed

_SHARES: tuple[tuple[Level, float], ...] = (
    *(("characters", 0.2), ("structure", 0.25)),
    *(("domain", 0.545), ("size", 0.005)),  # a large file takes as long as a hundred others
)
_LENGTHS = (1, 1, 1, 1, 1, 2, 2, 3, 5)


def list_steps(seed: int, number: int) -> list[str]:
    """The names of the mutations of a mutant."""
    random = Random(f"{seed}/{number}")  # noqa: S311 (nothing secret)
    levels, shares = zip(*_SHARES, strict=True)
    chosen = random.choices(levels, shares, k=random.choice(_LENGTHS))
    return [random.choice(LEVELS[level]) for level in chosen]


def make_mutant(seed: int, number: int) -> Files:
    """The files of a damaged bank. A step that finds nothing to change is skipped."""
    files = make_seed()
    for index, step in enumerate(list_steps(seed, number)):
        before = dict(files)
        try:
            MUTATIONS[step](Random(f"{seed}/{number}/{index}"), files)  # noqa: S311 (nothing secret)
        except UnfitError:
            files = before
    return files
