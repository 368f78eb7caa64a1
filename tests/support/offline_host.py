"""Site host for tests: publishes builds, goes offline, slows down, and damages files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

FOLDER = "/espejo/"
"""The site's path on its host, as on GitHub Pages for projects."""

WORKER = "service_worker.js"
_LIMIT = re.compile(rb"(?<==)3e3(?=[,;])")
"""A worker's network timeout for cached pages in real builds: three seconds."""


class Host:
    """A published build, and how requests are answered. Tests change it while a browser is open.

    Its workers time out after ten minutes, not three seconds, so that test results don't depend on the
    machine's load. To get workers as built, set `is_patient` to false before the first visit.
    """

    def __init__(self, site: Path) -> None:
        assert _LIMIT.search((site / WORKER).read_bytes()) is not None
        self.site = site
        self.is_patient = True
        self.address = ""
        self.is_online = True
        self.changed: dict[str, bytes] = {}  # files with replaced content
        self.status: dict[str, int] = {}  # status codes sent instead of a file
        self.asked: list[str] = []
        self._held: dict[str, tuple[Event, Event]] = {}

    def publish(self, site: Path) -> None:
        """Replaces the published build in one step."""
        self.site, self.changed, self.status = site, {}, {}

    @contextmanager
    def offline(self) -> Iterator[None]:
        """Takes the host offline."""
        self.is_online = False
        try:
            yield
        finally:
            self.is_online = True

    @contextmanager
    def hold(self, start: str) -> Iterator[Event]:
        """Blocks requests for paths with this prefix; the event is set when the first one arrives."""
        came, go = Event(), Event()
        self._held[start] = (came, go)
        try:
            yield came
        finally:
            del self._held[start]
            go.set()

    def wait(self, path: str) -> None:
        for start, (came, go) in list(self._held.items()):
            if path.startswith(start):
                came.set()
                go.wait()


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.0"  # one connection per request: none stays open when we go offline

    def __init__(self, *arguments: Any, host: Host, **options: Any) -> None:
        self._host = host
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        path = urlsplit(self.path).path.removeprefix(FOLDER)
        self._host.asked.append(path)
        if self._host.is_online:
            self._host.wait(path)
        if not self._host.is_online or not self.path.startswith(FOLDER):
            self.close_connection = True
            return
        self._answer(path)

    def _answer(self, path: str) -> None:
        file = self._host.site / (f"{path}index.html" if path.endswith("/") or not path else path)
        content = self._host.changed.get(path) or (file.read_bytes() if file.is_file() else None)
        if content and path == WORKER and self._host.is_patient:
            content = _LIMIT.sub(b"6e5", content)
        status = self._host.status.get(path, 404 if content is None else 200)
        if content is None or status != 200:
            content = (self._host.site / "404.html").read_bytes()
        self.send_response(status)
        self.send_header("Content-Type", self.guess_type(file) if status == 200 else "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")  # only the site's own cache may store files
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None: ...


@contextmanager
def host_site(site: Path) -> Iterator[Host]:
    """Serve a site under a subpath, as GitHub Pages does for project sites."""
    host = Host(site)
    http = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, host=host))
    http.daemon_threads = True
    Thread(target=http.serve_forever, daemon=True).start()
    host.address = f"http://127.0.0.1:{http.server_port}{FOLDER}"
    try:
        yield host
    finally:
        http.shutdown()
        http.server_close()
