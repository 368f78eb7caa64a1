"""Latency of `make serve`: from saving a quiz's file to the new text in an open page of a real browser."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, sync_playwright

from espejo.book.browser import ARGUMENTS, find_or_install

from .edits import TitleEdit
from .measure import BenchError

_START = 600  # seconds until the first build must be served
_SHOWN = 120  # seconds until an edit must be shown
_REST = 1.5  # seconds between two edits, so that no build is still under way
_SHOWS = "word => document.body.textContent.includes(word)"


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds from saving the file to the new page, once for each edit."""

    seconds: tuple[float, ...]

    @property
    def best(self) -> float:
        return min(self.seconds)

    @property
    def usual(self) -> float:
        return median(self.seconds)


def measure_latency(project: Path, quiz: Path, edits: int) -> Latency:
    """Serves the project, opens the quiz's page, and edits its file so often."""
    edit = TitleEdit(quiz)
    with _serve(project, f"{quiz.parent.name}/{quiz.stem}/") as address, _open(address) as page:
        seconds = []
        for number in range(edits):
            time.sleep(_REST)
            word = f"served{number}"
            if page.evaluate(_SHOWS, word):
                raise BenchError(f"The page shows {word} before the file was saved.")
            start = perf_counter()
            edit.save(word)
            _wait_for(page, word)
            seconds.append(perf_counter() - start)
            print(f"{project.name}, shown after an edit: {seconds[-1]:.2f} s", file=sys.stderr, flush=True)
    return Latency(tuple(seconds))


def _wait_for(page: Page, word: str) -> None:
    try:
        page.wait_for_function(_SHOWS, arg=word, timeout=_SHOWN * 1000)
    except BrowserError as error:
        raise BenchError(f"An edit was not shown within {_SHOWN} s: {error}") from error


@contextmanager
def _open(address: str) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_or_install(), args=ARGUMENTS)
        page = browser.new_page()
        page.goto(address, wait_until="load")
        yield page
        browser.close()


@contextmanager
def _serve(project: Path, path: str) -> Iterator[str]:
    """Starts the server as `make serve` does, and waits until it answers. Yields the page's address."""
    port = _find_free_port()
    command = [sys.executable, "-m", "mkdocs", "serve", "--livereload", "-a", f"127.0.0.1:{port}"]
    log = project / "serve.log"
    with log.open("w", encoding="utf-8") as output:
        server = subprocess.Popen(
            command, cwd=project, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
        try:
            address = f"http://127.0.0.1:{port}/{path}"
            _wait_until_served(server, address, log)
            yield address
        finally:
            _stop(server)


def _wait_until_served(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    end = perf_counter() + _START
    while perf_counter() < end and server.poll() is None:
        try:
            with urlopen(address, timeout=5):  # noqa: S310 (our own server)
                return
        except (URLError, OSError):
            time.sleep(0.2)
    last = log.read_text(encoding="utf-8").splitlines()[-20:]
    raise BenchError("\n".join(["The page was not served. The end of the server's output:", *last]))


def _stop(server: subprocess.Popen[bytes]) -> None:
    """Ends the server and the workers it has started, which are in one group of processes."""
    os.killpg(server.pid, signal.SIGTERM)
    try:
        server.wait(timeout=10)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


def _find_free_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])
