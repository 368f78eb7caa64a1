"""Serves a built site on this machine under a strict Content-Security-Policy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NamedTuple

# The policy we promise to stay possible; Pagefind's search runs in WebAssembly.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'"
)


class Server(NamedTuple):
    """Where the site is to be had."""

    address: str


class _Handler(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
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
def serve(site: Path) -> Iterator[Server]:
    http = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(site)))
    Thread(target=http.serve_forever, daemon=True).start()
    try:
        yield Server(f"http://127.0.0.1:{http.server_port}")
    finally:
        http.shutdown()
        http.server_close()
