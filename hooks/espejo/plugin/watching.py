"""Local server: watches files with system events instead of polling, and survives failed builds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from mkdocs.livereload import LiveReloadServer
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from espejo.plugin.log import log


def watch_folders(server: LiveReloadServer, folders: Iterable[str]) -> None:
    """Watch these folders with system events; MkDocs keeps polling single files."""
    native = Observer()
    for folder in folders:
        with suppress(KeyError):  # MkDocs doesn't watch it yet
            server.unwatch(folder)
        _with(native, server, server.watch, folder)
    try:
        native.start()
    except OSError:  # the system has no watches left
        for folder in folders:
            _with(native, server, server.unwatch, folder)
            server.watch(folder)


def _with(observer: BaseObserver, server: LiveReloadServer, act: Callable[[str], None], folder: str) -> None:
    """Make the server use another observer than its own for one call."""
    own, server.observer = server.observer, observer  # type: ignore[assignment]
    act(folder)
    server.observer = own


def survive(build: Callable[[], None]) -> Callable[[], None]:
    """Wrap a builder to report exceptions, after which MkDocs' server would stop responding."""

    def build_or_report() -> None:
        try:
            build()
        except (Exception, SystemExit) as error:
            log.tell_failure(error)

    return build_or_report
