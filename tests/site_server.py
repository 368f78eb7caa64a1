"""Serves a built site on this machine, with the headers that a host would send, if any."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import MappingProxyType
from typing import Any, NamedTuple


class Server(NamedTuple):
    """Where the site is to be had."""

    address: str


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *arguments: Any, headers: Mapping[str, str], **options: Any) -> None:
        self._headers = headers
        super().__init__(*arguments, **options)

    def end_headers(self) -> None:
        for name, value in self._headers.items():
            self.send_header(name, value)
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Like GitHub Pages: whatever is not there gets 404.html."""
        page = Path(self.directory, "404.html")
        if code != 404 or not page.exists():
            return super().send_error(code, message, explain)
        body = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return None

    def log_message(self, *_: object) -> None: ...


@contextmanager
def serve(site: Path, headers: Mapping[str, str] = MappingProxyType({})) -> Iterator[Server]:
    handler = partial(_Handler, directory=str(site), headers=headers)
    http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=http.serve_forever, daemon=True).start()
    try:
        yield Server(f"http://127.0.0.1:{http.server_port}")
    finally:
        http.shutdown()
        http.server_close()
