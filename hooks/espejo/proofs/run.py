"""Proof runner: runs the program of each claim in its own sandbox and collects the outcomes.

For each set of libraries, one host process imports them inside the sandbox and forks a process for every
proof. The runner stays outside: it enforces the time limit and reads the proof's output, but never trusts it.
"""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple

from espejo.ledger.claims import Claim
from espejo.messages.message import Message, MessageError, comma_separated, message
from espejo.proofs.bubblewrap import FOLDER, Sandbox, make_sandbox
from espejo.proofs.environment import Environment
from espejo.proofs.inside.fence import landlock_version
from espejo.proofs.inside.host import CROWDED
from espejo.proofs.outcome import MAX_REPORT, End, Outcome, Report, clean_text, read_report
from espejo.proofs.scratch import make_scratch
from espejo.proofs.seccomp import compile_filter

_HOOKS = Path(__file__).parents[2]
_BOOT = """
import sys
sys.path.insert(0, sys.argv[1])
from espejo.proofs.inside.host import main
del sys.path[0]
main(*sys.argv[2:])
"""

START_SECONDS = 120
GRACE_SECONDS = 15
MAX_OUTPUT_TAIL = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Resource limits of a proof: seconds, threads, and bytes of memory, output, one file, and all files."""

    seconds: int = 60
    memory: int = 4 * 2**30
    output: int = 10**6
    file: int = 10**8
    disk: int = 2 * 10**8
    threads: int = 256


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class HostError(MessageError):
    """A host process did not start or has exited."""


class Isolation(NamedTuple):
    """The sandbox of this machine, and the fences that its kernel accepts."""

    sandbox: Sandbox
    fences: tuple[str, ...]

    @property
    def missing(self) -> Message | None:
        """Why proofs are not isolated on this machine; None if they are."""
        if self.sandbox.missing:
            return self.sandbox.missing
        lacking = [name for name in ("namespaces", "privileges", "seccomp") if name not in self.fences]
        if not lacking:
            return None
        return message("the system does not allow: {fences}", fences=comma_separated(lacking))


def probe_isolation(environment: Environment) -> Isolation:
    """Run an empty program to find out which fences this machine supports."""
    trial = Isolation(make_sandbox(environment), ())
    with make_scratch() as scratch:
        hosts = _Hosts(environment, trial, scratch)
        try:
            ending = hosts.run_job("probe", "", (), Limits())
            if ending.end != "reported":
                output = _last_line(ending.output)
                raise HostError(message("an empty proof does not run here. {output}", output=output))
            return trial._replace(fences=tuple(json.loads(ending.content)["fences"]))
        finally:
            hosts.close()


def run_claims(
    claims: Iterable[Claim],
    environment: Environment,
    limits: Limits,
    isolation: Isolation | None = None,
    *,
    workers: int = 0,
) -> Iterator[tuple[Claim, Outcome]]:
    """Run the claims in parallel and yield each with its outcome as it finishes."""
    with ExitStack() as stack:
        scratch = stack.enter_context(make_scratch())
        pool = stack.enter_context(ThreadPoolExecutor(workers or cores()))
        # Run claims with the same needs together, so that no host sits idle with its libraries loaded.
        queue = sorted(claims, key=lambda claim: (-len(claim.needs), claim.needs, claim.id))
        isolation = isolation or probe_isolation(environment)
        hosts = _Hosts(environment, isolation, scratch, Counter(claim.needs for claim in queue))
        stack.callback(hosts.close)
        running = {pool.submit(hosts.run, claim, limits): claim for claim in queue}
        try:
            for future in as_completed(running):
                yield running[future], future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class _Ending(NamedTuple):
    """How a job ended and what it wrote to its pipes, as seen by the runner."""

    end: End
    content: bytes = b""
    output: bytes = b""
    status: int = 0
    seconds: float = 0.0

    def outcome(self) -> Outcome:
        report = read_report(self.content) if self.end == "reported" else None
        return Outcome(
            end="malformed" if self.end == "reported" and report is None else self.end,
            seconds=round(self.seconds, 2),
            status=self.status if self.end == "exited" else 0,
            output=_last_line(self.output),
            report=report or Report(),
        )


Needs = tuple[str, ...]


class _Hosts:
    """One host per set of libraries, started for the first claim that needs it and closed after the last."""

    def __init__(
        self,
        environment: Environment,
        isolation: Isolation,
        scratch: Path,
        claims: Mapping[Needs, int] | None = None,
    ) -> None:
        self._environment = environment
        self._isolation = isolation
        self._scratch = scratch
        self._lock = threading.Lock()
        self._starters: dict[Needs, Callable[[], _Host]] = {}
        self._started: dict[Needs, _Host] = {}
        self._closed = False
        self._claims_left = Counter(claims or {})

    def run(self, claim: Claim, limits: Limits) -> Outcome:
        try:
            return self.run_job(claim.id, str(claim.program), claim.needs, limits).outcome()
        except HostError as error:
            return Outcome(end="lost", output=error.text)
        except OSError as error:
            return Outcome(end="lost", output=clean_text(str(error)))
        finally:
            self._release(claim.needs)

    def _release(self, needs: Needs) -> None:
        """Close a host after its last claim."""
        with self._lock:
            self._claims_left[needs] -= 1
            host = None if self._claims_left[needs] else self._started.pop(needs, None)
        if host:
            host.close()

    def run_job(self, id_: str, program: str, needs: Needs, limits: Limits) -> _Ending:
        """Run one program; raises HostError or OSError if its host fails to start or exits."""
        sandbox, fences = self._isolation
        folder = FOLDER
        if not sandbox.has_root:
            path = self._scratch / "proofs" / id_
            path.mkdir(parents=True)
            folder = str(path)
        job = {
            "id": id_,
            "program": program,
            "folder": folder,
            "root": sandbox.has_root,
            "readable": sandbox.readable,
            "seccomp": compile_filter(has_root=sandbox.has_root, landlock=landlock_version()).hex(),
            "required": fences,
            **asdict(limits),
        }
        return self._host(needs).run(job, limits)

    def _host(self, needs: Needs) -> _Host:
        with self._lock:
            start = self._starters.setdefault(needs, _call_once(lambda: self._start(needs)))
        return start()

    def _start(self, needs: Needs) -> _Host:
        home = self._scratch / "-".join(("home", *needs))
        home.mkdir()
        host = _Host(self._environment.python, self._isolation.sandbox, needs, home)
        with self._lock:
            if self._closed:
                host.close()
                raise HostError(message("the run was stopped"))
            self._started[needs] = host
        host.wait()
        return host

    def close(self) -> None:
        """Close all hosts, including those still starting."""
        with self._lock:
            hosts, self._started, self._closed = list(self._started.values()), {}, True
        for host in hosts:
            host.close()


def _call_once(make: Callable[[], _Host]) -> Callable[[], _Host]:
    """Wrap `make` to run only once; every call returns the same host or raises the same error."""
    lock = threading.Lock()
    result: Future[_Host] = Future()

    def get() -> _Host:
        with lock:
            if not result.done():
                try:
                    result.set_result(make())
                except (HostError, OSError) as error:
                    result.set_exception(error)
        return result.result()

    return get


class _Host:
    """Handle of a host process, which imports its libraries once and forks a process for each job."""

    def __init__(self, python: Path, sandbox: Sandbox, needs: Needs, home: Path) -> None:
        self._socket, theirs = socket.socketpair()
        self._lock = threading.Lock()
        self._stderr: IO[bytes] = TemporaryFile()  # noqa: SIM115 (closed with the host)
        arguments = [str(_HOOKS), str(theirs.fileno()), *needs]
        with theirs:
            self._process = subprocess.Popen(
                [*sandbox.command, python, "-P", "-s", "-B", "-c", _BOOT, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._stderr,
                cwd=home,
                env=_environment_variables(FOLDER if sandbox.has_root else str(home)),
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    def wait(self) -> None:
        """Wait until the host is ready; raises HostError or OSError if it doesn't start."""
        self._socket.settimeout(START_SECONDS)
        answer = b""
        while not answer.endswith(b"\n"):
            chunk = self._socket.recv(4096)
            if not chunk:
                error = self._read_stderr()
                raise HostError(message("the environment did not start. {error}", error=error))
            answer += chunk
        if error := json.loads(answer):
            raise HostError(
                message(
                    "the environment is incomplete. {error}. Set it up again with: make prove",
                    error=clean_text(str(error)),
                )
            )

    def _read_stderr(self) -> str:
        """Return the end of the host's standard error, in one line."""
        self._stderr.seek(0)
        return clean_text(self._stderr.read()[-500:].decode(errors="replace"))

    def run(self, job: Mapping[str, Any], limits: Limits) -> _Ending:
        """Send a job, read its output until it ends, and have it killed; raises OSError or HostError."""
        started = time.monotonic()
        with ExitStack() as stack:
            file = stack.enter_context(TemporaryFile())
            file.write(json.dumps(job).encode())
            file.seek(0)
            (result, result_end), (output, output_end) = os.pipe(), os.pipe()
            keeper, keeper_end = socket.socketpair()
            stack.enter_context(keeper)
            for pipe in (result, output):
                stack.callback(os.close, pipe)
            with keeper_end:
                try:
                    with self._lock:
                        ends = [file.fileno(), result_end, output_end, keeper_end.fileno()]
                        socket.send_fds(self._socket, [b"j"], ends)
                finally:
                    os.close(result_end)
                    os.close(output_end)
            seen = _read_pipes(result, output, limits, started + limits.seconds)
            keeper.shutdown(socket.SHUT_WR)
            keeper.settimeout(GRACE_SECONDS)
            answer = keeper.recv(100)
            if not answer:
                raise HostError(message("its host process exited. {error}", error=self._read_stderr()))
            seen = seen._replace(seconds=time.monotonic() - started)
            if answer == CROWDED:
                return seen._replace(end="crowded")
            return seen._replace(status=int(answer))

    def close(self) -> None:
        """Hang up, which stops the host, and kill it if it doesn't exit. Its children die with it."""
        self._socket.close()
        try:
            self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, 9)
            self._process.wait()
        self._stderr.close()


