"""Build folder: a separate folder per build, which replaces the last site atomically.

The new folder and the lock are under `.cache/builds`, next to the site. One build at a time holds the lock.
The system releases it however a process ends, so the next build can tell what a killed one left behind.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import BinaryIO

from espejo.files import fcntl
from espejo.messages.message import Message, MessageError, comma_separated, message, sentences

_OF_THE_SYSTEM = frozenset((".DS_Store",))
"""Hidden files that file managers write anywhere, and that can be deleted."""


class BuildFolderError(MessageError):
    """The site could not be built or published; the message says why. Nothing was changed."""


class BuildFolder:
    """Folder of one build, from its start until it is published or discarded."""

    def __init__(self, target: Path, on_wait: Callable[[Message], None]) -> None:
        """Prepare to build the site at `target`. If another build is running there, report it and wait."""
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
            # mkdtemp makes a folder private; the one inside gets the default permissions.
            self.path = Path(mkdtemp(prefix="build-", dir=self._workshop), self._target.name)
            self.path.mkdir()
        except OSError as error:
            self._lock.close()
            raise _cannot_build(self._target, error) from error

    def publish(self) -> None:
        """Replace the site with the finished build. At any moment, readers see either the old or the new one.

        Unchanged files keep their modification times, so that only changes are uploaded.
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
        """Delete everything but the site, and release the lock."""
        if not self._lock.closed:
            self._tidy_up()
            self._lock.close()

    def _tidy_up(self) -> None:
        self._restore()
        for path in (*self._workshop.glob(self._aside.name), *self._workshop.glob("build-*")):
            _remove(path)

    def _restore(self) -> None:
        """Restore the site if a build was killed after moving it aside."""
        if self._aside.exists() and not self._target.exists():
            self._aside.rename(self._target)


def exchange(one: Path, other: Path) -> bool:
    """Swap two folders atomically; False if the system or the file system can't."""
    if fcntl is None:  # Windows
        return False
    here, swap = -100, 2  # AT_FDCWD and RENAME_EXCHANGE on Linux
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
    """Refuse to replace anything but the folder of an earlier build."""
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
    # Root may write anywhere, so check the mode too.
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
    """Refuse symbolic links, which may lead out of the project: old files in the folder are deleted."""
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
    if fcntl is None:  # Windows
        return path.open("wb")
    # Don't follow links, and don't block on a pipe.
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
    """Restore the modification times of files that are the same as in the last site."""
    for path in folder.rglob("*"):
        old = last / path.relative_to(folder)
        if path.is_file() and old.is_file() and not old.is_symlink() and _have_same_bytes(path, old):
            times = old.stat()
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def _have_same_bytes(one: Path, other: Path) -> bool:
    return one.stat().st_size == other.stat().st_size and one.read_bytes() == other.read_bytes()


def _remove(folder: Path) -> None:
    """Delete a folder, even with read-only folders in it, or a link at its path, but never the link's target.

    Anything that can't be deleted is left for the next build.
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
