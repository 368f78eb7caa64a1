"""Proof run: runs a bank's proofs and returns which pass, which fail, and what the ledger should record."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import get_args

from espejo.ledger.claims import Claim, list_claims
from espejo.ledger.proof_records import Proven
from espejo.ledger.proof_states import write_proven
from espejo.messages.message import Message, MessageError, comma_separated, message
from espejo.model.bank import Bank
from espejo.model.problems import Problem
from espejo.model.quiz import Labels, list_labels
from espejo.proofs.bubblewrap import Sandbox
from espejo.proofs.cache import ProofCache
from espejo.proofs.environment import Environment
from espejo.proofs.host_process import Limits
from espejo.proofs.outcome import Outcome
from espejo.proofs.run import find_sandbox, run_claims
from espejo.proofs.verdict import check_outcome


@dataclass(frozen=True, slots=True)
class ProofRun:
    """The result of running the proofs of a bank."""

    passed: Mapping[str, Outcome]
    problems: list[Problem]
    ran: int  # proofs that ran, not counting cached ones
    proven: Mapping[str, Proven]  # ledger data of each passed proof
    not_sandboxed: Message | None = None  # why proofs ran without a sandbox, if so

    def summary(self, environment: Environment, needs: set[str]) -> Message:
        """Summarize the run in one line: how many proofs passed, with which versions, and what they show."""
        computed = sum(outcome.computed for outcome in self.passed.values())
        used = environment.used_versions(sorted(needs))
        return message(
            "{passed} proofs pass with {versions}:"
            " {computed} compute the answer, {asserted} assert a fact that fails in a counter-case.",
            passed=len(self.passed),
            versions=comma_separated(f"{name} {version}" for name, version in used.items()),
            computed=computed,
            asserted=len(self.passed) - computed,
        )

    def work(self) -> Message:
        """Say how many proofs ran and how many were cached."""
        unchanged = len(self.passed) + len(self.problems) - self.ran
        return message("{ran} ran, {unchanged} unchanged.", ran=self.ran, unchanged=unchanged)


class NotSandboxedError(MessageError):
    """This machine has no sandbox, which strict mode requires; carries the reason."""


def prove_bank(
    bank: Bank,
    environment: Environment,
    cache: ProofCache,
    limits: Limits,
    *,
    ids: list[str],
    again: bool,
    strict: bool,
    on_start: Callable[[int, Message | None], None],
    on_outcome: Callable[[Claim, Outcome, Problem | None], None],
) -> ProofRun:
    """Run changed proofs (with `again`, all) and compare every outcome with its answer key.

    Strict mode ignores the cache, because a pull request could contain one. On a machine without a sandbox,
    it raises NotSandboxedError before running any. `on_start` is called with the number of proofs that will
    run, and why they are not sandboxed, if so.
    """
    claims = [claim for claim in list_claims(bank) if claim.program and (not ids or claim.id in ids)]
    known = () if again or strict else claims
    outcomes = {claim.id: found for claim in known if (found := cache.find(claim))}
    waiting = [claim for claim in claims if claim.id not in outcomes]
    sandbox = find_sandbox(environment) if waiting else Sandbox()
    if strict and sandbox.missing:
        raise NotSandboxedError(sandbox.missing)
    on_start(len(waiting), sandbox.missing)
    for claim, outcome in run_claims(waiting, environment, limits, sandbox) if waiting else ():
        outcomes[claim.id] = outcome
        problem = check_outcome(claim, outcome, limits)
        if not problem:
            cache.store(claim, outcome)
        on_outcome(claim, outcome, problem)
    problems = {claim.id: check_outcome(claim, outcomes[claim.id], limits) for claim in claims}
    passed = [claim for claim in claims if not problems[claim.id]]
    return ProofRun(
        {claim.id: outcomes[claim.id] for claim in passed},
        [problem for problem in problems.values() if problem],
        len(waiting),
        {claim.id: _make_proven(claim, outcomes[claim.id], environment) for claim in passed},
        sandbox.missing,
    )


def _make_proven(claim: Claim, outcome: Outcome, environment: Environment) -> Proven:
    digest = claim.digest(computed=outcome.computed)
    line = write_proven(digest, environment.used_versions(claim.needs))
    right = json.dumps(outcome.report.right) if outcome.computed else ""
    return Proven(line, right, _list_values(outcome.report.choices))


def _list_values(choices: Mapping[str, str]) -> tuple[str, ...]:
    """List the values of the choices in order; empty unless every choice has one."""
    for style in get_args(Labels):
        labels = list_labels(style, len(choices))
        if choices.keys() == set(labels) and all(choices.values()):
            return tuple(choices[label] for label in labels)
    return ()
