"""Host of proofs: a process that imports libraries once, and forks a process for every job it is sent.

Each job arrives through a socket, as four open files: the job itself, where its result and its output go,
and a socket for its keeper. For each job the host forks a keeper, and the keeper forks the proof. The keeper
kills the proof when the runner hangs up or it has too many threads, and answers with how it ended. What the
proof writes goes straight to the runner.
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
from espejo.proofs.inside.program import run_program

Job = dict[str, Any]

CROWDED = b"crowded"
"""What a keeper answers, instead of an exit code, about a proof with too many threads."""

_COUNT_SECONDS = 0.1

# Modules that a library loads only on first use, which takes longer than most proofs.
LAZY_MODULES = {
    "torch": ("torch._dynamo", "torch.testing"),
    "torchvision": ("torchvision.transforms.v2",),
    "lightning": ("lightning.pytorch",),
}

# Libraries that import TorchVision, some of them only on first use.
_USE_TORCHVISION = frozenset({"torchvision", "transformers", "diffusers", "lightning"})


def main(number: str, *needs: str) -> None:
    """Serve the jobs that arrive through the socket with this number until the other side hangs up."""
    fence.die_with_parent()
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
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers are reaped without being waited for
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
    """Run a forked process to its end: it must never return into its parent's code."""
    try:
        work(*arguments)
    except BaseException as error:
        os.write(2, f"{error}\n".encode(errors="replace"))
    finally:
        os._exit(1)


def _keep(job_file: int, result: int, output: int, runner: int) -> None:
    """Run one job in a process of its own, kill it when the runner hangs up, and tell how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    fence.die_with_parent(result)
    with os.fdopen(job_file, encoding="utf-8") as file:
        job = json.load(file)
    job["memory"] += fence.memory_in_use()  # what the libraries use does not count
    processes = _open_processes()
    fences = _give_folder(job)
    alive, held_by_proof = os.pipe()
    proof = os.fork()
    if proof == 0:
        for end in (alive, runner, processes):
            with suppress(OSError):
                os.close(end)
        _run_and_exit(_run_proof, job, result, output, fences)
    for end in (result, output, held_by_proof):
        os.close(end)
    with socket.socket(fileno=runner) as connection:
        crowded = False
        while not crowded and not select.select([alive, runner], [], [], _COUNT_SECONDS)[0]:
            crowded = _count_threads(processes, proof) > job["threads"]
        status = _kill(proof)  # it has ended, is crowded, or the runner has hung up
        connection.sendall(CROWDED if crowded else str(status).encode())


def _give_folder(job: Job) -> list[str]:
    """Give the proof a folder that is its own; returns the fence that does so, if the kernel takes it."""
    if not job["root"]:
        return []
    if fence.enter_namespaces(job["folder"], job["disk"]):
        return ["namespaces"]
    job["folder"] = tempfile.mkdtemp(dir=job["folder"])
    return []


def _open_processes() -> int:
    """The folder of all processes, while it is there: a proof sees none. Or no file at all."""
    try:
        return os.open("/proc", os.O_RDONLY)
    except OSError:
        return -1


def _count_threads(processes: int, process: int) -> int:
    """How many threads a process has, by the folders in /proc; 0 if the system does not tell."""
    try:
        return os.stat(f"{process}/task", dir_fd=processes).st_nlink - 2
    except OSError:
        return 0


def _kill(proof: int) -> int:
    """Kill the proof and what it may have started; returns its exit code, or minus the signal."""
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(proof, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(proof, 0)[1])


def _run_proof(job: Job, result: int, output: int, fences: list[str]) -> None:
    """The process of the proof: shut itself in, run the program, and write the result."""
    os.setsid()
    fence.die_with_parent(result)
    _prepare_process(job["folder"], output)
    fences += _shut_in(job)
    if lacking := set(job["required"]) - set(fences):
        sys.exit(f"the sandbox could not be set up: {', '.join(sorted(lacking))}")
    shown = run_program(job["program"], f"<{job['id']}>")
    with suppress(Exception):  # the program may have closed them
        sys.stdout.flush()
        sys.stderr.flush()
    with os.fdopen(result, "w") as pipe:
        pipe.write(json.dumps({**shown, "fences": fences}) + "\n")


def _shut_in(job: Job) -> list[str]:
    """Set up the fences of this process; returns the names of those that the kernel took."""
    fence.set_limits(memory=job["memory"], seconds=job["seconds"], file=job["file"])
    taken = {
        "privileges": fence.drop_privileges(),
        "Landlock": fence.restrict_files(job["readable"], job["folder"]),
        "seccomp": fence.restrict_system_calls(bytes.fromhex(job["seccomp"])),
    }
    return [name for name, held in taken.items() if held]


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
