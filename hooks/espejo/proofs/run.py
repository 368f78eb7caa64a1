"""Proof run: runs a bank's proofs, each in its own sandbox, and returns which pass and what to record.

For each set of libraries, one host process imports them inside the sandbox and forks a process for every
proof.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from espejo.ledger.claims import Claim, list_claims, write_proven
from espejo.ledger.proof_records import Proven
from espejo.messages.message import Message, MessageError, comma_separated, message
from espejo.model.bank import Bank
from espejo.model.problems import Problem
from espejo.model.quiz import Labels, list_labels
from espejo.processes import count_cores
from espejo.proofs.host_process import Host, HostError, Limits, Needs
from espejo.proofs.outcome import Outcome, ProofCache, clean_text
from espejo.proofs.sandbox import Environment, Sandbox, make_sandbox
from espejo.proofs.verdict import check_outcome


def find_sandbox(environment: Environment) -> Sandbox:
    """Find the sandbox of this machine, and try it out with an empty program."""
    sandbox = make_sandbox(environment)
    if sandbox.missing:
        return sandbox
    try:
        with (
            TemporaryDirectory(prefix="espejo-proofs-") as home,
            closing(Host(environment, sandbox, (), Path(home))) as host,
        ):
            outcome = host.run("empty", "", Limits())
            reason = "" if outcome.end == "reported" else outcome.output or outcome.end
    except HostError as error:
        reason = error.text
    except OSError as error:
        reason = clean_text(str(error))
    if not reason:
        return sandbox
    return Sandbox(missing=message("Bubblewrap does not work here: {reason}", reason=reason))


def run_claims(
    claims: Iterable[Claim],
    environment: Environment,
    limits: Limits,
    sandbox: Sandbox | None = None,
    *,
    workers: int = 0,
) -> Iterator[tuple[Claim, Outcome]]:
    """Run the claims in parallel and yield each with its outcome as it finishes."""
    with ExitStack() as stack:
        scratch = TemporaryDirectory(prefix="espejo-proofs-", ignore_cleanup_errors=True)
        folder = Path(stack.enter_context(scratch))
        pool = stack.enter_context(ThreadPoolExecutor(workers or count_cores()))
        # Run claims with the same needs together, so that no host sits idle with its libraries loaded.
        queue = sorted(claims, key=lambda claim: (-len(claim.needs), claim.needs, claim.id))
        claims_left = Counter(claim.needs for claim in queue)
        hosts = _Hosts(environment, sandbox or find_sandbox(environment), folder, claims_left)
        stack.callback(hosts.close)
        running = {pool.submit(hosts.run, claim, limits): claim for claim in queue}
        try:
            for future in as_completed(running):
                yield running[future], future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class _Hosts:
    """One host per set of libraries, started for the first claim that needs it and closed after the last."""

    def __init__(
        self, environment: Environment, sandbox: Sandbox, scratch: Path, claims_left: Counter[Needs]
    ) -> None:
        self._environment = environment
        self._sandbox = sandbox
        self._scratch = scratch
        self._claims_left = claims_left
        self._lock = threading.Lock()
        self._hosts: dict[Needs, Host] = {}
        self._closed = False

    def run(self, claim: Claim, limits: Limits) -> Outcome:
        try:
            return self._get(claim.needs).run(claim.id, str(claim.program), limits)
        except HostError as error:
            return Outcome(end="lost", output=error.text)
        except OSError as error:
            return Outcome(end="lost", output=clean_text(str(error)))
        finally:
            self._release(claim.needs)

    def _get(self, needs: Needs) -> Host:
        with self._lock:
            if self._closed:
                raise HostError(message("the run was stopped"))
            if needs not in self._hosts:
                home = self._scratch / "-".join(("home", *needs))
                home.mkdir(exist_ok=True)
                self._hosts[needs] = Host(self._environment, self._sandbox, needs, home)
            return self._hosts[needs]

    def _release(self, needs: Needs) -> None:
        """Close a host after its last claim."""
        with self._lock:
            self._claims_left[needs] -= 1
            host = None if self._claims_left[needs] else self._hosts.pop(needs, None)
        if host:
            host.close()

    def close(self) -> None:
        """Close all hosts, including those still starting."""
        with self._lock:
            hosts, self._hosts, self._closed = list(self._hosts.values()), {}, True
        for host in hosts:
            host.close()


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
