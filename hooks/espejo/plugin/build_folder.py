"""Build folder: a build goes into a folder of its own, and takes the place of the last site in one step.

The new folder and the lock are under `.cache/builds`, beside the site. One build at a time holds the lock.
The system releases it however a process ends, so the next build knows what a killed one has left behind.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import BinaryIO

from espejo.messages.message import Message, MessageError, comma_separated, message, sentences

_OF_THE_SYSTEM = frozenset((".DS_Store",))
"""Hidden files that a file manager writes anywhere, and nobody misses."""


class BuildFolderError(MessageError):
    """The site cannot be built or put into its place; the message says why. Nothing was touched."""


class BuildFolder:
    """The folder of one build, from its start until it is put into the place of the site or discarded."""

    def __init__(self, target: Path, on_wait: Callable[[Message], None]) -> None:
        """Prepare to build the site at `target`. If another build is at work there, say so and wait."""
        self._target = Path(os.path.abspath(target))  # noqa: PTH100 (a link is refused, not resolved)
        self._workshop = self._target.parent / ".cache" / "builds" / self._target.name
        self._aside = self._workshop / "aside"
        try:
            _check_target(self._target)
            _check_no_link(self._target, self._workshop)
            self._workshop.mkdir(parents=True, exist_ok=True)
            _check_file_system(self._target, self._workshop)
            self._lock = _lock(self._workshop / "lock", self._target, on_wait)
        except OSError as error:
            raise _cannot_build(self._target, error) from error
        try:
            self._tidy_up()
            # mkdtemp keeps a folder to its owner; the one inside gets the permissions that umask leaves.
            self.path = Path(mkdtemp(prefix="build-", dir=self._workshop), self._target.name)
            self.path.mkdir()
        except OSError as error:
            self._lock.close()
            raise _cannot_build(self._target, error) from error

    def publish(self) -> None:
        """Put the finished site into its place. Readers find the old one or the new one at any moment.

        What has not changed keeps its time, so that an upload sees only what has.
        """
        try:
            _check_target(self._target)
            if self._target.exists():
                _keep_times(self._target, self.path)
            if not self._target.exists():
                self.path.rename(self._target)
            elif not exchange(self.path, self._target):
                self._target.rename(self._aside)
                self.path.rename(self._target)
        except OSError as error:
            self._restore()
            raise BuildFolderError(
                message(
                    "Cannot put the new site into {folder}: {error}. The previous site was not changed.",
                    folder=str(self._target),
                    error=str(error),
                )
            ) from error

    def discard(self) -> None:
        """Delete what is not the site, and let the next build begin."""
        if not self._lock.closed:
            self._tidy_up()
            self._lock.close()

    def _tidy_up(self) -> None:
        self._restore()
        for path in (*self._workshop.glob(self._aside.name), *self._workshop.glob("build-*")):
            _remove(path)

    def _restore(self) -> None:
        """Bring back the site of a build that was killed after it had put it aside."""
        if self._aside.exists() and not self._target.exists():
            self._aside.rename(self._target)


def exchange(one: Path, other: Path) -> bool:
    """Swap two folders in one step; False where the system or its file system has no such step."""
    here, swap = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of Linux
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    if rename(here, os.fsencode(one), here, os.fsencode(other), swap) == 0:
        return True
    failed = ctypes.get_errno()
    if failed in (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP):
        return False
    raise OSError(failed, os.strerror(failed), str(other))


def _cannot_build(target: Path, error: OSError) -> BuildFolderError:
    return BuildFolderError(message("Cannot build {folder}: {error}.", folder=str(target), error=str(error)))


def _check_target(target: Path) -> None:
    """Refuse to replace what is not the folder of an earlier build."""
    elsewhere = message("Delete or move it, or build into another folder with --site-dir.")
    folder = str(target)
    if target.is_symlink():
        fact = message("{folder} is a link, which a build would replace.", folder=folder)
        raise BuildFolderError(sentences(fact, elsewhere))
    if not target.exists():
        return
    if not target.is_dir():
        fact = message("{folder} is a file, not a folder.", folder=folder)
        raise BuildFolderError(sentences(fact, elsewhere))
    if os.path.ismount(target):
        fact = message("{folder} is a mount point, which cannot be replaced.", folder=folder)
        raise BuildFolderError(sentences(fact, elsewhere))
    # Root may write anywhere, so the mode is asked too.
    if not target.stat().st_mode & 0o200 or not os.access(target, os.W_OK | os.X_OK):
        command = f"chmod -R u+w {target.name}"
        raise BuildFolderError(
            message("{folder} is read-only. Make it writable: {command}", folder=folder, command=command)
        )
    foreign = sorted(path.name for path in target.glob(".*") if path.name not in _OF_THE_SYSTEM)
    if foreign:
        fact = message(
            "{folder} has {names}, which no build makes and a new one would delete.",
            folder=folder,
            names=comma_separated(foreign),
        )
        raise BuildFolderError(sentences(fact, elsewhere))


def _check_no_link(target: Path, workshop: Path) -> None:
    """Refuse a folder that a link may lead out of the project: what is old in it is deleted."""
    if workshop.resolve() != target.parent.resolve() / workshop.relative_to(target.parent):
        raise BuildFolderError(
            message(
                "{folder} is behind a link. Delete the link: a build makes a folder.", folder=str(workshop)
            )
        )


def _check_file_system(target: Path, workshop: Path) -> None:
    if workshop.stat().st_dev != target.parent.stat().st_dev:
        raise BuildFolderError(
            message(
                "{folder} is not on the file system of {site}, so a site cannot be moved from it. "
                "Make {cache} an ordinary folder.",
                folder=str(workshop),
                site=str(target),
                cache=str(target.parent / ".cache"),
            )
        )


def _lock(path: Path, target: Path, on_wait: Callable[[Message], None]) -> BinaryIO:
    # Not through a link, and without waiting for whoever reads a pipe.
    lock = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666), "rb")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        on_wait(
            message("Another build is writing {folder}. Waiting until it has finished.", folder=str(target))
        )
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def _keep_times(last: Path, folder: Path) -> None:
    """Give files with the bytes of the last site the times that they had there."""
    for path in folder.rglob("*"):
        old = last / path.relative_to(folder)
        if path.is_file() and old.is_file() and not old.is_symlink() and _have_same_bytes(path, old):
            times = old.stat()
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def _have_same_bytes(one: Path, other: Path) -> bool:
    return one.stat().st_size == other.stat().st_size and one.read_bytes() == other.read_bytes()


def _remove(folder: Path) -> None:
    """Delete a folder, even if folders in it are read-only, or a link in its place, never what it leads to.

    What remains is left to the next build.
    """
    if folder.is_symlink():
        folder.unlink(missing_ok=True)
        return
    shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():
        for parent, folders, _ in os.walk(folder):
            for path in (Path(parent, name) for name in folders):
                with suppress(OSError):
                    if not path.is_symlink():
                        path.chmod(0o700)
        shutil.rmtree(folder, ignore_errors=True)
