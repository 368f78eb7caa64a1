"""Seccomp filter for proofs: denied system calls, compiled with libseccomp."""

from __future__ import annotations

import ctypes
import errno
import struct
from collections.abc import Callable, Iterator
from functools import cache, partial
from tempfile import TemporaryFile
from typing import NamedTuple

_ALLOW, _FAIL_WITH = 0x7FFF0000, 0x00050000

_DENIED = {
    "other processes": """
        fork vfork execve execveat ptrace process_vm_readv process_vm_writev process_madvise process_mrelease
        kcmp kill tkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_open pidfd_getfd pidfd_send_signal""",
    # Socket pairs stay allowed, because event loops need them.
    "the network, and ways to talk to other processes": """
        socket connect bind listen accept accept4 mq_open mq_unlink msgget msgctl msgsnd msgrcv
        semget semctl semop semtimedop shmget shmctl shmat""",
    "memory that no limit counts": """
        memfd_create memfd_secret vmsplice splice tee io_setup
        landlock_create_ruleset landlock_add_rule landlock_restrict_self seccomp""",
    "mounts, namespaces, and files by handle": """
        unshare setns mount umount2 pivot_root chroot move_mount open_tree fsopen fsmount fsconfig fspick
        mount_setattr name_to_handle_at open_by_handle_at fanotify_init""",
    "its own limits and identity": """
        setrlimit setuid setgid setreuid setregid setresuid setresgid setgroups setpriority ioprio_set""",
    "parts of the kernel that no proof needs": """
        bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register
        keyctl add_key request_key init_module finit_module delete_module kexec_load kexec_file_load
        acct quotactl quotactl_fd swapon swapoff reboot settimeofday clock_settime clock_adjtime adjtimex
        personality modify_ldt iopl ioperm lookup_dcookie nfsservctl syslog vhangup sethostname
        setdomainname""",
}

# Landlock does not cover these. They are harmless if a proof has its own root and processes.
_DENIED_WITHOUT_ROOT = """
    chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes utimensat futimesat
    setxattr lsetxattr fsetxattr setxattrat removexattr lremovexattr fremovexattr removexattrat
    inotify_add_watch tgkill migrate_pages move_pages
    sched_setaffinity sched_setattr sched_setparam sched_setscheduler"""

# System calls since Linux 5.1, in order of their numbers, which are the same on all architectures. Newer ones
# fail as if the kernel didn't have them.
_NEW_CALLS = """
    pidfd_send_signal io_uring_setup io_uring_enter io_uring_register open_tree move_mount fsopen fsconfig
    fsmount fspick pidfd_open clone3 close_range openat2 pidfd_getfd faccessat2 process_madvise epoll_pwait2
    mount_setattr quotactl_fd landlock_create_ruleset landlock_add_rule landlock_restrict_self memfd_secret
    process_mrelease futex_waitv"""
_FIRST_NEW_CALL = 424

_NOT_EQUAL, _MASKED_EQUAL = 1, 7
_INT = 0xFFFFFFFF  # the kernel ignores the upper half of an argument that is an int
_CLONE_THREAD = 0x00010000
_AF_UNIX, _SOCK_DGRAM, _SOCK_RAW, _SOCK_MASK = 1, 2, 3, 0xF
_PR_SET_PDEATHSIG, _PR_SET_SECCOMP = 1, 22
_F_SETOWN, _F_SETOWN_EX, _FIOSETOWN, _SIOCSPGRP = 8, 15, 0x8901, 0x8902
_O_ACCMODE, _O_TRUNC = 0o3, 0o1000


class _Comparison(ctypes.Structure):
    _fields_ = [
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    ]


class _Rule(NamedTuple):
    """A system call that fails with an error, always or if the comparison of an argument matches."""

    name: str
    comparison: tuple[int, int, int, int] | None = None
    error: int = errno.EPERM


