"""Bubblewrap sandbox for proofs: its root shows only the interpreter and its libraries. It has no network."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from espejo.proofs.environment import Environment

FOLDER = "/scratch"
"""The only folder to write to: for the host while it imports, and an empty one of its own for each proof."""

_FOLDER_BYTES = 64 * 2**20
_RUNNER = Path(__file__).parent / "inside"
_SYSTEM = (
    "/usr/lib",
    "/usr/lib64",
    "/lib",
    "/lib64",
    "/etc/ld.so.cache",
    "/sys/devices/system/cpu",
    "/proc/cpuinfo",
)
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")


class Sandbox(NamedTuple):
    """How to start a host: the command in front of its own, and what is missing from the isolation."""

    command: tuple[str, ...]
    readable: tuple[str, ...]
    missing: str = ""

    @property
    def has_root(self) -> bool:
        return bool(self.command)


def make_sandbox(environment: Environment) -> Sandbox:
    """A sandbox for this environment; where the machine has none, an empty command and the reason."""
    readable = tuple(dict.fromkeys(map(str, _list_readable(environment))))
    if sys.platform != "linux":
        return Sandbox((), readable, "namespaces exist only on Linux")
    program = shutil.which("bwrap")
    if not program:
        return Sandbox((), readable, "bubblewrap is not installed")
    command = (program, *_arguments(readable))
    trial = subprocess.run(
        [*command, str(environment.python), "-I", "-S", "-c", ""],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if trial.returncode:
        reason = re.sub(r"\s+", " ", trial.stderr).strip()[-200:]
        return Sandbox((), readable, f"bubblewrap does not work here ({reason})")
    return Sandbox(command, readable)


def _list_readable(environment: Environment) -> Iterator[Path]:
    """What a proof may read: the interpreter, its libraries, those of the system, and the runner."""
    yield from map(Path, _SYSTEM)
    path, folder = environment.python, environment.python.parent.parent
    yield folder
    while path.is_symlink():
        path = path.parent / path.readlink()
        if not path.is_relative_to(folder):
            yield path
    yield path.resolve().parent.parent / "lib"
    yield _RUNNER
    yield from map(Path, _DEVICES)


def _arguments(readable: tuple[str, ...]) -> Iterator[str]:
    yield from ("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts")
    yield from ("--die-with-parent", "--new-session")
    # The host needs this one, inside its own user namespace, to give each proof its own file system.
    yield from ("--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN")
    yield from ("--proc", "/proc", "--size", str(_FOLDER_BYTES), "--tmpfs", FOLDER)
    for path in readable:
        yield from ("--dev-bind-try" if path in _DEVICES else "--ro-bind-try", path, path)
    yield from ("--remount-ro", "/", "--chdir", FOLDER, "--")
