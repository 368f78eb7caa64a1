"""Bytes a browser fetches for a page full of formulas: ours, and stock MkDocs with KaTeX."""

from __future__ import annotations

import gzip
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.sync_api import sync_playwright

from espejo.book.browser import ARGUMENTS, find_or_install

from .banks import copy_published
from .builds import Builder, build_cold
from .peers import write_stock

PAGE = "study-guide/quiz-11-transformers/"


def measure_fetching() -> dict[str, int]:
    """Bytes fetched for the page by builder, with all answers open and a compressing server."""
    with TemporaryDirectory(prefix="espejo-bench-") as name:
        ours = copy_published(Path(name) / "ours")
        folders = {"Espejo": ours, "MkDocs": write_stock(ours / "data", Path(name) / "stock")}
        for builder, folder in folders.items():
            build_cold(Builder(builder, (folder,)))
        return {builder: _fetch(folder / "site", PAGE) for builder, folder in folders.items()}


def _fetch(site: Path, path: str) -> int:
    http = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Compressing, directory=str(site)))
    Thread(target=http.serve_forever, daemon=True).start()
    sizes: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_or_install(), args=ARGUMENTS)
        page = browser.new_page(service_workers="block")  # a worker downloads more after the page
        devtools = page.context.new_cdp_session(page)
        devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        devtools.send("Network.enable")
        page.goto(f"http://127.0.0.1:{http.server_port}/{path}")
        page.wait_for_load_state("networkidle")
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        page.wait_for_timeout(500)
        page.wait_for_load_state("networkidle")
        browser.close()
    http.shutdown()
    http.server_close()
    return round(sum(sizes))


class _Compressing(SimpleHTTPRequestHandler):
    """Compresses text, as most hosts do."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        body = path.read_bytes()
        self.send_response(200)
        if path.suffix in (".html", ".css", ".js", ".json", ".svg", ".xml"):
            body = gzip.compress(body)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...
