"""Output folder: builds into a staging folder, so that a failed build changes nothing."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from mkdocs.config.defaults import MkDocsConfig

from espejo.messages.message import message
from espejo.plugin.build_folder import BuildFolder, BuildFolderError
from espejo.plugin.log import abort, log


class Output(Protocol):
    """Destination of a build, and how it is published."""

    def redirect(self, config: MkDocsConfig) -> None:
        """Make MkDocs write into another folder."""

    def complete(self, config: MkDocsConfig) -> None:
        """Handle the end of the last language."""

    def fail(self) -> None:
        """Handle a failed build, or a strict one with warnings."""

    def close(self) -> None:
        """Handle the exit of MkDocs."""


class BuildOutput:
    """Publishes the site when MkDocs exits, because only then is it known whether a strict build passed."""

    def __init__(self) -> None:
        self._folder: BuildFolder | None = None
        self._completed: MkDocsConfig | None = None
        self._target = ""

    def redirect(self, config: MkDocsConfig) -> None:
        if self._folder:  # of an earlier build in this process, whose lock would block this one
            self._folder.discard()
        self._target, self._completed = config.site_dir, None
        try:
            self._folder = BuildFolder(Path(self._target), on_wait=log.tell)
        except BuildFolderError as error:
            raise abort(error.text) from error
        config.site_dir = str(self._folder.path)

    def complete(self, config: MkDocsConfig) -> None:
        self._completed = config

    def fail(self) -> None:
        self._completed = None

    def close(self) -> None:
        if not self._folder:
            return
        try:
            if self._completed:
                self._folder.publish()
                self._completed.site_dir = self._target  # `gh-deploy` continues from here
                log.tell(message("The site is in {folder}.", folder=f"{Path(self._target).name}/"))
        except BuildFolderError as error:
            raise abort(error.text) from error
        finally:
            self._folder.discard()


class LiveOutput:
    """Folder of the local server, into which only complete builds are moved."""

    def __init__(self) -> None:
        self._staged: TemporaryDirectory[str] | None = None
        self._target = Path()

    def redirect(self, config: MkDocsConfig) -> None:
        self.close()
        self._target = Path(config.site_dir)
        self._staged = TemporaryDirectory(prefix="espejo-")
        config.site_dir = self._staged.name

    def complete(self, config: MkDocsConfig) -> None:
        move_in(Path(config.site_dir), self._target)
        self.close()

    def fail(self) -> None:
        self.close()

    def close(self) -> None:
        if self._staged:
            self._staged.cleanup()
            self._staged = None


def move_in(staged: Path, folder: Path) -> None:
    """Move the files of a build in. Unchanged files aren't touched, and pages that are gone are removed.

    Downloads and the search index are made only when serving starts, so they stay.
    """
    made = {path.relative_to(staged) for path in staged.rglob("*") if path.is_file()}
    for path in made:
        _replace_if_other(staged / path, folder / path)
    for page in list(folder.rglob("*.html")):
        if page.relative_to(folder) not in made:
            page.unlink()


def _replace_if_other(new: Path, old: Path) -> None:
    with suppress(OSError):
        if new.stat().st_size == old.stat().st_size and new.read_bytes() == old.read_bytes():
            return
    old.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(new, old)
