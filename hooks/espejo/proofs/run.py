"""Runner of proofs: runs the program of each claim in a process of its own, and collects the outcomes.

For each set of libraries a host process imports them once, and forks a process for every proof.
"""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack, suppress
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any

from espejo.proofs.claims import Claim
from espejo.proofs.environment import Environment
from espejo.proofs.verdict import Limits, Outcome

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


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_claims(
    claims: Iterable[Claim], environment: Environment, limits: Limits, *, workers: int = 0
) -> Iterator[tuple[Claim, Outcome]]:
    """Run the claims in parallel, and yield each with its outcome as it finishes."""
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(TemporaryDirectory(prefix="espejo-proofs-")))
        pool = stack.enter_context(ThreadPoolExecutor(workers or cores()))
        hosts = _Hosts(environment, scratch)
        stack.callback(hosts.close)
        # Claims with the same needs run together, so that no host sits idle with its libraries loaded.
        queue = sorted(claims, key=lambda claim: (-len(claim.needs), claim.needs, claim.id))
        running = {pool.submit(hosts.run, claim, limits): claim for claim in queue}
        try:
            for future in as_completed(running):
                yield running[future], future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class _Hosts:
    """The hosts, one for each set of libraries; each is started when it is first needed."""

    def __init__(self, environment: Environment, scratch: Path) -> None:
        self._environment = environment
        self._scratch = scratch
        self._lock = threading.Lock()
        self._starters: dict[tuple[str, ...], Callable[[], _Host]] = {}
        self._started: list[_Host] = []

    def run(self, claim: Claim, limits: Limits) -> Outcome:
        folder = self._scratch / claim.id / "empty"
        folder.mkdir(parents=True)
        job = {"id": claim.id, "program": str(claim.program), "folder": str(folder), **asdict(limits)}
        path = folder.parent / "job.json"
        path.write_text(json.dumps(job), encoding="utf-8")
        try:
            report = self._host(claim.needs).run(path, limits.seconds + GRACE_SECONDS)
        except OSError as error:
            report = {"ended": "lost", "said": str(error)}
        return Outcome(report)

    def _host(self, needs: tuple[str, ...]) -> _Host:
        with self._lock:
            start = self._starters.setdefault(needs, _call_once(lambda: self._start(needs)))
        return start()

    def _start(self, needs: tuple[str, ...]) -> _Host:
        home = self._scratch / "-".join(("home", *needs))
        home.mkdir()
        host = _Host(self._environment.python, needs, home)
        with self._lock:
            self._started.append(host)
        host.wait()
        return host

    def close(self) -> None:
        for host in self._started:
            host.close()


def _call_once(make: Callable[[], _Host]) -> Callable[[], _Host]:
    """A function that calls `make` on its first call; every call gets the same host, or the same error."""
    lock = threading.Lock()
    result: Future[_Host] = Future()

    def get() -> _Host:
        with lock:
            if not result.done():
                try:
                    result.set_result(make())
                except OSError as error:
                    result.set_exception(error)
        return result.result()

    return get


class _Host:
    """Handle of a host process, which has imported its libraries and forks a process for each job."""

    def __init__(self, python: Path, needs: tuple[str, ...], home: Path) -> None:
        self._socket, theirs = socket.socketpair()
        self._lock = threading.Lock()
        self._stderr: IO[bytes] = TemporaryFile()  # noqa: SIM115 (closed with the host)
        arguments = [str(_HOOKS), str(theirs.fileno()), *needs]
        with theirs:
            self._process = subprocess.Popen(
                [python, "-P", "-s", "-B", "-c", _BOOT, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._stderr,
                cwd=home,
                env=_environment_variables(home),
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    def wait(self) -> None:
        """Wait until the host is ready; raises OSError if it does not start."""
        self._socket.settimeout(START_SECONDS)
        answer = b""
        while not answer.endswith(b"\n"):
            chunk = self._socket.recv(4096)
            if not chunk:
                raise OSError(f"the environment did not start. {self._read_stderr()}")
            answer += chunk
        if error := json.loads(answer):
            raise OSError(f"the environment is incomplete. {error}. Set it up again with: make prove")

    def _read_stderr(self) -> str:
        """The end of what the host wrote to standard error, in one line."""
        self._stderr.seek(0)
        return " ".join(self._stderr.read()[-500:].decode(errors="replace").split())

    def run(self, job: Path, seconds: float) -> dict[str, Any]:
        """Send a job and wait for its report; raises OSError if none comes in time."""
        ours, theirs = os.pipe()
        with os.fdopen(ours, "rb") as pipe:
            try:
                with self._lock:
                    socket.send_fds(self._socket, [os.fsencode(job)], [theirs])
                    self._socket.recv(1)
            finally:
                os.close(theirs)
            report = _read_until_closed(pipe, time.monotonic() + seconds)
        if not report:
            raise OSError(f"its host process exited. {self._read_stderr()}")
        return dict(json.loads(report))

    def close(self) -> None:
        """Hang up, which ends the host, and kill it if it does not exit."""
        self._socket.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, 9)
        self._process.wait()
        self._stderr.close()


def _read_until_closed(pipe: IO[bytes], deadline: float) -> bytes:
    """Everything that was written to a pipe until it was closed, or nothing if that takes too long."""
    content = b""
    while select.select([pipe], [], [], max(0, deadline - time.monotonic()))[0]:
        chunk = os.read(pipe.fileno(), 65536)
        if not chunk:
            return content
        content += chunk
    return b""


def _environment_variables(home: Path) -> dict[str, str]:
    """A clean environment: none of our secrets and settings, no network access, one thread."""
    one_thread = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    offline = {"HF_HUB_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": ""}
    paths = {"HOME": str(home), "TMPDIR": str(home), "PATH": os.defpath, "LANG": "C.UTF-8"}
    return {**paths, **one_thread, **offline, "PYTHONHASHSEED": "0"}
