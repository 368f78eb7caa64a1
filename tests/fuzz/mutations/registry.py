"""List of mutations: each function that changes the files of a bank, with the level on which it works."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Literal

from ..seed import Files

Level = Literal["characters", "structure", "domain", "size"]
Mutate = Callable[[Random, Files], None]

MUTATIONS: dict[str, Mutate] = {}
LEVELS: dict[Level, list[str]] = {"characters": [], "structure": [], "domain": [], "size": []}


class UnfitError(Exception):
    """A mutation that finds nothing to change, because an earlier one has damaged its file."""


def mutation(level: Level, *, weight: int = 1) -> Callable[[Mutate], Mutate]:
    """Add a function to the list under its own name, to be chosen as often as its weight says."""

    def add(function: Mutate) -> Mutate:
        name = function.__name__
        MUTATIONS[name] = function
        LEVELS[level].extend([name] * weight)
        return function

    return add


def pick_text(random: Random, files: Files) -> tuple[str, str]:
    """A file and its text; bytes that are not UTF-8 become replacement characters."""
    names = sorted(name for name, content in files.items() if isinstance(content, bytes))
    if not names:
        raise UnfitError
    name = random.choice(names)
    content = files[name]
    assert isinstance(content, bytes)
    return name, content.decode(errors="replace")
