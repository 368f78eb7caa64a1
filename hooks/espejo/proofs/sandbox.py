"""Sandbox of proofs: a root with only a virtual environment and its libraries, and no network (bubblewrap).

The versions of Python and packages are read from the environment's folder, without starting it.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from espejo.messages.message import Message, fail, message

_DIST_INFO = re.compile(r"(.+)-([^-]+)\.dist-info")


class Environment(NamedTuple):
    """A virtual environment: the interpreter, its version, and the versions of the installed packages."""

    python: Path
    version: str
    versions: Mapping[str, str]
    home: Path | None = None  # folder of the base interpreter

    def used_versions(self, needs: Iterable[str]) -> dict[str, str]:
        """Versions used by a proof with these needs, for display: Python as major.minor."""
        found = {name: self.versions[name].partition("+")[0] for name in needs if name in self.versions}
        return {"python": ".".join(self.version.split(".")[:2]), **found}


def read_environment(folder: Path) -> Environment:
    """Read the environment in this folder; raises MessageError if there is none."""
    settings = _read_text(folder / "pyvenv.cfg")
    version = re.search(r"^version(?:_info)? *= *(\d+\.\d+[.\w]*)", settings, re.MULTILINE)
    if not version:
        fail("no environment for proofs in {folder}. Set it up with: make prove", folder=str(folder))
    # Use only the folder names: reading the metadata would take longer than the rest of a run.
    matches = (
        _DIST_INFO.fullmatch(path.name) for path in folder.glob("lib/python*/site-packages/*.dist-info")
    )
    versions = {match[1].lower().replace("_", "-"): match[2] for match in matches if match}
    home = re.search(r"^home *= *(/.*)$", settings, re.MULTILINE)
    return Environment(
        folder.absolute() / "bin" / "python", version[1], versions, Path(home[1]) if home else None
    )


def _read_text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


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
