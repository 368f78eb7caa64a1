"""Proof runner: runs the program of each claim in its own sandbox and collects the outcomes.

For each set of libraries, one host process imports them inside the sandbox and forks a process for every
proof.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from espejo.ledger.claims import Claim
from espejo.messages.message import message
from espejo.processes import count_cores
from espejo.proofs.bubblewrap import Sandbox, make_sandbox
from espejo.proofs.environment import Environment
from espejo.proofs.host_process import Host, HostError, Limits, Needs
from espejo.proofs.outcome import Outcome, clean_text


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
