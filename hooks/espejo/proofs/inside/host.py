"""Host of proofs: a process that imports libraries once, and forks a process for every job it is sent.

Jobs arrive through a socket, each with the write end of a pipe for its report. For each job the host forks a
supervisor, and the supervisor forks the proof. When the proof is done, late, or prints too much, the
supervisor kills it together with everything it has started.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import select
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from espejo.proofs.inside.guard import Guard, adopt_orphans, die_with_parent, isolate, set_limits
from espejo.proofs.inside.program import run_program

Job = dict[str, Any]

POLL_SECONDS = 0.02
MAX_OUTPUT_TAIL = 2_000


# Modules that a library loads only on first use, which takes longer than most proofs.
LAZY_MODULES = {"torch": ("torch._dynamo", "torch.testing"), "lightning": ("lightning.pytorch",)}


def main(number: str, *needs: str) -> None:
    """Serve the jobs that arrive through the socket with this number until the other side hangs up."""
    die_with_parent()
    with socket.socket(fileno=int(number)) as connection:
        try:
            for name in needs:
                importlib.import_module(name)
            for lazy in (module for name in needs for module in LAZY_MODULES.get(name, ())):
                with suppress(ImportError):
                    importlib.import_module(lazy)
        except Exception as error:
            connection.sendall(json.dumps(f"{type(error).__name__}: {error}").encode() + b"\n")
            return
        connection.sendall(b"null\n")
        _serve(connection)


def _serve(connection: socket.socket) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # supervisors are reaped without being waited for
    while True:
        path, pipes, _, _ = socket.recv_fds(connection, 4096, 1)
        if not path:
            return
        if os.fork() == 0:
            connection.close()
            _run_and_exit(_supervise, json.loads(Path(os.fsdecode(path)).read_text()), pipes[0])
        os.close(pipes[0])
        connection.sendall(b"\n")


def _run_and_exit(work: Callable[..., None], *arguments: Any) -> None:
    """Run a forked process to its end: it must never return into its parent's code."""
    try:
        work(*arguments)
    finally:
        os._exit(1)


def _supervise(job: Job, report_pipe: int) -> None:
    """Run one job in a process of its own, and write its report."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    die_with_parent(report_pipe)
    adopt_orphans()
    isolate()
    result, output = os.pipe(), os.pipe()
    started = time.monotonic()
    proof = os.fork()
    if proof == 0:
        for end in (report_pipe, result[0], output[0]):
            os.close(end)
        _run_and_exit(_run_proof, job, result[1], output[1])
    os.close(result[1])
    os.close(output[1])
    report = _collect(proof, result[0], output[0], job, deadline=started + job["seconds"])
    status = _kill_all(proof)
    report["seconds"] = round(time.monotonic() - started, 2)
    if report["ended"] == "alone":  # it exited before it wrote a result
        report["status"] = os.waitstatus_to_exitcode(status)
    with os.fdopen(report_pipe, "w") as pipe:
        json.dump(report, pipe)


def _collect(proof: int, result: int, output: int, job: Job, *, deadline: float) -> dict[str, Any]:
    """Read until the proof has written its result, has exited, is late, or has printed too much."""
    received = {result: b"", output: b""}
    total, pipes = 0, [result, output]
    ended = "late"
    while ended == "late" and time.monotonic() < deadline:
        exited = os.waitid(os.P_PID, proof, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        ready, _, _ = select.select(pipes, [], [], 0 if exited else POLL_SECONDS)
        for pipe in ready:
            chunk = os.read(pipe, 65536)
            received[pipe] += chunk
            total += len(chunk)
            if not chunk:  # the other end is closed
                pipes.remove(pipe)
        received[output] = received[output][-MAX_OUTPUT_TAIL:]
        if total > job["output"]:
            ended = "loud"
        elif received[result].endswith(b"\n"):
            ended = "told"
        elif exited and not any(ready):
            ended = "alone"
        elif not pipes and not exited:
            time.sleep(POLL_SECONDS)
    shown = json.loads(received[result]) if ended == "told" else {}
    return {"ended": ended, "said": received[output].decode(errors="replace"), **shown}


def _kill_all(proof: int) -> int:
    """Kill the proof and everything it has started, and wait until all are gone; returns its wait status."""
    proof_status = 0
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(proof, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(proof, signal.SIGKILL)
    while True:
        for child in _children():
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        try:
            process, status = os.waitpid(-1, 0)
        except ChildProcessError:
            return proof_status
        if process == proof:
            proof_status = status


def _children() -> list[int]:
    """The process ids of our children, adopted ones included; only Linux can list them."""
    try:
        return [int(pid) for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]
    except OSError:
        return []


def _run_proof(job: Job, result: int, output: int) -> None:
    """The process of the proof: shut itself in, run the program, and write the result."""
    os.setsid()
    die_with_parent(result)
    _prepare_process(job["folder"], output)
    name = f"<{job['id']}>"
    guard = Guard(name, Path(job["folder"]))
    set_limits(memory=job["memory"], seconds=job["seconds"], file=job["file"])
    guard.install()
    shown = run_program(job["program"], name, guard.lift)
    guard.lift()
    with suppress(Exception):  # the program may have closed them
        sys.stdout.flush()
        sys.stderr.flush()
    with os.fdopen(result, "w") as pipe:
        pipe.write(json.dumps({**shown, "refused": guard.refused}) + "\n")


def _prepare_process(folder: str, output: int) -> None:
    """Move to the empty directory, with no input, with output to the pipe, and with fixed random seeds."""
    home = os.environ["HOME"]
    for name in [name for name, value in os.environ.items() if value.startswith(home)]:
        del os.environ[name]  # set by a library while it was imported
    os.environ.update(HOME=folder, TMPDIR=folder)
    tempfile.tempdir = None  # a library may have asked for it already
    os.chdir(folder)
    null = os.open(os.devnull, os.O_RDONLY)
    for source, standard in ((null, 0), (output, 1), (output, 2)):
        os.dup2(source, standard)
    os.close(output)
    random.seed(0)
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(0)
    if torch := sys.modules.get("torch"):
        torch.manual_seed(0)
