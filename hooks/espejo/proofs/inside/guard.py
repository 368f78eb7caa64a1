"""A process enters that is about to run a program of someone else's; it leaves with little it can do.

Two fences, one behind the other. The kernel's: limits of memory, time and files, and, where it lets us, a
network and a list of processes of its own, both empty. And Python's: an audit hook, which works everywhere
and says in words what was refused, and at which line.
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

_NEW_USER, _NEW_IPC, _NEW_PID, _NEW_NET = 0x10000000, 0x08000000, 0x20000000, 0x40000000
_DIE_WITH_PARENT, _ADOPT_ORPHANS = 1, 36  # prctl's PR_SET_PDEATHSIG and PR_SET_CHILD_SUBREAPER

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_libc = ctypes.CDLL(None, use_errno=True)


def die_with_parent(pipe: int | None = None) -> None:
    """Only Linux knows this; elsewhere whoever started us must end us.

    A parent that was gone before we asked is known by the pipe, which then nobody reads.
    """
    if sys.platform == "linux":
        _libc.prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        if pipe is not None and _nobody_reads(pipe):
            os._exit(1)


def _nobody_reads(pipe: int) -> bool:
    poll = select.poll()
    poll.register(pipe, 0)
    return any(event & select.POLLERR for _, event in poll.poll(0))


def adopt_orphans() -> None:
    """What a child of ours leaves behind becomes a child of ours, so that it can be ended."""
    if sys.platform == "linux":
        _libc.prctl(_ADOPT_ORPHANS, 1)


def isolate() -> bool:
    """Gives the children of this process a network without a way out and a list of processes of their own."""
    if sys.platform != "linux":
        return False
    apart = _NEW_NET | _NEW_PID | _NEW_IPC
    if _libc.unshare(apart) == 0:
        return True
    user, group = os.getuid(), os.getgid()
    if _libc.unshare(apart | _NEW_USER) != 0:
        return False  # as in a container, or on a system that forbids it: the audit hook is left
    with suppress(OSError):
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    return True


def set_limits(*, memory: int, seconds: int, file: int) -> None:
    """Memory is counted from what the libraries have taken already.

    The limit of time is a hard one: in a namespace of its own a proof is the first process, which no soft
    limit ends. It is the last fence, should the keeper be gone.
    """
    _limit(resource.RLIMIT_AS, _taken() + memory)
    _limit(resource.RLIMIT_FSIZE, file)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds + 5, seconds + 5))
    _limit(resource.RLIMIT_CORE, 0)


def _limit(what: int, amount: int) -> None:
    _, hard = resource.getrlimit(what)
    with suppress(ValueError, OSError):  # a system without this limit
        resource.setrlimit(what, (amount if hard == resource.RLIM_INFINITY else min(amount, hard), hard))


def _taken() -> int:
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


class RefusedError(PermissionError):
    """Something a proof may not do."""


class Guard:
    """Refuses what a proof may not do, and remembers the first thing that it refused."""

    def __init__(self, name: str, folder: Path) -> None:
        self.refused: dict[str, Any] = {}
        self._name = name
        self._folder = f"{folder.resolve()}{os.sep}"
        self._lifted = False
        self._rules = self._make_rules()

    def close(self) -> None:
        """From here on there is no way back: a hook cannot be taken out."""
        # multiprocessing calls this one, and Python does not audit it.
        _posixsubprocess.fork_exec = self._spawn  # type: ignore[assignment]
        sys.addaudithook(self._look)

    def _spawn(self, *_: Any) -> None:
        self._look("os.posix_spawn", ())

    def lift(self) -> None:
        """The program is over: makes room to say so, even if memory has run out."""
        self._lifted = True
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (hard, hard))

    def _look(self, event: str, arguments: tuple[Any, ...]) -> None:
        rule = self._rules.get(event)
        fact = rule(arguments) if rule and not self._lifted else ""
        if fact:
            self.refused = self.refused or {"fact": fact, "line": self._line()}
            raise RefusedError(f"a proof may not do this: it {fact}")

    def _line(self) -> int:
        """The line of the program that asked for it, however many libraries lie between."""
        frame = sys._getframe()
        while frame and frame.f_code.co_filename != self._name:
            frame = frame.f_back  # type: ignore[assignment]
        return frame.f_lineno if frame else 0

    def _direct(self) -> bool:
        """Whether the program itself asks ctypes for something, and not one of its libraries."""
        frame = sys._getframe(3)
        while frame.f_back and frame.f_code.co_filename == ctypes.__file__:
            frame = frame.f_back
        return frame.f_code.co_filename == self._name

    def _make_rules(self) -> dict[str, Callable[[tuple[Any, ...]], str]]:
        """For each event of Python's that could reach out of the program, what it does that is refused."""
        calls = (
            *("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo"),
            *("socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"),
        )
        starts = ("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn")
        signals = ("os.kill", "os.killpg", "signal.pthread_kill")
        limits = ("resource.setrlimit", "resource.prlimit")
        paths = ("os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.chown", "os.truncate", "os.utime")
        pairs = ("os.rename", "os.link", "os.symlink")
        return {
            "open": self._writes,
            "socket.__new__": lambda a: "" if a[1] == socket.AF_UNIX else "opens a network socket.",
            "ctypes.dlopen": lambda a: f"loads a library of the system ({a[0]})." if self._direct() else "",
            **dict.fromkeys(calls, lambda _: "reaches for the network."),
            **dict.fromkeys(starts, lambda _: "starts another process."),
            **dict.fromkeys(signals, lambda _: "sends a signal to a process."),
            **dict.fromkeys(limits, lambda _: "changes its own limits."),
            **dict.fromkeys(paths, lambda a: self._changes(a[0], a[-1])),
            **dict.fromkeys(pairs, lambda a: self._changes(a[0], -1) or self._changes(a[1], -1)),
        }

    def _writes(self, arguments: tuple[Any, ...]) -> str:
        path, mode, flags = arguments
        writes = set(mode) & set("wax+") if mode else (flags or 0) & _WRITING
        return self._changes(path, -1) if writes else ""

    def _changes(self, path: Any, folder: Any) -> str:
        """Whether a path is in the working directory, or in one that was opened there before."""
        if isinstance(path, int) or path == os.devnull:
            return ""
        if isinstance(folder, int) and folder >= 0:
            return ""  # beside something that is open: it could only be opened for reading, or in there
        real = os.path.realpath(os.fsdecode(path))
        inside = f"{real}{os.sep}".startswith(self._folder)
        return "" if inside else f"writes outside its working directory ({path})."
