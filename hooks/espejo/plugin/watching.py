"""Watching: the local server hears of edits at once, where the system tells; MkDocs looks twice a second."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from mkdocs.livereload import LiveReloadServer
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver


def watch_folders(server: LiveReloadServer, folders: Iterable[str]) -> None:
    """Have the system tell of edits in these folders; MkDocs goes on to look at single files."""
    native = Observer()
    for folder in folders:
        with suppress(KeyError):  # MkDocs does not watch it yet
            server.unwatch(folder)
        _with(native, server, server.watch, folder)
    try:
        native.start()
    except OSError:  # the system has no watches left
        for folder in folders:
            _with(native, server, server.unwatch, folder)
            server.watch(folder)


def _with(observer: BaseObserver, server: LiveReloadServer, act: Callable[[str], None], folder: str) -> None:
    """Have the server use another observer than its own for one call."""
    own, server.observer = server.observer, observer  # type: ignore[assignment]
    act(folder)
    server.observer = own
