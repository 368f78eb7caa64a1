"""Jobs enter through a socket, each with the end of a pipe; through that pipe what became of the job leaves.

The host imports the libraries once. For each job it forks a keeper, and the keeper forks the proof: a process
of its own, which the keeper ends when it is done, late or loud, together with all that it may have started.
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

PATIENCE = 0.02
MAX_KEPT = 2_000


# What a library only loads when it is first used, and then takes longer for than most proofs.
LATER = {"torch": ("torch._dynamo", "torch.testing"), "lightning": ("lightning.pytorch",)}


def main(number: str, *needs: str) -> None:
    """Serves jobs until whoever sends them hangs up."""
    die_with_parent()
    with socket.socket(fileno=int(number)) as asked:
        try:
            for name in needs:
                importlib.import_module(name)
            for later in (one for name in needs for one in LATER.get(name, ())):
                with suppress(ImportError):
                    importlib.import_module(later)
        except Exception as error:
            asked.sendall(json.dumps(f"{type(error).__name__}: {error}").encode() + b"\n")
            return
        asked.sendall(b"null\n")
        _serve(asked)


def _serve(asked: socket.socket) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers need nobody to wait for them
    while True:
        path, pipes, _, _ = socket.recv_fds(asked, 4096, 1)
        if not path:
            return
        if os.fork() == 0:
            asked.close()
            _finish(_keep, json.loads(Path(os.fsdecode(path)).read_text()), pipes[0])
        os.close(pipes[0])
        asked.sendall(b"\n")


def _finish(work: Callable[..., None], *arguments: Any) -> None:
    """The end of a forked process: it never goes back to what its parent was doing."""
    try:
        work(*arguments)
    finally:
        os._exit(1)


def _keep(job: Job, report: int) -> None:
    """Runs one job in a process of its own and writes what became of it."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    die_with_parent(report)
    adopt_orphans()
    isolate()
    result, said = os.pipe(), os.pipe()
    started = time.monotonic()
    proof = os.fork()
    if proof == 0:
        for end in (report, result[0], said[0]):
            os.close(end)
        _finish(_prove, job, result[1], said[1])
    os.close(result[1])
    os.close(said[1])
    told = _listen(proof, result[0], said[0], job, deadline=started + job["seconds"])
    status = _end(proof)
    told["seconds"] = round(time.monotonic() - started, 2)
    if told["ended"] == "alone":  # it was over before it had said anything
        told["status"] = os.waitstatus_to_exitcode(status)
    with os.fdopen(report, "w") as pipe:
        json.dump(told, pipe)


def _listen(proof: int, result: int, said: int, job: Job, *, deadline: float) -> dict[str, Any]:
    """Reads until the proof has told its result, is over, is late, or has said too much."""
    heard = {result: b"", said: b""}
    loud, pipes = 0, [result, said]
    ended = "late"
    while ended == "late" and time.monotonic() < deadline:
        over = os.waitid(os.P_PID, proof, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        ready, _, _ = select.select(pipes, [], [], 0 if over else PATIENCE)
        for pipe in ready:
            new = os.read(pipe, 65536)
            heard[pipe] += new
            loud += len(new)
            if not new:  # the other end is closed
                pipes.remove(pipe)
        heard[said] = heard[said][-MAX_KEPT:]
        if loud > job["output"]:
            ended = "loud"
        elif heard[result].endswith(b"\n"):
            ended = "told"
        elif over and not any(ready):
            ended = "alone"
        elif not pipes and not over:
            time.sleep(PATIENCE)
    told = json.loads(heard[result]) if ended == "told" else {}
    return {"ended": ended, "said": heard[said].decode(errors="replace"), **told}


def _end(proof: int) -> int:
    """Ends the proof and whatever it has started, and waits until nothing is left; says how it ended."""
    ended = 0
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
            return ended
        if process == proof:
            ended = status


def _children() -> list[int]:
    """The children of this process, with those it has adopted; Linux alone can say."""
    try:
        return [int(one) for one in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]
    except OSError:
        return []


def _prove(job: Job, result: int, said: int) -> None:
    """The proof's own process: nothing but its working directory, its limits, and the program."""
    os.setsid()
    die_with_parent(result)
    _settle(job["folder"], said)
    name = f"<{job['id']}>"
    guard = Guard(name, Path(job["folder"]))
    set_limits(memory=job["memory"], seconds=job["seconds"], file=job["file"])
    guard.close()
    shown = run_program(job["program"], name, guard.lift)
    guard.lift()
    with suppress(Exception):  # the program may have closed them
        sys.stdout.flush()
        sys.stderr.flush()
    with os.fdopen(result, "w") as pipe:
        pipe.write(json.dumps({**shown, "refused": guard.refused}) + "\n")


def _settle(folder: str, said: int) -> None:
    """Into the empty directory, with nothing to read, and with the same chance every time."""
    home = os.environ["HOME"]
    for name in [name for name, value in os.environ.items() if value.startswith(home)]:
        del os.environ[name]  # what a library has put there while it was imported
    os.environ.update(HOME=folder, TMPDIR=folder)
    tempfile.tempdir = None  # a library may have asked for it already
    os.chdir(folder)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for old, new in ((nothing, 0), (said, 1), (said, 2)):
        os.dup2(old, new)
    os.close(said)
    random.seed(0)
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(0)
    if torch := sys.modules.get("torch"):
        torch.manual_seed(0)