_DENIED_ARGUMENTS = (
    _Rule("clone", (0, _MASKED_EQUAL, _CLONE_THREAD, 0)),
    # A filter can't see its flags. On ENOSYS, the C library falls back to clone.
    _Rule("clone3", error=errno.ENOSYS),
    _Rule("prlimit64", (2, _NOT_EQUAL, 0, 0)),
    # A proof must die with its keeper.
    _Rule("prctl", (0, _MASKED_EQUAL, _INT, _PR_SET_PDEATHSIG)),
    _Rule("prctl", (0, _MASKED_EQUAL, _INT, _PR_SET_SECCOMP)),
    # A datagram pair could send to any other socket.
    _Rule("socketpair", (0, _NOT_EQUAL, _AF_UNIX, 0)),
    _Rule("socketpair", (1, _MASKED_EQUAL, _SOCK_MASK, _SOCK_DGRAM)),
    _Rule("socketpair", (1, _MASKED_EQUAL, _SOCK_MASK, _SOCK_RAW)),
    # The owner of a file receives signals, and any process could be made the owner.
    _Rule("fcntl", (1, _MASKED_EQUAL, _INT, _F_SETOWN)),
    _Rule("fcntl", (1, _MASKED_EQUAL, _INT, _F_SETOWN_EX)),
    _Rule("ioctl", (1, _MASKED_EQUAL, _INT, _FIOSETOWN)),
    _Rule("ioctl", (1, _MASKED_EQUAL, _INT, _SIOCSPGRP)),
)

# Landlock covers truncation only from version 3.
_DENIED_TRUNCATION = (
    _Rule("truncate"),
    _Rule("open", (1, _MASKED_EQUAL, _O_ACCMODE | _O_TRUNC, _O_TRUNC)),
    _Rule("openat", (2, _MASKED_EQUAL, _O_ACCMODE | _O_TRUNC, _O_TRUNC)),
    _Rule("openat2", error=errno.ENOSYS),
)


def _list_rules(*, has_root: bool, landlock: int) -> Iterator[_Rule]:
    yield from map(_Rule, " ".join(_DENIED.values()).split())
    yield from _DENIED_ARGUMENTS
    if not has_root:
        yield from map(_Rule, _DENIED_WITHOUT_ROOT.split())
        yield from _DENIED_TRUNCATION if landlock < 3 else ()


@cache
def compile_filter(*, has_root: bool, landlock: int) -> bytes:
    """Compile the filter for this Landlock version; empty if libseccomp is not installed."""
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        return b""
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(_ALLOW))
    try:
        for rule in _list_rules(has_root=has_root, landlock=landlock):
            _add(library, context, rule)
        with TemporaryFile() as file:
            if library.seccomp_export_bpf(context, file.fileno()):
                raise RuntimeError("libseccomp could not compile the filter")
            file.seek(0)
            return _deny_unknown(partial(_resolve, library)) + file.read()
    finally:
        library.seccomp_release(context)


def _resolve(library: ctypes.CDLL, name: str) -> int:
    """The number of a system call on this machine; negative if it doesn't exist."""
    return int(library.seccomp_syscall_resolve_name(name.encode()))


def _add(library: ctypes.CDLL, context: ctypes.c_void_p, rule: _Rule) -> None:
    """Deny a system call, if this machine has it."""
    number = _resolve(library, rule.name)
    comparisons = [_Comparison(*rule.comparison)] if rule.comparison else []
    array = (_Comparison * len(comparisons))(*comparisons)
    arguments = (context, ctypes.c_uint32(_FAIL_WITH | rule.error), number, len(comparisons), array)
    if number >= 0 and library.seccomp_rule_add_array(*arguments):
        raise RuntimeError(f"libseccomp could not deny {rule.name}")


def _deny_unknown(resolve: Callable[[str], int]) -> bytes:
    """Instructions for the start of a filter that answer ENOSYS to unknown system calls.

    Unknown are those newer than our list, and those that an old libseccomp can't name, such as clone3.
    """
    names = _NEW_CALLS.split()
    known = next((at for at, name in enumerate(names) if resolve(name) < 0), len(names))
    limit = resolve(names[0]) + known if known else _FIRST_NEW_CALL
    load_number, if_at_least = (0x20, 0, 0, 0), (0x35, 0, 1, limit)
    fail = (0x06, 0, 0, _FAIL_WITH | errno.ENOSYS)
    return b"".join(struct.pack("=HBBI", *one) for one in (load_number, if_at_least, fail))
