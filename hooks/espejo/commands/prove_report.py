"""Proof report: run the proofs with a progress bar and print the results."""

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
from espejo.proofs.outcome import Outcome
from espejo.proofs.prove import ProofRun, prove_bank
from espejo.proofs.run import Limits

CACHE = Path(".cache", "proofs")


def prove_and_report(bank: Bank, args: argparse.Namespace) -> ProofRun:
    environment = read_environment(args.env)
    cache = ProofCache(args.data.resolve().parent / CACHE, environment)
    bar = ProgressBar(0, sys.stdout)

    def show_progress(total: int, claim: Claim, outcome: Outcome, problem: Problem | None) -> None:
        bar.total = total
        bar.step(f"{claim.id}: {'failed' if problem else 'passed'} ({outcome.seconds:.1f} s)")

    try:
        run = prove_bank(
            bank,
            environment,
            cache,
            Limits(),
            ids=args.ids,
            again=args.again,
            strict=args.strict,
            on_outcome=show_progress,
        )
    finally:
        bar.close()
    if run.problems:
        print(report_problems(run.problems, again="make prove"))
    needs = {name for claim in list_claims(bank) if claim.id in run.passed for name in claim.needs}
    summary = run.summary(environment, needs)
    print(f"{summary} {run.work()}")
    if args.summary:
        replace_file(args.summary, _markdown(run.problems, summary).encode())
    return run


def _markdown(problems: Iterable[Problem], summary: str) -> str:
    """The text of an issue: which proofs do not hold, each with its place, and the versions."""
    lines = [
        f"- `{problem.owner}` ({problem.place.file}:{problem.place.line}): {_code_span(problem.fact)}"
        for problem in sorted(problems)
    ]
    return "\n".join([*(["These proofs failed:", "", *lines, ""] if lines else []), summary, ""])


def _code_span(fact: str) -> str:
    """A Markdown code span with more backticks than the text, so that nothing in the text can end it."""
    longest = max((len(ticks) for ticks in re.findall("`+", fact)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {fact} {fence}"
