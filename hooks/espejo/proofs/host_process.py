"""Host process of proofs, seen from outside: starts it in the sandbox, sends programs, reads their output.

What comes back is never trusted: the time limit is enforced here, and reports are read as foreign data.
"""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import threading
import time
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from espejo.messages.message import Message, MessageError, message
from espejo.proofs.inside.program import CROWDED
from espejo.proofs.outcome import MAX_REPORT, End, Outcome, Report, clean_text, read_report
from espejo.proofs.sandbox import FOLDER, Environment, Sandbox

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


class HostError(MessageError):
    """A host process did not start or has exited."""


Needs = tuple[str, ...]


class Host:
    """Handle of a host process, which imports its libraries once and forks a process for each job."""

    def __init__(self, environment: Environment, sandbox: Sandbox, needs: Needs, home: Path) -> None:
        self._sandboxed = bool(sandbox.command)
        self._folder = FOLDER if self._sandboxed else str(home)
        self._socket, theirs = socket.socketpair()
        self._starting = threading.Lock()
        self._error: Message | None = None
        self._has_answered = False
        self._lock = threading.Lock()
        self._keepers = set[socket.socket]()
        self._closed = False
        self._stderr: IO[bytes] = TemporaryFile()  # noqa: SIM115 (closed with the host)
        arguments = [str(_HOOKS), str(theirs.fileno()), *needs]
        with theirs:
            self._process = subprocess.Popen(
                [*sandbox.command, environment.python, "-P", "-s", "-B", "-c", _BOOT, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._stderr,
                cwd=home,
                env=_environment_variables(self._folder),
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    def _wait_until_ready(self) -> None:
        """Wait until the libraries are imported; raises the same HostError for every job if that fails."""
        with self._starting:
            if not self._has_answered:
                self._error, self._has_answered = self._read_error(), True
        if self._error:
            raise HostError(self._error)

    def _read_error(self) -> Message | None:
        """Wait for the host's answer: why it did not start, if so."""
        self._socket.settimeout(START_SECONDS)
        answer = b""
        while not answer.endswith(b"\n"):
            chunk = self._socket.recv(4096)
            if not chunk:
                return message("the environment did not start. {error}", error=self._read_stderr())
            answer += chunk
        if error := json.loads(answer):
            return message(
                "the environment is incomplete. {error}. Set it up again with: make prove",
                error=clean_text(str(error)),
            )
        return None

    def _read_stderr(self) -> str:
        """Return the end of the host's standard error, in one line."""
        self._stderr.seek(0)
        return clean_text(self._stderr.read()[-500:].decode(errors="replace"))

    def run(self, id_: str, program: str, limits: Limits) -> Outcome:
        """Run a program, read its output until it ends, and have it killed; raises OSError or HostError."""
        self._wait_until_ready()
        started = time.monotonic()
        job = {"id": id_, "program": program, "folder": self._folder, "sandboxed": self._sandboxed}
        with ExitStack() as stack:
            file = stack.enter_context(TemporaryFile())
            file.write(json.dumps({**job, **asdict(limits)}).encode())
            file.seek(0)
            (result, result_end), (output, output_end) = os.pipe(), os.pipe()
            keeper, keeper_end = socket.socketpair()
            stack.enter_context(keeper)
            for pipe in (result, output):
                stack.callback(os.close, pipe)
            with keeper_end:
                try:
                    self._send(keeper, [file.fileno(), result_end, output_end, keeper_end.fileno()])
                finally:
                    os.close(result_end)
                    os.close(output_end)
            stack.callback(self._forget, keeper)
            seen = _read_pipes(result, output, limits, started + limits.seconds)
            keeper.shutdown(socket.SHUT_WR)
            keeper.settimeout(GRACE_SECONDS)
            answer = keeper.recv(100)
            if not answer:
                raise HostError(message("its host process exited. {error}", error=self._read_stderr()))
            return seen.outcome(answer, time.monotonic() - started)

    def _send(self, keeper: socket.socket, files: list[int]) -> None:
        with self._lock:
            if self._closed:
                raise HostError(message("the run was stopped"))
            socket.send_fds(self._socket, [b"j"], files)
            self._keepers.add(keeper)

    def _forget(self, keeper: socket.socket) -> None:
        with self._lock:
            self._keepers.discard(keeper)

    def close(self) -> None:
        """Hang up on the keepers, which kill their proofs, and on the host, which exits."""
        with self._lock:
            self._closed = True
            for keeper in self._keepers:
                keeper.shutdown(socket.SHUT_WR)
            self._socket.shutdown(socket.SHUT_RDWR)
        try:
            self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            self._process.kill()  # alone: its keepers may still have a proof to kill
            self._process.wait()
        self._socket.close()
        self._stderr.close()


class _Ending(NamedTuple):
    """How a program ended and what it wrote to its pipes."""

    end: End
    content: bytes = b""
    output: bytes = b""

    def outcome(self, answer: bytes, seconds: float) -> Outcome:
        """Add the keeper's answer, and read the report."""
        end = "crowded" if answer == CROWDED else self.end
        report = read_report(self.content) if end == "reported" else None
        return Outcome(
            end="malformed" if end == "reported" and report is None else end,
            seconds=round(seconds, 2),
            status=int(answer) if end == "exited" else 0,
            output=_last_line(self.output),
            report=report or Report(),
        )


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
