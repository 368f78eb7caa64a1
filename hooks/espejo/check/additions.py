"""Additions: what the rooms outside the core add to it. The core reads them here and never imports a room.

Each room has a module `additions` with its `ADDITIONS`. Without a room, everything else works as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from espejo.check.answer_keys import ChangedKey
from espejo.check.versions import Versions
from espejo.ledger.drift import Stale
from espejo.model.bank import Bank
from espejo.model.problems import Notice, Problem

ROOMS = ("proofs", "study", "editing", "book")

Rule = Callable[[Bank], Iterator[Problem]]


def _find_nothing(*_: object) -> Iterator[Notice]:
    return iter(())


def _find_no_ids(*_: object) -> frozenset[str]:
    return frozenset()


def _publish_nothing(_: Bank) -> Mapping[str, bytes]:
    return {}


@dataclass(frozen=True, kw_only=True)
class Additions:
    """What one room adds."""

    commands: tuple[str, ...] = ()
    """The modules of its commands, imported when somebody uses the command line."""

    rules: tuple[Rule, ...] = ()
    """Rules whose problems stop a build."""

    lint: Callable[[Bank, Path, Sequence[Problem]], Iterator[Problem]] = _find_nothing
    """Finds problems that don't stop a build, given the bank, the project and the problems known so far."""

    find_notices: Callable[[Bank, Path], Iterator[Notice]] = _find_nothing
    """Finds notices about a bank and the files of its project."""

    publish: Callable[[Bank], Mapping[str, bytes]] = _publish_nothing
    """Makes files to publish with the site, by address."""

    check_edits: Callable[[Versions], Iterator[Problem]] = _find_nothing
    """Finds problems in what changed between two versions of the bank."""

    find_edit_notices: Callable[[Sequence[ChangedKey]], Iterator[Notice]] = _find_nothing
    """Finds notices about changed answer keys."""

    find_same: Callable[[Versions, Sequence[Stale], Path], frozenset[str]] = _find_no_ids
    """Finds the records in which edits of one language kept the meaning, given what would be out of date."""


@cache
def list_additions() -> tuple[Additions, ...]:
    """The additions of each room that is installed."""
    installed = (room for room in ROOMS if find_spec(f"espejo.{room}"))
    return tuple(import_module(f"espejo.{room}.additions").ADDITIONS for room in installed)
