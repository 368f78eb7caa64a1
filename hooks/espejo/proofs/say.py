"""What was asked for in a terminal enters; the run leaves, told as it goes on and at the end."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from espejo.files import replace_file
from espejo.model import Bank
from espejo.problems import Problem, report_problems
from espejo.proofs.claims import Claim, list_claims
from espejo.proofs.environment import read_environment
from espejo.proofs.judge import Limits, Outcome
from espejo.proofs.progress import Progress
from espejo.proofs.prove import Verdict, prove_bank
from espejo.proofs.shelf import Shelf, digest_all

SHELF = Path(".cache", "proofs")


def prove_and_say(bank: Bank, chosen: argparse.Namespace) -> tuple[Verdict, str]:
    environment = read_environment(chosen.env)
    shelf = _shelf(chosen)
    progress = Progress(0, sys.stdout)

    def watch(total: int, claim: Claim, outcome: Outcome, problem: Problem | None) -> None:
        progress.total = total
        progress.step(f"{claim.id}: {'does not hold' if problem else 'holds'} ({outcome.seconds:.1f} s)")

    try:
        verdict = prove_bank(
            bank, environment, shelf, Limits(), ids=chosen.ids, again=chosen.again, watch=watch
        )
    finally:
        progress.close()
    if verdict.problems:
        print(report_problems(verdict.problems, again="make prove"))
    needs = {name for claim in list_claims(bank) if claim.id in verdict.held for name in claim.needs}
    summary = verdict.summary(environment, needs)
    print(f"{summary} {verdict.work()}")
    if chosen.summary:
        replace_file(chosen.summary, _markdown(verdict.problems, summary).encode())
    return verdict, summary


def _shelf(chosen: argparse.Namespace) -> Shelf:
    return Shelf(chosen.data.resolve().parent / SHELF, read_environment(chosen.env))


def still_proven(chosen: argparse.Namespace) -> str:
    """What was said when all proofs held, if not one byte has changed since; else nothing."""
    if chosen.ids or chosen.again or chosen.write or chosen.trial or chosen.summary:
        return ""
    chosen.digest = digest_all(
        chosen.data
    )  # before anything is read, so that no later edit is taken for proven
    said = _shelf(chosen).recall(chosen.digest)
    return f"Nothing has changed. {said}" if said else ""


def remember_proven(chosen: argparse.Namespace, summary: str) -> None:
    """After a run over everything as it was found, in which all held and the ledger knew it."""
    if "digest" in chosen:
        _shelf(chosen).remember(chosen.digest, summary)


def _markdown(problems: Iterable[Problem], summary: str) -> str:
    """For an issue: what does not hold, each with its place, and the versions."""
    lines = [
        f"- `{one.owner}` ({one.place.file}:{one.place.line}): {_code(one.fact)}" for one in sorted(problems)
    ]
    return "\n".join([*(["These proofs do not hold:", "", *lines, ""] if lines else []), summary, ""])


def _code(fact: str) -> str:
    """As code, whatever it has in it."""
    longest = max((len(ticks) for ticks in re.findall("`+", fact)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {fact} {fence}"
