"""Two built sites enter; what a reader's browser fetches for the same page of each leaves."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import sync_playwright

from espejo.book.browser import ARGUMENTS, find_or_install


@dataclass(frozen=True, slots=True)
class Transfer:
    """What opening one page with all its answers took, over a server that compresses."""

    bytes: int
    requests: int
    math: int  # of the bytes, those of files that are there for the formulas alone


def measure_transfer(site: Path, page: str) -> Transfer:
    http = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Compressing, directory=str(site)))
    Thread(target=http.serve_forever, daemon=True).start()
    sizes: dict[str, float] = {}
    addresses: dict[str, str] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_or_install(), args=ARGUMENTS)
        window = browser.new_page(service_workers="block")  # what it keeps comes after the page
        devtools = window.context.new_cdp_session(window)
        devtools.on(
            "Network.loadingFinished",
            lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
        )
        devtools.on(
            "Network.responseReceived",
            lambda event: addresses.update({event["requestId"]: event["response"]["url"]}),
        )
        devtools.send("Network.enable")
        window.goto(f"http://127.0.0.1:{http.server_port}/{page}")
        window.wait_for_load_state("networkidle")
        window.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        window.wait_for_timeout(500)
        window.wait_for_load_state("networkidle")
        browser.close()
    http.shutdown()
    http.server_close()
    math = sum(size for one, size in sizes.items() if re.search("/katex/|math", addresses.get(one, "")))
    return Transfer(round(sum(sizes.values())), len(sizes), round(math))


class _Compressing(SimpleHTTPRequestHandler):
    """Compresses what is text, as any host does."""

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
