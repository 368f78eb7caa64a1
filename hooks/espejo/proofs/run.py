"""Claims enter, and an environment; the outcome of each program leaves, run in a process of its own.

A host for each set of libraries imports them once and forks a process for every proof.
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
    """Each claim with its outcome, as they come."""
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(TemporaryDirectory(prefix="espejo-proofs-")))
        pool = stack.enter_context(ThreadPoolExecutor(workers or cores()))
        hosts = _Hosts(environment, scratch)
        stack.callback(hosts.close)
        # Those that need the same stand together, so that no host waits for work with its libraries loaded.
        waiting = sorted(claims, key=lambda claim: (-len(claim.needs), claim.needs, claim.id))
        running = {pool.submit(hosts.run, claim, limits): claim for claim in waiting}
        try:
            for done in as_completed(running):
                yield running[done], done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class _Hosts:
    """The hosts that are there, one for each set of libraries; each starts when it is first needed."""

    def __init__(self, environment: Environment, scratch: Path) -> None:
        self._environment = environment
        self._scratch = scratch
        self._lock = threading.Lock()
        self._starting: dict[tuple[str, ...], Callable[[], _Host]] = {}
        self._started: list[_Host] = []

    def run(self, claim: Claim, limits: Limits) -> Outcome:
        folder = self._scratch / claim.id / "empty"
        folder.mkdir(parents=True)
        job = {"id": claim.id, "program": str(claim.program), "folder": str(folder), **asdict(limits)}
        path = folder.parent / "job.json"
        path.write_text(json.dumps(job), encoding="utf-8")
        try:
            told = self._host(claim.needs).run(path, limits.seconds + GRACE_SECONDS)
        except OSError as error:
            told = {"ended": "lost", "said": str(error)}
        return Outcome(told)

    def _host(self, needs: tuple[str, ...]) -> _Host:
        with self._lock:
            start = self._starting.setdefault(needs, _once(lambda: self._start(needs)))
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


def _once(make: Callable[[], _Host]) -> Callable[[], _Host]:
    """Makes it when first asked; whoever asks meanwhile waits for it, or hears why there is none."""
    lock = threading.Lock()
    made: Future[_Host] = Future()

    def get() -> _Host:
        with lock:
            if not made.done():
                try:
                    made.set_result(make())
                except OSError as error:
                    made.set_exception(error)
        return made.result()

    return get


class _Host:
    """A process that has imported its libraries and forks a proof whenever it is sent one."""

    def __init__(self, python: Path, needs: tuple[str, ...], home: Path) -> None:
        self._asks, theirs = socket.socketpair()
        self._lock = threading.Lock()
        self._said: IO[bytes] = TemporaryFile()  # noqa: SIM115 (closed with the host)
        arguments = [str(_HOOKS), str(theirs.fileno()), *needs]
        with theirs:
            self._process = subprocess.Popen(
                [python, "-P", "-s", "-B", "-c", _BOOT, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._said,
                cwd=home,
                env=_surroundings(home),
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    def wait(self) -> None:
        """Until it is ready; raises OSError if it will not be."""
        self._asks.settimeout(START_SECONDS)
        answer = b""
        while not answer.endswith(b"\n"):
            new = self._asks.recv(4096)
            if not new:
                raise OSError(f"the environment did not start. {self._last_words()}")
            answer += new
        if error := json.loads(answer):
            raise OSError(f"the environment lacks something. {error}. Set it up again with: make prove")

    def _last_words(self) -> str:
        self._said.seek(0)
        return " ".join(self._said.read()[-500:].decode(errors="replace").split())

    def run(self, job: Path, seconds: float) -> dict[str, Any]:
        """Sends a job and waits for what became of it; a host that does not answer is ended."""
        ours, theirs = os.pipe()
        with os.fdopen(ours, "rb") as pipe:
            try:
                with self._lock:
                    socket.send_fds(self._asks, [os.fsencode(job)], [theirs])
                    self._asks.recv(1)
            finally:
                os.close(theirs)
            told = _read(pipe, time.monotonic() + seconds)
        if not told:
            raise OSError(f"the process that keeps it is gone. {self._last_words()}")
        return dict(json.loads(told))

    def close(self) -> None:
        """Hangs up, and makes sure that it has gone."""
        self._asks.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, 9)
        self._process.wait()
        self._said.close()


def _read(pipe: IO[bytes], deadline: float) -> bytes:
    """All that comes through a pipe until it is closed, or nothing if that takes too long."""
    told = b""
    while select.select([pipe], [], [], max(0, deadline - time.monotonic()))[0]:
        new = os.read(pipe.fileno(), 65536)
        if not new:
            return told
        told += new
    return b""


def _surroundings(home: Path) -> dict[str, str]:
    """A proof sees nothing of ours: no secret, no setting of whoever runs it; and one thread is enough."""
    one = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    offline = {"HF_HUB_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": ""}
    place = {"HOME": str(home), "TMPDIR": str(home), "PATH": os.defpath, "LANG": "C.UTF-8"}
    return {**place, **one, **offline, "PYTHONHASHSEED": "0"}
