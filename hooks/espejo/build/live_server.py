"""Live server: follows edits while somebody serves a site locally, and has open pages look again.

It works on MkDocs' server, of which it uses the builder, the delay before a build, the condition that starts
one, and the epochs: the number of the version that is shown, and of the one that is being built. A page is
answered when the two are equal, so a build that fails must not leave them apart.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from espejo.build.inputs import take_stamps
from espejo.build.live_page import LivePages, Trouble
from espejo.build.live_site import LiveSite
from espejo.build.site_build import SiteBuild
from espejo.processes import run_here

_BUILD_DELAY = 0.03
"""Seconds without another edit after which a build begins: an editor may write a file in several steps."""

_EDITS = ("created", "modified", "deleted", "moved")


class LiveServer:
    """The server, the folder that it shows, and what it adds to pages."""

    def __init__(self, server: Any, site: LiveSite, pages: LivePages, project: Path) -> None:
        self._server = server
        self._site = site
        self._pages = pages
        self._project = project
        self._stamps = take_stamps(project)
        self._failed = False

    def start(
        self, update: Callable[[], bool], build: Callable[[], None], log: Callable[[Trouble], None]
    ) -> None:
        """Follow edits with `update`, which is False if it needs a whole `build`; `log` hears of failures."""
        self._update, self._build, self._log = update, build, log
        self._pages.mount = self._server.mount_path
        self._server._inject_js_into_html = self._pages.add_to
        self._server.builder = self._rebuild
        self._server.build_delay = _BUILD_DELAY

    def watch(self, paths: Iterable[str]) -> None:
        """Hear of edits at once, where the system tells: the server looks for them twice a second."""
        handler, observer = FileSystemEventHandler(), Observer()
        handler.on_any_event = self._hear  # type: ignore[method-assign]
        with suppress(OSError):
            for path in filter(os.path.isdir, paths):
                observer.schedule(handler, path, recursive=True)
            observer.start()

    def show(self, build: SiteBuild, tell: Callable[[], None]) -> None:
        """Make the pages that an edit has touched; when it is quiet, `tell` about it and make the rest."""
        build.make_first_pages(run_here(build.work))
        self._site.note(build.outputs)
        self._site.follow(build, tell, self._reload, self._fail)

    def _hear(self, event: FileSystemEvent) -> None:
        if event.event_type in _EDITS and not event.is_directory:
            with self._server._rebuild_cond:
                self._server._want_rebuild = True
                self._server._rebuild_cond.notify_all()

    def _rebuild(self) -> None:
        """Bring the site up to date. Whatever goes wrong is shown in the pages: the server never hangs."""
        server, stamps, last = self._server, take_stamps(self._project), self._stamps
        if stamps == last:  # the server has noticed itself what we have heard of before
            return
        self._site.pause()
        self._pages.trouble = None
        server._wanted_epoch = max(server._wanted_epoch, server._visible_epoch + 1)
        needs_all = self._failed or stamps.others != last.others
        self._stamps, self._failed = stamps, True
        try:
            if needs_all or not self._update():
                self._build()
            trouble = self._pages.trouble
            self._failed = bool(trouble and not trouble.problems)  # only a whole build looks at scripts again
        except (Exception, SystemExit) as error:
            self._show_failure(error)

    def _reload(self) -> None:
        """Have browsers look at their pages again."""
        with self._server._epoch_cond:
            self._server._visible_epoch += 1
            self._server._wanted_epoch = self._server._visible_epoch
            self._server._epoch_cond.notify_all()

    def _fail(self, error: Exception) -> None:
        self._show_failure(error)
        self._reload()

    def _show_failure(self, error: BaseException) -> None:
        """Show a failure in the pages, unless its reason is shown there already."""
        trouble = Trouble.of_error(error)
        self._log(trouble)
        self._pages.trouble = self._pages.trouble or trouble
