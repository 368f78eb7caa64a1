"""Seccomp filter for proofs: the system calls that a program may not make, compiled by libseccomp."""

from __future__ import annotations

import ctypes
import errno
from functools import cache
from tempfile import TemporaryFile

_ALLOW = 0x7FFF0000
_NOT_EQUAL, _MASKED_EQUAL = 1, 7
_CLONE_THREAD = 0x00010000

_DENIED = {
    "other processes": """
        fork vfork execve execveat ptrace process_vm_readv process_vm_writev process_madvise kcmp
        kill tkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_open pidfd_getfd pidfd_send_signal""",
    # Pairs of sockets are left: event loops need them.
    "the network, and ways to talk to other processes": """
        socket connect bind listen accept accept4 mq_open msgget semget shmget""",
    "memory that no limit counts": "memfd_create memfd_secret",
    "mounts, namespaces, and files by handle": """
        unshare setns mount umount2 pivot_root chroot move_mount open_tree fsopen fsmount fsconfig fspick
        mount_setattr name_to_handle_at open_by_handle_at fanotify_init""",
    "its own limits and identity": """
        setrlimit setuid setgid setreuid setregid setresuid setresgid setgroups setpriority ioprio_set""",
    "parts of the kernel that no proof needs": """
        bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register
        keyctl add_key request_key init_module finit_module delete_module kexec_load kexec_file_load
        acct quotactl swapon swapoff reboot settimeofday clock_settime clock_adjtime adjtimex
        personality modify_ldt iopl ioperm lookup_dcookie nfsservctl syslog vhangup sethostname
        setdomainname""",
}


# Landlock does not cover these. With a root of its own a proof has nothing to change by them.
_DENIED_WITHOUT_ROOT = """
    chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes utimensat futimesat
    setxattr lsetxattr fsetxattr setxattrat removexattr lremovexattr fremovexattr removexattrat"""


class _Comparison(ctypes.Structure):
    _fields_ = [
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    ]


@cache
def compile_filter(*, has_root: bool) -> bytes:
    """The instructions of the filter; none where libseccomp is not installed."""
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        return b""
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(_ALLOW))
    try:
        for name in " ".join((*_DENIED.values(), "" if has_root else _DENIED_WITHOUT_ROOT)).split():
            _deny(library, context, name)
        _deny(library, context, "clone", _Comparison(0, _MASKED_EQUAL, _CLONE_THREAD, 0))
        _deny(library, context, "prlimit64", _Comparison(2, _NOT_EQUAL, 0, 0))
        # Its flags are out of reach of a filter. The C library then makes threads with clone.
        _deny(library, context, "clone3", error=errno.ENOSYS)
        with TemporaryFile() as file:
            if library.seccomp_export_bpf(context, file.fileno()):
                raise RuntimeError("libseccomp could not compile the filter")
            file.seek(0)
            return file.read()
    finally:
        library.seccomp_release(context)


def _deny(
    library: ctypes.CDLL,
    context: ctypes.c_void_p,
    name: str,
    *comparisons: _Comparison,
    error: int = errno.EPERM,
) -> None:
    """Let a system call fail with this error. One that this machine does not have is left out."""
    number = library.seccomp_syscall_resolve_name(name.encode())
    array = (_Comparison * len(comparisons))(*comparisons)
    arguments = (context, ctypes.c_uint32(0x00050000 | error), number, len(comparisons), array)
    if number >= 0 and library.seccomp_rule_add_array(*arguments):
        raise RuntimeError(f"libseccomp could not deny {name}")
