"""`make serve`, as a contributor uses it: break a file, read what is said, mend it."""

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

QUIZ = "quizzes/phase-07-scalar-autograd"
PATIENCE = 60.0


class Served:
    """A running server, and what it has said so far."""

    def __init__(self, project: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.host = f"127.0.0.1:{free.getsockname()[1]}"
        self.log = project / "serve.log"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--livereload", "--dev-addr", self.host],
            cwd=project,
            env={**os.environ, "PYTHONPATH": str(project / "hooks"), "PYTHONUNBUFFERED": "1"},
            stdout=self.log.open("w"),
            stderr=subprocess.STDOUT,
        )

    def page(self, path: str) -> str:
        try:
            with urlopen(f"http://{self.host}/{path}", timeout=5) as answer:
                return str(answer.read().decode())
        except (URLError, TimeoutError, ConnectionError):
            return ""

    def said(self) -> str:
        return self.log.read_text()


@pytest.fixture
def served(project: Path) -> Iterator[Served]:
    running = Served(project)
    yield running
    running.process.terminate()
    running.process.wait(10)


def eventually(holds: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.2)
    return holds()


def test_bad_data_keeps_the_last_good_site_until_it_is_mended(served: Served, project: Path) -> None:
    quiz = project / "data" / f"{QUIZ}.yaml"
    good = quiz.read_text()
    assert eventually(lambda: "q-07-01" in served.page(f"{QUIZ}/")), served.said()

    quiz.write_text(good.replace("kind: single", "kind: singel", 1))
    assert eventually(lambda: "Did you mean 'single'?" in served.said()), served.said()
    assert eventually(lambda: "q-07-01" in served.page(f"{QUIZ}/"))
    assert "q-07-01" in served.page(f"es/{QUIZ}/")
    assert "Traceback" not in served.said()
    assert "data/quizzes/phase-07-scalar-autograd.yaml:" in served.said()

    quiz.write_text(good.replace("en: Scalar autograd", "en: Mended autograd", 1))
    assert eventually(lambda: "Mended autograd" in served.page(f"{QUIZ}/")), served.said()

    home = project / "docs" / "index.es.md"
    home.write_text(home.read_text().replace("# Preguntas", "# Otras preguntas"))
    assert eventually(lambda: "Otras preguntas" in served.page("es/")), served.said()

    stray = project / "data" / "locales" / "fr.yaml"
    stray.write_text((project / "data" / "locales" / "en.yaml").read_text())
    assert eventually(lambda: "not the languages of data/locales" in served.said()), served.said()
    assert eventually(lambda: "Mended autograd" in served.page(f"{QUIZ}/"))
    stray.unlink()
    quiz.write_text(good)
    assert eventually(lambda: "Scalar autograd" in served.page(f"{QUIZ}/")), served.said()
