"""Latency of `make serve`: from saving a quiz's file to seeing the new text in a real browser."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.request import urlopen

from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, sync_playwright

from espejo.book.browser import ARGUMENTS, find_or_install

from .banks import copy_published, find_quizzes, make_project
from .builds import BenchError

_START = 600  # timeout for the first build, in seconds
_SHOWN = 120  # timeout for showing an edit, in seconds
_REST = 1.5  # pause between edits, in seconds, so that no build is still running
_SHOWS = "word => document.body?.textContent.includes(word)"
_TITLE = re.compile(r"""^( +)title:\n\1  en: [^>|'"\n].*()\n\1  es: [^>|'"\n].*()$""", re.MULTILINE)


def measure_serving(quizzes: int, edits: int) -> dict[str, float]:
    """Fewest seconds from an edit to the open page, for the published bank and a larger one."""
    with TemporaryDirectory(prefix="espejo-bench-") as name:
        large = make_project(Path(name) / "large", quizzes=quizzes)
        return {
            "this bank": _measure(copy_published(Path(name) / "published"), edits),
            f"{quizzes:,} quizzes": _measure(large, edits),
        }


def _measure(project: Path, edits: int) -> float:
    """Serves a project, opens a quiz's page, and edits its file this many times."""
    quiz = next(find_quizzes(project / "data"))
    text = quiz.read_text(encoding="utf-8")
    seconds = []
    with _serve(project, f"{quiz.parent.name}/{quiz.stem}/") as address, _open(address) as page:
        for number in range(edits):
            time.sleep(_REST)
            word = f"served{number}"
            start = perf_counter()
            quiz.write_text(edit_title(text, word), encoding="utf-8")
            _wait_for(page, word)
            seconds.append(perf_counter() - start)
            print(f"{project.name}, shown after an edit: {seconds[-1]:.2f} s", file=sys.stderr)
    return min(seconds)


def edit_title(text: str, word: str) -> str:
    """Adds a word to the first plain title of a question, in both languages.

    The word has a digit, such as "served1", so that the spelling check ignores it.
    """
    title = _TITLE.search(text)
    if not title:
        raise BenchError("No question of the quiz has a plain title in each language.")
    english, spanish = title.end(2), title.end(3)
    return f"{text[:english]} {word}{text[english:spanish]} {word}{text[spanish:]}"


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
    with log.open("wb") as output:
        server = subprocess.Popen(command, cwd=project, stdout=output, stderr=output, start_new_session=True)
        try:
            address = f"http://127.0.0.1:{port}/{path}"
            _wait_until_served(server, address, log)
            yield address
        finally:
            os.killpg(server.pid, signal.SIGTERM)  # the server and its workers
            server.wait(timeout=30)


def _wait_until_served(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    end = perf_counter() + _START
    while perf_counter() < end and server.poll() is None:
        try:
            with urlopen(address, timeout=5):  # noqa: S310 (our own server)
                return
        except OSError:
            time.sleep(0.2)
    raise BenchError(f"The page was not served:\n{log.read_text(encoding='utf-8')[-2000:]}")


def _find_free_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])
