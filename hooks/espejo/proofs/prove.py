"""Proof run over a bank: which proofs hold, which do not, and what the ledger should record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from espejo.ledger.write import write_entry, write_ledger
from espejo.model.bank import Bank
from espejo.model.ledger import Entry
from espejo.model.problems import Problem
from espejo.proofs.cache import ProofCache
from espejo.proofs.claims import Claim, list_claims
from espejo.proofs.environment import Environment
from espejo.proofs.run import run_claims
from espejo.proofs.state import read_proven, write_proven
from espejo.proofs.verdict import Limits, Outcome, judge

Watch = Callable[[int, Claim, Outcome, Problem | None], None]


@dataclass(frozen=True, slots=True)
class ProofRun:
    """The result of running the proofs of a bank."""

    held: Mapping[str, Outcome]
    problems: list[Problem]
    ran: int
    proven: Mapping[str, str]

    def summary(self, environment: Environment, needs: set[str]) -> str:
        computed = sum(outcome.computed for outcome in self.held.values())
        versions = ", ".join(f"{name} {one}" for name, one in environment.used(sorted(needs)).items())
        asserted = len(self.held) - computed
        return (
            f"{len(self.held)} proofs hold with {versions}:"
            f" {computed} compute the answer, {asserted} assert a fact and fail in their counter-case."
        )

    def work(self) -> str:
        return f"{self.ran} ran, {len(self.held) + len(self.problems) - self.ran} had not changed."


def prove_bank(
    bank: Bank,
    environment: Environment,
    cache: ProofCache,
    limits: Limits,
    *,
    ids: list[str],
    again: bool,
    watch: Watch,
) -> ProofRun:
    """Run the proofs that have changed (or all of them, again) and compare every outcome with its key."""
    claims = [claim for claim in list_claims(bank) if claim.program and (not ids or claim.id in ids)]
    kept = {} if again else {claim.id: found for claim in claims if (found := cache.find(claim))}
    waiting = [claim for claim in claims if claim.id not in kept]
    outcomes = dict(kept)
    for claim, outcome in run_claims(waiting, environment, limits) if waiting else ():
        outcomes[claim.id] = outcome
        problem = judge(claim, outcome, limits)
        if not problem:
            cache.store(claim, outcome)
        watch(len(waiting), claim, outcome, problem)
    judged = {claim.id: judge(claim, outcomes[claim.id], limits) for claim in claims}
    held = [claim for claim in claims if not judged[claim.id]]
    return ProofRun(
        {claim.id: outcomes[claim.id] for claim in held},
        [problem for problem in judged.values() if problem],
        len(waiting),
        {claim.id: write_proven(claim.digest(), environment.used(claim.needs)) for claim in held},
    )


def find_unrecorded(bank: Bank, proven: Mapping[str, str], ids: list[str]) -> dict[str, str]:
    """What the ledger should say of proofs and does not: a line for each that passed, none for those gone."""
    with_program = {claim.id for claim in list_claims(bank) if claim.program}
    found = {id_: "" for id_ in bank.ledger.proven if id_ not in with_program and not ids}
    for id_, line in proven.items():
        if _without_python(line) != _without_python(bank.ledger.proven.get(id_, "")):
            found[id_] = line
    return found


def _without_python(proven: str) -> tuple[str, dict[str, str]]:
    """Any Python that can run a proof will do; whoever has another one need not write the ledger again."""
    digest, versions = read_proven(proven)
    return digest, {name: version for name, version in versions.items() if name != "python"}


def record(bank: Bank, unrecorded: Mapping[str, str]) -> str:
    """The ledger with what passed."""
    new = {entry.id: entry for entry in _entries(bank, unrecorded)}
    ledger = bank.ledger
    return write_ledger({**ledger.by_id, **new}.values(), ledger.names, ledger.retired)


def paste(bank: Bank, unrecorded: Mapping[str, str]) -> Iterator[str]:
    """The entries to put into the ledger by hand."""
    for entry in _entries(bank, unrecorded):
        yield from write_entry(entry)


def _entries(bank: Bank, unrecorded: Mapping[str, str]) -> Iterator[Entry]:
    ledger = bank.ledger
    for id_ in sorted(unrecorded):
        known = ledger.by_id.get(id_) or Entry(id=id_, place=ledger.place)
        yield replace(known, proven=unrecorded[id_])
