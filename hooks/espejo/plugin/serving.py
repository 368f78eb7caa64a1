"""Local server: watches files, survives failed builds, and leaves out MkDocs' inline script.

Our policy blocks that script; pages reload with our own, site/js/live_reload.js. Files are watched with
system events instead of polling.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from mkdocs.livereload import LiveReloadServer
from watchdog.events import FileCreatedEvent, FileDeletedEvent, FileModifiedEvent, FileMovedEvent
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from espejo.plugin.log import log

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_EDITS = [FileCreatedEvent, FileDeletedEvent, FileModifiedEvent, FileMovedEvent]

_SCRIPT = re.compile(rb"<script>\s*var livereload = .*?</script>", re.DOTALL)


def drop_inline_script(app: WSGIApplication) -> WSGIApplication:
    """Wrap an application so that its responses lack that script."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        begun: list[Any] = []

        def begin(status: str, headers: list[tuple[str, str]], *_: Any) -> Any:
            begun[:] = status, headers

        content = app(environ, begin)
        status, headers = begun
        if dict(headers).get("Content-Type") == "text/html":
            content = [_SCRIPT.sub(b"", b"".join(content))]
            headers = [(name, value) for name, value in headers if name != "Content-Length"]
            headers.append(("Content-Length", str(len(content[0]))))
        start_response(status, headers)
        return content

    return answer


def watch_folders(server: LiveReloadServer, folders: Iterable[str]) -> None:
    """Watch these folders with system events; MkDocs keeps polling single files."""
    native = _EditObserver()
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


class _EditObserver(Observer):  # type: ignore[misc, valid-type]
    """Reports edits only: a build opens files, which would start the next build, and so on forever."""

    def schedule(self, *arguments: Any, **options: Any) -> ObservedWatch:
        watch: ObservedWatch = super().schedule(*arguments, **options, event_filter=_EDITS)
        return watch


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