def _read_pipes(result: int, output: int, limits: Limits, deadline: float) -> _Ending:
    """Read until the proof has written its report, closed the pipe, timed out, or printed too much."""
    content, tail, printed, pipes = b"", b"", 0, [result, output]
    while (left := deadline - time.monotonic()) > 0:
        for pipe in select.select(pipes, [], [], left)[0]:
            chunk = os.read(pipe, 65536)
            if pipe == output:
                printed += len(chunk)
                tail = (tail + chunk)[-MAX_OUTPUT_TAIL:]
            content += chunk if pipe == result else b""
            if not chunk:  # the other end is closed
                pipes.remove(pipe)
        if printed > limits.output:
            return _Ending("loud", output=tail)
        if content.endswith(b"\n") or len(content) > MAX_REPORT:
            return _Ending("reported", content, tail)
        if result not in pipes:
            return _Ending("exited", content, _drain(output, tail) if output in pipes else tail)
    return _Ending("late", output=tail)


def _drain(output: int, tail: bytes) -> bytes:
    """Read what was printed last, without waiting for more."""
    while select.select([output], [], [], 0)[0] and (chunk := os.read(output, 65536)):
        tail = (tail + chunk)[-MAX_OUTPUT_TAIL:]
    return tail


def _last_line(output: bytes) -> str:
    lines = output.decode(errors="replace").strip().splitlines()
    return clean_text(lines[-1]) if lines else ""


def _environment_variables(home: str) -> dict[str, str]:
    """A clean environment: without our secrets and settings, offline, single-threaded."""
    one_thread = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    offline = {"HF_HUB_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": ""}
    paths = {"HOME": home, "TMPDIR": home, "PATH": os.defpath, "LANG": "C.UTF-8"}
    return {**paths, **one_thread, **offline, "PYTHONHASHSEED": "0"}
