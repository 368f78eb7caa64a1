"""Sandbox for proofs: resource limits, namespaces, and an audit hook.

There are two layers. The kernel's: limits on memory, time and file size and, where the system allows it,
empty network and process namespaces. And Python's: an audit hook, which works everywhere and reports in words
what was refused, and at which line.
"""

from __future__ import annotations

import _posixsubprocess
import ctypes
import os
import resource
import select
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

_CLONE_NEWUSER, _CLONE_NEWIPC, _CLONE_NEWPID, _CLONE_NEWNET = 0x10000000, 0x08000000, 0x20000000, 0x40000000
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36

_WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_libc = ctypes.CDLL(None, use_errno=True)


def die_with_parent(pipe: int | None = None) -> None:
    """Ask the kernel to kill this process when its parent exits; only Linux can.

    A parent that exited before we asked is recognized by the pipe to it, which then has no reader.
    """
    if sys.platform == "linux":
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if pipe is not None and _has_no_reader(pipe):
            os._exit(1)


def _has_no_reader(pipe: int) -> bool:
    poll = select.poll()
    poll.register(pipe, 0)
    return any(event & select.POLLERR for _, event in poll.poll(0))


def adopt_orphans() -> None:
    """Make orphans of our children our own children, so that they can be killed; only on Linux."""
    if sys.platform == "linux":
        _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1)


def isolate() -> bool:
    """Give the children of this process namespaces of their own; returns whether the system allows it."""
    if sys.platform != "linux":
        return False
    namespaces = _CLONE_NEWNET | _CLONE_NEWPID | _CLONE_NEWIPC
    if _libc.unshare(namespaces) == 0:
        return True
    user, group = os.getuid(), os.getgid()
    if _libc.unshare(namespaces | _CLONE_NEWUSER) != 0:
        return False  # in a container, or where the system forbids it: the audit hook remains
    with suppress(OSError):
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    return True


def set_limits(*, memory: int, seconds: int, file: int) -> None:
    """Limit memory, in addition to what the libraries already use, CPU time and the size of files.

    The time limit is a hard one: in a namespace of its own the proof is the init process, which the signal of
    a soft limit does not kill. It is the last resort, in case the supervisor is gone.
    """
    _limit(resource.RLIMIT_AS, _memory_in_use() + memory)
    _limit(resource.RLIMIT_FSIZE, file)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds + 5, seconds + 5))
    _limit(resource.RLIMIT_CORE, 0)


def _limit(kind: int, amount: int) -> None:
    _, hard = resource.getrlimit(kind)
    with suppress(ValueError, OSError):  # a system without this limit
        resource.setrlimit(kind, (amount if hard == resource.RLIM_INFINITY else min(amount, hard), hard))


def _memory_in_use() -> int:
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


class RefusedError(PermissionError):
    """A proof tried something that it may not do."""


class Guard:
    """Audit hook that refuses what a proof may not do, and remembers the first thing it refused."""

    def __init__(self, name: str, folder: Path) -> None:
        self.refused: dict[str, Any] = {}
        self._name = name
        self._folder = f"{folder.resolve()}{os.sep}"
        self._lifted = False
        self._rules = self._make_rules()

    def install(self) -> None:
        """Install the hook. There is no way back: Python cannot remove an audit hook."""
        # multiprocessing calls this function, and Python does not audit it.
        _posixsubprocess.fork_exec = self._refuse_fork_exec  # type: ignore[assignment]
        sys.addaudithook(self._audit)

    def _refuse_fork_exec(self, *_: Any) -> None:
        self._audit("os.posix_spawn", ())

    def lift(self) -> None:
        """Lift hook and memory limit after the program, so that it can be reported that memory ran out."""
        self._lifted = True
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (hard, hard))

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        rule = self._rules.get(event)
        fact = rule(arguments) if rule and not self._lifted else ""
        if fact:
            self.refused = self.refused or {"fact": fact, "line": self._line()}
            raise RefusedError(f"not allowed in a proof: it {fact}")

    def _line(self) -> int:
        """The line of the program that caused the event, however many libraries are in between."""
        frame = sys._getframe()
        while frame and frame.f_code.co_filename != self._name:
            frame = frame.f_back  # type: ignore[assignment]
        return frame.f_lineno if frame else 0

    def _direct(self) -> bool:
        """Whether the program itself calls ctypes, and not one of its libraries."""
        frame = sys._getframe(3)
        while frame.f_back and frame.f_code.co_filename == ctypes.__file__:
            frame = frame.f_back
        return frame.f_code.co_filename == self._name

    def _make_rules(self) -> dict[str, Callable[[tuple[Any, ...]], str]]:
        """For each audit event that could reach outside: a function that says what is refused, or nothing."""
        connects = (
            *("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo"),
            *("socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"),
        )
        starts = ("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn")
        signals = ("os.kill", "os.killpg", "signal.pthread_kill")
        limits = ("resource.setrlimit", "resource.prlimit")
        paths = ("os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.chown", "os.truncate", "os.utime")
        pairs = ("os.rename", "os.link", "os.symlink")
        return {
            "open": self._check_open,
            "socket.__new__": lambda a: "" if a[1] == socket.AF_UNIX else "opens a network socket.",
            "ctypes.dlopen": lambda a: f"loads a system library ({a[0]})." if self._direct() else "",
            **dict.fromkeys(connects, lambda _: "accesses the network."),
            **dict.fromkeys(starts, lambda _: "starts another process."),
            **dict.fromkeys(signals, lambda _: "sends a signal to a process."),
            **dict.fromkeys(limits, lambda _: "changes its own limits."),
            **dict.fromkeys(paths, lambda a: self._check_path(a[0], a[-1])),
            **dict.fromkeys(pairs, lambda a: self._check_path(a[0], -1) or self._check_path(a[1], -1)),
        }

    def _check_open(self, arguments: tuple[Any, ...]) -> str:
        path, mode, flags = arguments
        writes = set(mode) & set("wax+") if mode else (flags or 0) & _WRITE_FLAGS
        return self._check_path(path, -1) if writes else ""

    def _check_path(self, path: Any, folder: Any) -> str:
        """Allow changes to a path in the working directory, or relative to an open folder descriptor."""
        if isinstance(path, int) or path == os.devnull:
            return ""
        if isinstance(folder, int) and folder >= 0:
            return ""  # relative to an open file, which was opened for reading or is in the working directory
        real = os.path.realpath(os.fsdecode(path))
        inside = f"{real}{os.sep}".startswith(self._folder)
        return "" if inside else f"writes outside its working directory ({path})."
