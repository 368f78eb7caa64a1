"""Bubblewrap sandbox for proofs: a root with only the interpreter and its libraries, and no network."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from espejo.messages.message import Message, message
from espejo.proofs.environment import Environment

FOLDER = "/espejo-scratch"
"""The only writable folder: the host uses it while importing, and each proof gets its own empty one."""

_FOLDER_BYTES = 64 * 2**20
_RUNNER = Path(__file__).parent / "inside"
_SYSTEM = (
    *("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache"),
    *("/sys/devices/system/cpu", "/proc/cpuinfo"),
)
_MAX_LINKS = 40  # the kernel's limit
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")


class Sandbox(NamedTuple):
    """How to start a host in a sandbox: a command prefix, or why there is none."""

    command: tuple[str, ...] = ()
    missing: Message | None = None


def make_sandbox(environment: Environment) -> Sandbox:
    """Make a sandbox for this environment, which may still turn out not to work on this machine."""
    if sys.platform != "linux":
        return Sandbox(missing=message("The sandbox of proofs needs Linux."))
    program = shutil.which("bwrap")
    if not program:
        return Sandbox(
            missing=message(
                "Bubblewrap is not installed. Install it, for example with: sudo apt-get install bubblewrap"
            )
        )
    return Sandbox((program, *_list_arguments(environment)))


def list_readable(environment: Environment) -> Iterator[Path]:
    """Paths a proof may read: the interpreter, its libraries, system libraries, and the runner."""
    yield from map(Path, _SYSTEM)
    folder = environment.python.parent.parent
    yield from (folder / name for name in ("bin", "lib", "lib64", "pyvenv.cfg"))
    shown = _follow_links(environment.python, folder)
    yield shown
    # The interpreter looks for its library relative to each of its paths.
    homes = (shown.parent, environment.home, Path(os.path.realpath(environment.python)).parent)
    yield from (home.parent / "lib" for home in homes if home)
    yield _RUNNER
    yield from map(Path, _DEVICES)


def _follow_links(path: Path, folder: Path) -> Path:
    """Follow links until they leave the folder. The sandbox doesn't see whether that path is a link, too."""
    for _ in range(_MAX_LINKS):
        if not path.is_symlink() or not path.is_relative_to(folder):
            break
        path = Path(os.path.normpath(path.parent / path.readlink()))
    return path


def _list_arguments(environment: Environment) -> Iterator[str]:
    yield from ("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts")
    # The host gives each proof namespaces, but a proof may not make a user namespace: it would be root there.
    yield from ("--unshare-cgroup-try", "--disable-userns", "--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN")
    yield from ("--hostname", "proof", "--die-with-parent", "--new-session")
    yield from ("--proc", "/proc", "--size", str(_FOLDER_BYTES), "--tmpfs", FOLDER)
    for path in dict.fromkeys(map(str, list_readable(environment))):
        yield from ("--dev-bind-try" if path in _DEVICES else "--ro-bind-try", path, path)
    yield from ("--remount-ro", "/", "--chdir", FOLDER, "--")
