"""Proof report: runs the proofs with a progress bar and prints the result."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from espejo.commands.progress_bar import ProgressBar
from espejo.files import replace_file
from espejo.model.bank import Bank
from espejo.model.problems import Problem, report_problems
from espejo.proofs.cache import ProofCache
from espejo.proofs.claims import Claim, list_claims
from espejo.proofs.environment import read_environment
from espejo.proofs.prove import ProofRun, prove_bank
from espejo.proofs.verdict import Limits, Outcome

CACHE = Path(".cache", "proofs")


def prove_and_report(bank: Bank, chosen: argparse.Namespace) -> ProofRun:
    environment = read_environment(chosen.env)
    cache = ProofCache(chosen.data.resolve().parent / CACHE, environment)
    bar = ProgressBar(0, sys.stdout)

    def show_progress(total: int, claim: Claim, outcome: Outcome, problem: Problem | None) -> None:
        bar.total = total
        bar.step(f"{claim.id}: {'does not hold' if problem else 'holds'} ({outcome.seconds:.1f} s)")

    try:
        run = prove_bank(
            bank,
            environment,
            cache,
            Limits(),
            ids=chosen.ids,
            again=chosen.again,
            on_outcome=show_progress,
        )
    finally:
        bar.close()
    if run.problems:
        print(report_problems(run.problems, again="make prove"))
    needs = {name for claim in list_claims(bank) if claim.id in run.passed for name in claim.needs}
    summary = run.summary(environment, needs)
    print(f"{summary} {run.work()}")
    if chosen.summary:
        replace_file(chosen.summary, _markdown(run.problems, summary).encode())
    return run


def _markdown(problems: Iterable[Problem], summary: str) -> str:
    """The text of an issue: which proofs do not hold, each with its place, and the versions."""
    lines = [
        f"- `{one.owner}` ({one.place.file}:{one.place.line}): {_code(one.fact)}" for one in sorted(problems)
    ]
    return "\n".join([*(["These proofs do not hold:", "", *lines, ""] if lines else []), summary, ""])


def _code(fact: str) -> str:
    """A code span that nothing in the text can close."""
    longest = max((len(ticks) for ticks in re.findall("`+", fact)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {fact} {fence}"
