"""Proof report: run the proofs with a progress bar and print the results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from espejo.commands.terminal import say, tell
from espejo.files import replace_file
from espejo.ledger.claims import Claim, list_claims
from espejo.markdown.escape import code_span
from espejo.messages.message import message, sentences
from espejo.model.bank import Bank
from espejo.model.problems import Problem, printable, report_problems
from espejo.proofs.cache import ProofCache
from espejo.proofs.environment import read_environment
from espejo.proofs.outcome import Outcome
from espejo.proofs.progress_bar import ProgressBar
from espejo.proofs.prove import ProofRun, prove_bank
from espejo.proofs.run import Limits

CACHE = Path(".cache", "proofs")

# Keeps issues below the 60,000 bytes at which the workflow truncates: a truncated code span would not close.
MAX_LISTED, MAX_FACT = 25, 400


def prove_and_report(bank: Bank, args: argparse.Namespace) -> ProofRun:
    environment = read_environment(args.env)
    cache = ProofCache(args.data.resolve().parent / CACHE, environment)
    bar = ProgressBar(0, sys.stdout)

    def show_progress(total: int, claim: Claim, outcome: Outcome, problem: Problem | None) -> None:
        bar.total = total
        seconds = f"{outcome.seconds:.1f}"
        bar.step(
            tell(
                message("{id}: failed ({seconds} s)", id=claim.id, seconds=seconds)
                if problem
                else message("{id}: passed ({seconds} s)", id=claim.id, seconds=seconds)
            )
        )

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
        say(report_problems(run.problems, lambda one: one.show(tell), tell, again="make prove"))
    needs = {name for claim in list_claims(bank) if claim.id in run.passed for name in claim.needs}
    summary = run.summary(environment, needs)
    say(sentences(summary, run.work()))
    if args.summary:
        replace_file(args.summary, write_markdown(run.problems, summary).encode())
    return run


def write_markdown(problems: Iterable[Problem], summary: str) -> str:
    """Write the text of an issue: the failed proofs with their places, and the versions."""
    problems = sorted(problems)
    lines = [
        f"- {code_span(problem.owner)} ({code_span(f'{problem.place.file}:{problem.place.line}')}):"
        f" {code_span(printable(tell(problem.fact))[:MAX_FACT])}"
        for problem in problems[:MAX_LISTED]
    ]
    if len(problems) > MAX_LISTED:
        more = message("and {count} more", count=len(problems) - MAX_LISTED)
        lines.append(f"- {tell(more)}")
    head = [tell(message("These proofs failed:")), "", *lines, ""] if lines else []
    return "\n".join([*head, tell(summary), ""])
