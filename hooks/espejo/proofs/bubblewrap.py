"""Bubblewrap sandbox for proofs: a root with only the interpreter and its libraries, and no network."""

from __future__ import annotations

import os
import shutil
import subprocess
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
    "/usr/lib",
    "/usr/lib64",
    "/lib",
    "/lib64",
    "/etc/ld.so.cache",
    "/sys/devices/system/cpu",
    "/proc/cpuinfo",
)
_MAX_LINKS = 40  # the kernel's limit
_TRIAL_SECONDS = 60
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")


class Sandbox(NamedTuple):
    """How to start a host: a command prefix, the readable paths, and why isolation is missing, if it is."""

    command: tuple[str, ...]
    readable: tuple[str, ...]
    missing: Message | None = None

    @property
    def has_root(self) -> bool:
        return bool(self.command)


def make_sandbox(environment: Environment) -> Sandbox:
    """Make a sandbox for this environment; if the machine has none, with an empty command and the reason."""
    readable = tuple(dict.fromkeys(map(str, _list_readable(environment))))
    if sys.platform != "linux":
        return Sandbox((), readable, message("namespaces exist only on Linux"))
    program = shutil.which("bwrap")
    if not program:
        return Sandbox((), readable, message("bubblewrap is not installed"))
    command = (program, *_arguments(readable))
    if reason := _try_out([*command, str(environment.python), "-I", "-S", "-c", ""]):
        return Sandbox((), readable, message("bubblewrap does not work here ({reason})", reason=reason))
    return Sandbox(command, readable)


def _try_out(command: list[str]) -> str:
    """Run a command and return its error in one line, or an empty string."""
    try:
        trial = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            env={"PATH": os.defpath},
            timeout=_TRIAL_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return " ".join(str(error).split())[-200:]
    said = " ".join(trial.stderr.split())[-200:]
    status = message("exit status {status}", status=str(trial.returncode))
    return (said or status) if trial.returncode else ""


def _list_readable(environment: Environment) -> Iterator[Path]:
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


def _arguments(readable: tuple[str, ...]) -> Iterator[str]:
    yield from ("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts")
    yield from ("--hostname", "proof", "--die-with-parent", "--new-session")
    # The host needs CAP_SYS_ADMIN in its user namespace to give each proof its own file system.
    yield from ("--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN")
    yield from ("--proc", "/proc", "--size", str(_FOLDER_BYTES), "--tmpfs", FOLDER)
    for path in readable:
        yield from ("--dev-bind-try" if path in _DEVICES else "--ro-bind-try", path, path)
    yield from ("--remount-ro", "/", "--chdir", FOLDER, "--")
