"""Host of a built site that compresses as GitHub Pages does, and counts what it sends."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import urlsplit

_TEXT = (".html", ".css", ".js", ".json", ".svg", ".xml", ".webmanifest")


class Sent(NamedTuple):
    """The answer to one request: the bytes of its body as they were sent, and unpacked."""

    path: str
    compressed: int
    whole: int


class Host:
    """Where the site is to be had, and what was sent since it was last asked."""

    def __init__(self) -> None:
        self.address = ""
        self.sent: list[Sent] = []


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # connections stay open, as everywhere

    def __init__(self, *arguments: Any, host: Host, **options: Any) -> None:
        self._host = host
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        is_there = path.is_file()
        body, whole = _pack(path) if is_there else (b"", 0)
        self.send_response(200 if is_there else 404)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=600")
        if path.suffix in _TEXT and is_there:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        with suppress(ConnectionError):  # the reader has gone on
            self.wfile.write(body)
        self._host.sent.append(Sent(urlsplit(self.path).path, len(body), whole))

    def log_message(self, *_: object) -> None: ...


@cache
def _pack(path: Path) -> tuple[bytes, int]:
    """A file as it is sent, and its size before that. Packed once, so that no opening waits for it."""
    content = path.read_bytes()
    return (gzip.compress(content, mtime=0) if path.suffix in _TEXT else content), len(content)


@contextmanager
def host_site(site: Path) -> Iterator[Host]:
    host = Host()
    http = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, host=host, directory=str(site)))
    http.daemon_threads = True
    Thread(target=http.serve_forever, daemon=True).start()
    host.address = f"http://127.0.0.1:{http.server_port}"
    try:
        yield host
    finally:
        http.shutdown()
        http.server_close()
