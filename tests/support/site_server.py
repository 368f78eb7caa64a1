"""Local server of a built site, which records requests and sends the headers of a host."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import MappingProxyType
from typing import Any, NamedTuple

_FONT_DISPLAY = re.compile("(font-display: ?)optional")


class Asked(NamedTuple):
    """A request: its path, and whether it is conditional (If-Modified-Since)."""

    path: str
    is_conditional: bool = False


class Server(NamedTuple):
    """The address of a site, and the requests so far."""

    address: str
    asked: list[Asked]


class _Handler(SimpleHTTPRequestHandler):
    def __init__(
        self, *arguments: Any, headers: Mapping[str, str], asked: list[Asked], **options: Any
    ) -> None:
        self._asked = asked
        self._headers = headers
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        self._asked.append(Asked(self.path, "If-Modified-Since" in self.headers))
        file = Path(self.translate_path(self.path))
        if file.suffix != ".css" or not file.is_file():
            return super().do_GET()
        style = file.read_text(encoding="utf-8")
        return self._send(200, "text/css", _FONT_DISPLAY.sub(r"\1block", style).encode())

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        for name, value in self._headers.items():
            self.send_header(name, value)
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Sends 404.html for missing files, like GitHub Pages."""
        page = Path(self.directory, "404.html")
        if code != 404 or not page.exists():
            return super().send_error(code, message, explain)
        return self._send(404, "text/html", page.read_bytes())

    def log_message(self, *_: object) -> None: ...


@contextmanager
def serve(site: Path, headers: Mapping[str, str] = MappingProxyType({})) -> Iterator[Server]:
    """Serves a folder, and delays rendering text until its fonts are loaded.

    A font with `font-display: optional` that isn't loaded within a tenth of a second isn't used on that page,
    so test results would depend on the machine's load.
    """
    asked: list[Asked] = []
    handler = partial(_Handler, directory=str(site), headers=headers, asked=asked)
    http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=http.serve_forever, daemon=True).start()
    try:
        yield Server(f"http://127.0.0.1:{http.server_port}", asked)
    finally:
        http.shutdown()
        http.server_close()
