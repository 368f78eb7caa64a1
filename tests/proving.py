"""Helpers for the tests of proofs: make a claim, run it, and look for processes that are left."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from textwrap import dedent

from espejo.model.kinds import AnswerKey
from espejo.model.problems import Place
from espejo.model.proof import Proof
from espejo.model.quiz import KindName
from espejo.model.text import Code, Name
from espejo.proofs.claims import Claim
from espejo.proofs.environment import Environment, read_environment
from espejo.proofs.outcome import Outcome
from espejo.proofs.run import Limits, run_claims
from espejo.proofs.verdict import check_outcome

PLACE = Place("data/quizzes/phase-07-proof.yaml", 20, 9)
LIMITS = Limits(seconds=60, memory=64 * 2**20, output=100_000, file=10**6)
SHORT = replace(
    LIMITS, seconds=4
)  # only for programs that never end: any other may be slow on a busy machine


@cache
def this_environment() -> Environment:
    """The environment of the tests, which is enough for programs that need only Python."""
    return read_environment(Path(sys.prefix))


def make_claim(
    program: str, key: AnswerKey | None = None, *, needs: tuple[str, ...] = (), id_: str = "q-07-01"
) -> Claim:
    """A claim whose program begins at PLACE."""
    names = tuple(Name(name, PLACE) for name in needs)
    proof = Proof(needs=names, program=Code(dedent(program), PLACE), place=PLACE)
    kind: KindName = "truefalse" if isinstance(key, bool) else "multiple"
    return Claim(id_, PLACE, proof, key, kind, computable=True)


def run_one(claim: Claim, limits: Limits = LIMITS) -> Outcome:
    ((_, outcome),) = run_claims([claim], this_environment(), limits)
    return outcome


def find_problem(claim: Claim, limits: Limits = LIMITS) -> str:
    """Runs a claim; what the check_outcome says about it is empty if it holds."""
    return str(check_outcome(claim, run_one(claim, limits), limits) or "")


def find_descendants() -> set[int]:
    """The process ids of everything that this process has started, directly or not, and that still runs."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, _, _, rest = re.split(r" (\(.*\)) (\w) ", stat.read_text().partition("\n")[0])
        except (OSError, ValueError):
            continue
        parents[int(pid)] = int(rest.split()[0])
    found, known = set[int](), {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in known} - known:
        known |= more
        found |= more
    return found


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Returns as soon as the condition holds; fails after a minute and says what did not come."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, f"waited a minute in vain: {what}"
        time.sleep(0.02)
