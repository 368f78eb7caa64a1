"""Sandbox of one proof, set from inside: namespaces, privileges, resource limits, and an audit hook.

Bubblewrap has already given the host process its own root without network. This module adds the rest for
each proof: a private writable file system, no other processes, no capabilities, and limits. What the kernel
refuses is an OSError, so no proof runs with less.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import struct
import sys
from contextlib import suppress
from pathlib import Path

_libc = ctypes.CDLL(None, use_errno=True)

_CLONE_NEWNS, _CLONE_NEWIPC, _CLONE_NEWPID, _CLONE_NEWNET = 0x00020000, 0x08000000, 0x20000000, 0x40000000
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_REMOUNT, _MS_BIND = 1, 2, 4, 8, 32, 4096
_PR_SET_NO_NEW_PRIVS = 38
_LINUX_CAPABILITY_VERSION_3 = 0x20080522

_REFUSED_EVENTS = frozenset(
    {
        *("os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen"),
        *("os.kill", "os.killpg", "socket.bind", "socket.connect", "socket.sendmsg", "socket.sendto"),
        *("socket.getaddrinfo", "socket.gethostbyaddr", "socket.gethostbyname", "socket.getnameinfo"),
    }
)


def be_killed_first() -> None:
    """Make this process and its children the first to be killed when the machine runs out of memory."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def enter_namespaces(folder: str, disk: int) -> None:
    """Give our children their own processes, no network, and an empty file system of limited size."""
    _call("unshare", _CLONE_NEWNS | _CLONE_NEWPID | _CLONE_NEWIPC | _CLONE_NEWNET)
    _mount(folder, f"size={disk},nr_inodes=10000,mode=0700")
    _hide_processes()
    for device in Path("/dev").iterdir():
        _protect_device(device)


def _call(name: str, *arguments: object) -> None:
    """Call a function of the C library; raises OSError if it fails."""
    if getattr(_libc, name)(*arguments):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), name)


def _protect_device(device: Path) -> None:
    """Mount a device read-only: writing to it still works, but root can't change its permissions."""
    kept = os.statvfs(device).f_flag & (_MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    flags = ctypes.c_ulong(_MS_REMOUNT | _MS_BIND | _MS_RDONLY | kept)
    _call("mount", None, os.fsencode(device), None, flags, None)


def _hide_processes() -> None:
    """Replace /proc with a copy that has only cpuinfo, which libraries read."""
    processor = Path("/proc/cpuinfo")
    known = processor.read_bytes() if processor.exists() else b""
    _mount("/proc", "size=16m,nr_inodes=10")
    processor.write_bytes(known)
    _mount("/proc", "", _MS_REMOUNT | _MS_RDONLY)


def _mount(folder: str, options: str, flags: int = 0) -> None:
    """Mount an in-memory, non-executable file system."""
    all_flags = ctypes.c_ulong(flags | _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    _call("mount", b"none", os.fsencode(folder), b"tmpfs", all_flags, options.encode())


def drop_privileges() -> None:
    """Drop all capabilities permanently (Linux only)."""
    if sys.platform == "linux":
        _call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        _call("capset", struct.pack("=Ii", _LINUX_CAPABILITY_VERSION_3, 0), bytes(24))


def set_limits(*, memory: int, seconds: int, file: int) -> None:
    """Limit memory, CPU time, and the size of files.

    They are hard limits, which the proof can't raise. The CPU limit is a last resort if the runner is gone:
    in its own namespace the proof is the init process, and soft limits don't kill init.
    """
    _limit(resource.RLIMIT_AS, memory)
    _limit(resource.RLIMIT_FSIZE, file)
    _limit(resource.RLIMIT_NOFILE, 256)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_CPU, seconds + 5)


def _limit(kind: int, amount: int) -> None:
    _, hard = resource.getrlimit(kind)
    most = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
    with suppress(ValueError, OSError):  # a system without this limit
        resource.setrlimit(kind, (most, most))


def memory_in_use() -> int:
    """Virtual memory of this process in bytes; 0 if the system doesn't report it."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def refuse_python_calls() -> None:
    """Refuse to start processes or use the network from Python, with or without a sandbox.

    This explains the rules to authors. It is no barrier: C code gets past it, but not out of the namespaces.
    """
    sys.addaudithook(_refuse)


def _refuse(event: str, _: object) -> None:
    if event in _REFUSED_EVENTS:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
