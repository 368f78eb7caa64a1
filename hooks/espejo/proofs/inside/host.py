"""Proof host: a process that imports libraries once and forks a process for each job.

The runner sends each job through a socket as four open files: the job, pipes for its result and its output,
and a socket for its keeper. For each job the host forks a keeper, and the keeper forks the proof. The keeper
kills the proof if the runner hangs up or dies, or if the proof has too many threads or starts a process, and
reports how it ended. The proof writes straight to the runner.
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
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from espejo.proofs.inside import fence
from espejo.proofs.inside.operators import import_torchvision
from espejo.proofs.inside.program import CROWDED, run_program

Job = dict[str, Any]

_COUNT_SECONDS = 0.1

# Modules that libraries import lazily, which takes longer than most proofs.
LAZY_MODULES = {
    "torch": ("torch._dynamo", "torch.testing"),
    "torchvision": ("torchvision.transforms.v2",),
    "lightning": ("lightning.pytorch",),
}

# Libraries that import TorchVision, some of them lazily.
_USE_TORCHVISION = frozenset({"torchvision", "transformers", "diffusers", "lightning"})


def main(number: str, *needs: str) -> None:
    """Serve jobs from the socket with this file descriptor until the other side hangs up."""
    fence.be_killed_first()
    with socket.socket(fileno=int(number)) as connection:
        try:
            if not _USE_TORCHVISION.isdisjoint(needs):
                import_torchvision()
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
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # reap keepers automatically
    while True:
        message, files, _, _ = socket.recv_fds(connection, 1, 4)
        if not message:
            return
        if os.fork() == 0:
            connection.close()
            _run_and_exit(_keep, *files)
        for file in files:
            os.close(file)


def _run_and_exit(work: Callable[..., None], *arguments: Any) -> None:
    """Run a forked process and exit: it must never return into its parent's code."""
    try:
        work(*arguments)
    except BaseException as error:
        os.write(2, f"{error}\n".encode(errors="replace"))
    finally:
        os._exit(1)


def _keep(job_file: int, result: int, output: int, runner: int) -> None:
    """Run one job in its own process, kill it when the runner hangs up, and report how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with os.fdopen(job_file, encoding="utf-8") as file:
        job = json.load(file)
    job["memory"] += fence.memory_in_use()  # memory used by libraries doesn't count
    processes = _open_processes()
    if job["sandboxed"]:
        fence.enter_namespaces(job["folder"], job["disk"])
    else:
        job["folder"] = tempfile.mkdtemp(dir=job["folder"])
    alive, held_by_proof = os.pipe()
    proof = os.fork()
    if proof == 0:
        for end in (alive, runner, processes):
            with suppress(OSError):
                os.close(end)
        _run_and_exit(_run_proof, job, result, output)
    for end in (result, output, held_by_proof):
        os.close(end)
    with socket.socket(fileno=runner) as connection:
        crowded = False
        while not crowded and not select.select([alive, runner], [], [], _COUNT_SECONDS)[0]:
            crowded = _count_threads(processes, proof) > job["threads"]
            crowded = crowded or (job["sandboxed"] and _has_children(processes, proof))
        status = _kill(proof)  # it has ended, is crowded, or the runner has hung up
        connection.sendall(CROWDED if crowded else str(status).encode())


def _open_processes() -> int:
    """Open /proc before it is hidden from the proof; -1 if there is none."""
    try:
        return os.open("/proc", os.O_RDONLY)
    except OSError:
        return -1


def _count_threads(processes: int, process: int) -> int:
    """Count the threads of a process in /proc; 0 if the system doesn't report them."""
    try:
        return os.stat(f"{process}/task", dir_fd=processes).st_nlink - 2
    except OSError:
        return 0


def _has_children(processes: int, process: int) -> bool:
    """Whether a process has started another. In a sandbox, it also inherits those of its children."""
    return any(_find_parent(processes, name) == process for name in os.listdir(processes) if name.isdigit())


def _find_parent(processes: int, process: str) -> int:
    """The parent of a process in /proc; 0 if it has ended."""
    try:
        file = os.open(f"{process}/stat", os.O_RDONLY, dir_fd=processes)
        with os.fdopen(file, "rb") as stat:
            return int(stat.read().rpartition(b")")[2].split()[1])
    except OSError:
        return 0


def _kill(proof: int) -> int:
    """Kill the proof and anything it started; returns its exit code, or minus the signal."""
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(proof, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(proof, 0)[1])


def _run_proof(job: Job, result: int, output: int) -> None:
    """In the proof's process: restrict it, run the program, and write the result."""
    os.setsid()
    _prepare_process(job["folder"], output)
    fence.set_limits(memory=job["memory"], seconds=job["seconds"], file=job["file"])
    fence.drop_privileges()
    fence.refuse_python_calls()
    shown = run_program(job["program"], f"<{job['id']}>")
    with suppress(Exception):  # the program may have closed them
        sys.stdout.flush()
        sys.stderr.flush()
    with os.fdopen(result, "w") as pipe:
        pipe.write(json.dumps(shown) + "\n")


def _prepare_process(folder: str, output: int) -> None:
    """Enter the empty folder, redirect input and output, and fix the random seeds."""
    home = os.environ["HOME"]
    for name in [name for name, value in os.environ.items() if value.startswith(home)]:
        del os.environ[name]  # set by a library during import
    os.environ.update(HOME=folder, TMPDIR=folder)
    tempfile.tempdir = None  # a library may have cached it
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
