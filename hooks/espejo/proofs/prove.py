"""Proof run over a bank: which proofs hold, which do not, and what the ledger should record."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, get_args

from espejo.messages.message import Message, MessageError, comma_separated, message
from espejo.model.bank import Bank
from espejo.model.ledger import Entry, Ledger
from espejo.model.problems import Problem
from espejo.model.quiz import Labels, list_labels
from espejo.proofs.cache import ProofCache
from espejo.proofs.claims import Claim, list_claims
from espejo.proofs.environment import Environment
from espejo.proofs.outcome import Outcome
from espejo.proofs.run import Limits, probe_isolation, run_claims
from espejo.proofs.state import read_proven, write_proven
from espejo.proofs.verdict import check_outcome

OnOutcome = Callable[[int, Claim, Outcome, Problem | None], None]
"""Called after each proof: how many are to run, the claim, its outcome, and its problem if it has one."""


_FRACTION = re.compile(r"\d\.|\de[-+]?\d")


class Proven(NamedTuple):
    """What the ledger records of a proof that passed; empty for a proof that is gone."""

    line: str = ""  # its digest and versions
    right: str = ""
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProofRun:
    """The result of running the proofs of a bank."""

    passed: Mapping[str, Outcome]
    problems: list[Problem]
    ran: int  # how many ran, and did not come from the cache
    proven: Mapping[str, Proven]  # what the ledger should record of each proof that passed
    not_isolated: Message | None = None  # why what ran was not isolated from this machine, if so

    def summary(self, environment: Environment, needs: set[str]) -> Message:
        """One line for the terminal: how many proofs passed, with which versions, and what they show."""
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
        """How many proofs ran, and how many were taken from the cache."""
        unchanged = len(self.passed) + len(self.problems) - self.ran
        return message("{ran} ran, {unchanged} unchanged.", ran=self.ran, unchanged=unchanged)


class NotIsolatedError(MessageError):
    """The machine cannot isolate proofs, and strict mode asks for it; says why."""


def prove_bank(
    bank: Bank,
    environment: Environment,
    cache: ProofCache,
    limits: Limits,
    *,
    ids: list[str],
    again: bool,
    strict: bool,
    on_outcome: OnOutcome,
) -> ProofRun:
    """Run the proofs that have changed (or all of them, again) and compare every outcome with its key.

    Strict mode ignores the cache, which a pull request could bring along. It raises NotIsolatedError, before
    anything runs, on a machine that cannot isolate proofs.
    """
    claims = [claim for claim in list_claims(bank) if claim.program and (not ids or claim.id in ids)]
    known = () if again or strict else claims
    outcomes = {claim.id: found for claim in known if (found := cache.find(claim))}
    waiting = [claim for claim in claims if claim.id not in outcomes]
    isolation = probe_isolation(environment) if waiting else None
    if strict and isolation and isolation.missing:
        raise NotIsolatedError(isolation.missing)
    for claim, outcome in run_claims(waiting, environment, limits, isolation) if waiting else ():
        outcomes[claim.id] = outcome
        problem = check_outcome(claim, outcome, limits)
        if not problem:
            cache.store(claim, outcome)
        on_outcome(len(waiting), claim, outcome, problem)
    problems = {claim.id: check_outcome(claim, outcomes[claim.id], limits) for claim in claims}
    passed = [claim for claim in claims if not problems[claim.id]]
    return ProofRun(
        {claim.id: outcomes[claim.id] for claim in passed},
        [problem for problem in problems.values() if problem],
        len(waiting),
        {claim.id: _make_proven(claim, outcomes[claim.id], environment) for claim in passed},
        isolation.missing if isolation else None,
    )


def _make_proven(claim: Claim, outcome: Outcome, environment: Environment) -> Proven:
    digest = claim.digest(computed=outcome.computed)
    line = write_proven(digest, environment.used_versions(claim.needs))
    right = json.dumps(outcome.report.right) if outcome.computed else ""
    return Proven(line, right, _list_values(outcome.report.choices))


def _list_values(choices: Mapping[str, str]) -> tuple[str, ...]:
    """The values of the choices in their order, if there is one for each."""
    for style in get_args(Labels):
        labels = list_labels(style, len(choices))
        if choices.keys() == set(labels) and all(choices.values()):
            return tuple(choices[label] for label in labels)
    return ()


def find_unrecorded(bank: Bank, proven: Mapping[str, Proven], ids: list[str]) -> dict[str, Proven]:
    """What the ledger lacks about proofs, by id."""
    with_program = {claim.id for claim in list_claims(bank) if claim.program}
    unrecorded = {id_: Proven() for id_ in bank.ledger.proven if id_ not in with_program and not ids}
    for id_, new in proven.items():
        entry = bank.ledger.proven.get(id_)
        if not entry or not _records(entry, new):
            unrecorded[id_] = new
    return unrecorded


def find_contradicted(bank: Bank, proven: Mapping[str, Proven]) -> list[str]:
    """The ids of which the ledger has other values of the same program; pages show these to readers."""
    known = bank.ledger.proven
    return [
        id_
        for id_, new in proven.items()
        if id_ in known
        and read_proven(known[id_].proven)[0] == read_proven(new.line)[0]
        and not _has_values(known[id_], new)
    ]


def _records(entry: Entry, new: Proven) -> bool:
    """Whether an entry says what a run showed."""
    return _without_python(entry.proven) == _without_python(new.line) and _has_values(entry, new)


def _has_values(entry: Entry, new: Proven) -> bool:
    same_length = len(entry.values) == len(new.values)
    return same_length and all(map(is_same_value, entry.values, new.values))


def is_same_value(one: str, other: str) -> bool:
    """Whether two values are the same. Those with fractions are not compared: they depend on the machine."""
    return bool(_FRACTION.search(one) and _FRACTION.search(other)) or one == other


def _without_python(proven: str) -> tuple[str, dict[str, str]]:
    """Ignore the version of Python: a different one is no reason to write the ledger again."""
    digest, versions = read_proven(proven)
    return digest, {name: version for name, version in versions.items() if name != "python"}


def record_proofs(ledger: Ledger, unrecorded: Mapping[str, Proven]) -> Ledger:
    """The ledger with these proofs in it."""
    entries = dict(ledger.by_id)
    for id_, (line, right, values) in unrecorded.items():
        known = entries.get(id_) or Entry(id=id_, place=ledger.place)
        entries[id_] = replace(known, proven=line, right=right, values=values)
    return replace(ledger, entries=tuple(entries.values()))
