"""Local server, as `make serve` starts it: break a file, read the problem, repair the file."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

QUIZ = "quizzes/phase-01-arithmetic"
PATIENCE = 60.0


class Served:
    """A running server on a free port, and what it has printed so far."""

    def __init__(self, project: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.host = f"127.0.0.1:{free.getsockname()[1]}"
        self.log = project / "serve.log"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--livereload", "--dev-addr", self.host],
            cwd=project,
            env={**os.environ, "PYTHONPATH": str(project / "hooks"), "PYTHONUNBUFFERED": "1"},
            stdout=self.log.open("w", encoding="utf-8"),
            stderr=subprocess.STDOUT,
        )

    def page(self, path: str) -> str:
        try:
            with urlopen(f"http://{self.host}/{path}", timeout=5) as answer:
                return str(answer.read().decode())
        except (URLError, TimeoutError, ConnectionError):
            return ""

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")


@pytest.fixture
def served(project: Path) -> Iterator[Served]:
    running = Served(project)
    yield running
    running.process.terminate()
    running.process.wait(10)


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether something holds within a minute; it is asked several times a second."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.2)
    return holds()


def test_bad_data_keeps_the_last_good_site_until_it_is_repaired(served: Served, project: Path) -> None:
    """Problems of the data and of its languages are told; data and hand-written pages are shown anew."""
    quiz = project / "data" / f"{QUIZ}.yaml"
    good = quiz.read_text(encoding="utf-8")
    assert eventually(lambda: "q-01-01" in served.page(f"{QUIZ}/")), served.said()

    quiz.write_text(replace(good, "kind: single", "kind: singel"), encoding="utf-8")
    assert eventually(lambda: "Did you mean 'single'?" in served.said()), served.said()
    assert eventually(lambda: "q-01-01" in served.page(f"{QUIZ}/")), served.said()
    assert "q-01-01" in served.page(f"es/{QUIZ}/")
    assert "Traceback" not in served.said()
    assert f"data/{QUIZ}.yaml:" in served.said()

    quiz.write_text(replace(good, "en: Whole numbers", "en: Repaired numbers"), encoding="utf-8")
    assert eventually(lambda: "Repaired numbers" in served.page(f"{QUIZ}/")), served.said()

    words = project / "data" / "locales" / "en.yaml"
    english = words.read_text(encoding="utf-8")
    words.write_text(replace(english, 'not_found: "not_found"', 'not_found: "It is lost."'), encoding="utf-8")
    assert eventually(lambda: "It is lost." in served.page("404.html")), served.said()

    home = project / "docs" / "index.es.md"
    written = home.read_text(encoding="utf-8")
    home.write_text(f"{written}\nUn párrafo nuevo.\n", encoding="utf-8")
    assert eventually(lambda: "Un párrafo nuevo." in served.page("es/")), served.said()

    locales = project / "data" / "locales"
    (locales / "fr.yaml").write_text((locales / "en.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    assert eventually(lambda: "the languages differ from data/locales" in served.said()), served.said()
    assert eventually(lambda: "Repaired numbers" in served.page(f"{QUIZ}/")), served.said()
    (locales / "fr.yaml").unlink()
    quiz.write_text(good, encoding="utf-8")
    assert eventually(lambda: "Whole numbers" in served.page(f"{QUIZ}/")), served.said()


def replace(text: str, old: str, new: str) -> str:
    """The text with the first occurrence replaced, which must be there."""
    assert old in text, old
    return text.replace(old, new, 1)
