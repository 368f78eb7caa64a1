"""Live site: the folder that a local server shows, brought up to date file by file while somebody edits.

The pages that an edit touches are made at once. Everything else, such as decks and the search index, follows
in a thread when it is quiet, and gives way to the next edit.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

from espejo.build.outputs import Manifest, Output, list_files
from espejo.build.site_build import SiteBuild
from espejo.processes import run_here
from espejo.site.search.search_index import stop_indexing

QUIET_SECONDS = 0.5
"""How long nothing has to happen before the rest is made: the browser is loading the new page until then."""


class LiveSite:
    """A folder in use, what is known of its files, and the thread that makes the rest."""

    def __init__(self, folder: Path) -> None:
        self.last = Manifest(folder)
        self._stop = Event()
        self._thread: Thread | None = None

    @property
    def folder(self) -> Path:
        return self.last.folder

    def pause(self) -> None:
        """Stop making the rest, and wait until nothing is written any more."""
        self._stop.set()
        if self._thread:
            stop_indexing()
            self._thread.join()
            self._thread = None

    def move_in(self, staged: Path, made: Mapping[str, Output]) -> None:
        """Take the files of a whole build: those that were made in place, and those that are staged.

        What has not changed stays as it is, and what neither has is removed.
        """
        outputs = dict(made)
        for path in list(list_files(staged)):
            _replace_if_other(staged / path, self.folder / path)
            outputs[path] = Output("", 0, "")
        for path in list(list_files(self.folder)):
            if path not in outputs:
                (self.folder / path).unlink(missing_ok=True)
        shutil.rmtree(staged, ignore_errors=True)
        self.last = Manifest(self.folder)
        self.note(outputs)

    def note(self, made: Mapping[str, Output]) -> None:
        """Note files that were made in place."""
        for path, output in made.items():
            with suppress(OSError):
                found = os.lstat(f"{self.folder}/{path}")
                self.last.outputs[path] = output._replace(size=found.st_size, time=found.st_mtime_ns)

    def follow(
        self,
        build: SiteBuild,
        begin: Callable[[], None],
        done: Callable[[], None],
        fail: Callable[[Exception], None],
    ) -> None:
        """Make the rest of a build when it is quiet: other pages, which `done` tells, and downloads."""
        self._stop = Event()
        arguments = (build, self._stop, begin, done, fail)
        self._thread = Thread(target=self._make_rest, args=arguments, daemon=True)
        self._thread.start()

    def _make_rest(
        self,
        build: SiteBuild,
        stop: Event,
        begin: Callable[[], None],
        done: Callable[[], None],
        fail: Callable[[Exception], None],
    ) -> None:
        if stop.wait(QUIET_SECONDS):
            return
        run = run_here(build.work, stop)
        try:
            begin()
            build.make_other_pages(run)
            self.note(build.outputs)
            done()
            build.make_units(run)
            build.make_downloads(run)
            build.finish()
            self.note(build.outputs)
            self._remove_rest(build)
            done()
        except Exception as error:
            self.note(build.outputs)
            if not stop.is_set():  # what was stopped is made again after the edit, and so is what failed
                fail(error)

    def _remove_rest(self, build: SiteBuild) -> None:
        """Remove what an earlier build has made of the bank and this one has not."""
        for path in [path for path, output in self.last.outputs.items() if output.key]:
            if path not in build.outputs:
                (self.folder / path).unlink(missing_ok=True)
                del self.last.outputs[path]


def _replace_if_other(new: Path, old: Path) -> None:
    with suppress(OSError):
        if new.stat().st_size == old.stat().st_size and new.read_bytes() == old.read_bytes():
            return
    old.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(new, old)
