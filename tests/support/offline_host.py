"""Host of a site that tests publish to, take off the network, slow down and damage."""

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
"""Where the site is on its host, as on the pages of a project."""

WORKER = "service_worker.js"
_LIMIT = re.compile(rb"(?<==)3e3(?=[,;])")
"""How long a page that is kept waits for the network, as the worker of a build has it: three seconds."""


class Host:
    """What is published, and what becomes of a request. Tests change it while a browser is open.

    Its workers wait for it for ten minutes: after three seconds, what a test sees would depend on how busy
    the machine is. A test that sets `is_patient` to false before the first visit gets them as they are built.
    """

    def __init__(self, site: Path) -> None:
        assert _LIMIT.search((site / WORKER).read_bytes()) is not None
        self.site = site
        self.is_patient = True
        self.address = ""
        self.is_online = True
        self.changed: dict[str, bytes] = {}  # the content of files that are not as they were built
        self.status: dict[str, int] = {}  # what is answered in the place of a file
        self.asked: list[str] = []
        self._held: dict[str, tuple[Event, Event]] = {}

    def publish(self, site: Path) -> None:
        """Puts another build in the place of this one, in one step."""
        self.site, self.changed, self.status = site, {}, {}

    @contextmanager
    def offline(self) -> Iterator[None]:
        """The network is gone."""
        self.is_online = False
        try:
            yield
        finally:
            self.is_online = True

    @contextmanager
    def hold(self, start: str) -> Iterator[Event]:
        """Requests for paths that begin so wait until the end; the event tells of the first of them."""
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
    protocol_version = "HTTP/1.0"  # a connection for each request: none is left open when the network goes

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
        self.send_header(
            "Cache-Control", "no-store"
        )  # so that only what the site itself keeps is there later
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
