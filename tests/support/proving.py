"""Helpers for proof tests: make claims, run them, and find leftover processes."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import pytest

from espejo.book.browser import install_package
from espejo.ledger.claims import Claim
from espejo.model.kinds import AnswerKey
from espejo.model.problems import Place
from espejo.model.proof import Proof
from espejo.model.quiz import KindName
from espejo.model.text import Code, Name
from espejo.proofs.host_process import Limits
from espejo.proofs.outcome import Outcome
from espejo.proofs.run import find_sandbox, run_claims
from espejo.proofs.sandbox import Environment, Sandbox, read_environment
from espejo.proofs.verdict import check_outcome

PLACE = Place("data/quizzes/phase-07-proof.yaml", 20, 9)
LIMITS = Limits(seconds=60, memory=64 * 2**20, output=100_000, file=10**6)
SHORT = replace(LIMITS, seconds=4)  # only for endless programs, because others may be slow on a busy machine


@cache
def this_environment() -> Environment:
    """The tests' own environment, which suffices for programs that need only Python."""
    return read_environment(Path(sys.prefix))


def make_claim(
    program: str, key: AnswerKey | None = None, *, needs: tuple[str, ...] = (), id_: str = "q-07-01"
) -> Claim:
    """Makes a claim whose program begins at PLACE."""
    names = tuple(Name(name, PLACE) for name in needs)
    proof = Proof(needs=names, program=Code(dedent(program), PLACE), place=PLACE)
    kind: KindName = "truefalse" if isinstance(key, bool) else "multiple"
    return Claim(id_, PLACE, proof, key, kind, computable=True)


PLAIN = Sandbox()
"""A machine without bubblewrap."""


@cache
def find_this_sandbox() -> Sandbox:
    return find_sandbox(this_environment())


def need_sandbox() -> Sandbox:
    """This machine's sandbox. Skips the test if there's none; pytest reports that in its summary."""
    sandbox = find_this_sandbox()
    if sandbox.missing:
        pytest.skip(f"no sandbox for proofs: {sandbox.missing}")
    return sandbox


def run_one(claim: Claim, limits: Limits = LIMITS, sandbox: Sandbox | None = None) -> Outcome:
    ((_, outcome),) = run_claims([claim], this_environment(), limits, sandbox or find_this_sandbox())
    return outcome


def find_problem(claim: Claim, limits: Limits = LIMITS, sandbox: Sandbox | None = None) -> str:
    """Runs a claim and returns its problem; empty if it holds."""
    return str(check_outcome(claim, run_one(claim, limits, sandbox), limits) or "")


def find_descendants(of: int = 0) -> set[int]:
    """The process ids of all running descendants of a process, by default this one."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, _, _, rest = re.split(r" (\(.*\)) (\w) ", stat.read_text().partition("\n")[0])
        except (OSError, ValueError):
            continue
        parents[int(pid)] = int(rest.split()[0])
    found, known = set[int](), {of or os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in known} - known:
        known |= more
        found |= more
    return found


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Polls until the condition holds; after a minute, fails and names what it was waiting for."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, f"waited a minute in vain: {what}"
        time.sleep(0.02)


class Ran(NamedTuple):
    """The message about each bad program and about a good one, and the processes they left running."""

    problems: Mapping[str, str]
    good: str
    left: set[int]


def run_all(programs: Mapping[str, str], sandbox: Sandbox, limits: Limits = LIMITS) -> Ran:
    """Runs all programs together: they share a host, and none may harm another."""
    names = {f"q-07-{number:02}": name for number, name in enumerate(programs, 1)}
    good = make_claim(
        "import time\ntime.sleep(0.5)\nopen('mine', 'x').close()\nright = [1]", [1], id_="q-07-00"
    )
    claims = [make_claim(programs[name], [1], id_=id_) for id_, name in names.items()]
    before = find_descendants()
    ended = list(run_claims([*claims, good], this_environment(), limits, sandbox))
    left = find_descendants() - before
    said = {claim.id: str(check_outcome(claim, outcome, limits) or "") for claim, outcome in ended}
    return Ran({name: said[id_].replace(f"{id_}: ", "") for id_, name in names.items()}, said[good.id], left)


def install_bubblewrap() -> None:
    """Installs bubblewrap with apt-get, where possible. Tests that need it are skipped otherwise."""
    if sys.platform == "linux" and not shutil.which("bwrap"):
        install_package("bubblewrap")


if __name__ == "__main__":
    install_bubblewrap()
