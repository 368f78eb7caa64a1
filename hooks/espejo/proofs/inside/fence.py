"""Sandbox of one proof: namespaces, Landlock, a seccomp filter and resource limits, set from inside.

Bubblewrap has already given the host process its own root without network. This module adds the rest for
each proof: a private writable file system, no other processes, no capabilities, and limits. Each function
returns whether the kernel accepted it and doesn't raise, so the runner can report what is missing.
"""

from __future__ import annotations

import ctypes
import os
import resource
import select
import signal
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_libc = ctypes.CDLL(None, use_errno=True)

_CLONE_NEWNS, _CLONE_NEWIPC, _CLONE_NEWPID = 0x00020000, 0x08000000, 0x20000000
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_REMOUNT, _MS_BIND = 1, 2, 4, 8, 32, 4096
_PR_SET_PDEATHSIG, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 22, 38
_SECCOMP_MODE_FILTER = 2
_LINUX_CAPABILITY_VERSION_3 = 0x20080522

# The three system calls of Landlock have the same numbers on every architecture.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_RULE_PATH_BENEATH = 1
_READ_FILE, _READ_DIR, _WRITE_FILE = 1 << 2, 1 << 3, 1 << 1
# What a ruleset can restrict, by Landlock version: file access, TCP ports, and signals.
_FILE_ACCESS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
_NET_ACCESS = {4: 0b11}
_SCOPES = {6: 0b11}


def die_with_parent(pipe: int | None = None) -> None:
    """Ask the kernel to kill this process when its parent exits (Linux only).

    If the parent has exited already, the pipe to it has no reader.
    """
    if sys.platform == "linux":
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if pipe is not None and _has_no_reader(pipe):
            os._exit(1)


def _has_no_reader(pipe: int) -> bool:
    poll = select.poll()
    poll.register(pipe, 0)
    return any(event & select.POLLERR for _, event in poll.poll(0))


def be_killed_first() -> None:
    """Make this process and its children the first to be killed when the machine runs out of memory."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def enter_namespaces(folder: str, disk: int) -> bool:
    """Give our children their own process namespace and an empty file system of limited size at `folder`."""
    if sys.platform != "linux" or _libc.unshare(_CLONE_NEWNS | _CLONE_NEWPID | _CLONE_NEWIPC):
        return False
    own_folder = _mount(folder, f"size={disk},nr_inodes=10000,mode=0700")
    return own_folder and _hide_processes() and all(map(_protect_device, Path("/dev").iterdir()))


def _protect_device(device: Path) -> bool:
    """Mount a device read-only: writing to it still works, but root can't change its permissions."""
    kept = os.statvfs(device).f_flag & (_MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    flags = ctypes.c_ulong(_MS_REMOUNT | _MS_BIND | _MS_RDONLY | kept)
    return not _libc.mount(None, os.fsencode(device), None, flags, None)


def _hide_processes() -> bool:
    """Replace /proc with a copy that has only cpuinfo, which libraries read."""
    processor = Path("/proc/cpuinfo")
    known = processor.read_bytes() if processor.exists() else b""
    if not _mount("/proc", "size=16m,nr_inodes=10"):
        return False
    processor.write_bytes(known)
    return _mount("/proc", "", _MS_REMOUNT | _MS_RDONLY)


def _mount(folder: str, options: str, flags: int = 0) -> bool:
    """Mount an in-memory, non-executable file system."""
    all_flags = ctypes.c_ulong(flags | _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    return not _libc.mount(b"none", os.fsencode(folder), b"tmpfs", all_flags, options.encode())


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


def drop_privileges() -> bool:
    """Drop all capabilities permanently."""
    if sys.platform != "linux":
        return False
    header = struct.pack("=Ii", _LINUX_CAPABILITY_VERSION_3, 0)
    return not _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) and not _libc.capset(header, bytes(24))


def landlock_version() -> int:
    """The version of Landlock in this kernel; less than 1 if it has none."""
    return int(_libc.syscall(_CREATE_RULESET, None, 0, 1)) if sys.platform == "linux" else 0


def restrict_files(readable: Iterable[str], folder: str) -> bool:
    """Landlock: read only these paths, write only in the folder; no TCP, no signals to other processes."""
    version = landlock_version()
    if version < 1:
        return False
    files, net, scopes = (_newest(bits, version) for bits in (_FILE_ACCESS, _NET_ACCESS, _SCOPES))
    attributes = struct.pack("=QQQ", files, net, scopes)[: 8 if version < 4 else 16 if version < 6 else 24]
    ruleset = _libc.syscall(_CREATE_RULESET, attributes, len(attributes), 0)
    if ruleset < 0:
        return False
    allowed = dict.fromkeys(readable, _READ_FILE | _READ_DIR)
    allowed |= {os.devnull: _READ_FILE | _WRITE_FILE, folder: files}
    complete = all(_allow(ruleset, path, access) for path, access in allowed.items() if Path(path).exists())
    restricted = not _libc.syscall(_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)
    return complete and restricted


def _newest(bits: dict[int, int], version: int) -> int:
    return max((value for since, value in bits.items() if since <= version), default=0)


def _allow(ruleset: int, path: str, access: int) -> bool:
    of_file = access if Path(path).is_dir() else access & (_READ_FILE | _WRITE_FILE)
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    rule = struct.pack("=Qi", of_file, descriptor)
    added = not _libc.syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, rule, 0)
    os.close(descriptor)
    return added


class _Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def restrict_system_calls(program: bytes) -> bool:
    """Load a compiled seccomp filter, which has eight bytes per instruction."""
    if not program or sys.platform != "linux":
        return False
    filter_ = _Filter(len(program) // 8, program)
    return not _libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(filter_), 0, 0)
