"""Local server, as `make serve` starts it: break a file, read the problem, repair the file."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Route, expect

from conftest import Open
from project import ROOT

QUIZ = "quizzes/phase-01-arithmetic"
PATIENCE = 300.0
"""Seconds to wait for a line of the server, or for a build. Only a server that hangs takes as long."""

REBUILT = "Reloading browsers"


class Served:
    """A running server on a free port, and what it has printed so far."""

    def __init__(self, project: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.host = f"127.0.0.1:{free.getsockname()[1]}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--livereload", "--dev-addr", self.host],
            cwd=project,
            env={**os.environ, "PYTHONPATH": str(project / "hooks"), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        self._lines: Queue[str] = Queue()
        self._printed: list[str] = []
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._printed.append(line)
            self._lines.put(line)
        self._lines.put("")

    def wait_for(self, text: str) -> bool:
        """Wait for the next line that has this text; False if the server ends or falls silent."""
        try:
            while line := self._lines.get(timeout=PATIENCE):
                if text in line:
                    return True
        except Empty:
            pass
        return False

    def shows(self, holds: Callable[[], bool]) -> bool:
        """Whether something holds now or after one of the next builds; the server is not asked in between."""
        while not holds():
            if not self.wait_for(REBUILT):
                return False
        return True

    def page(self, path: str) -> str:
        """A page. While it is built anew, the server waits with its answer."""
        with urlopen(f"http://{self.host}/{path}", timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def said(self) -> str:
        return "".join(self._printed)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


@pytest.fixture
def served(project: Path) -> Iterator[Served]:
    """The server. A port that was free can be taken before the first build is done; then another one is."""
    running = Served(project)
    while not running.wait_for("Serving on") and "Address already in use" in running.said():
        running.stop()
        running = Served(project)
    yield running
    running.stop()


def test_bad_data_keeps_the_last_good_site_until_it_is_repaired(served: Served, project: Path) -> None:
    """Problems of the data and of its languages are told; data and hand-written pages are shown anew."""
    quiz = project / "data" / f"{QUIZ}.yaml"
    good = quiz.read_text(encoding="utf-8")
    assert "q-01-01" in served.page(f"{QUIZ}/")

    quiz.write_text(replace(good, "kind: single", "kind: singel"), encoding="utf-8")
    assert served.wait_for("Did you mean 'single'?"), served.said()
    assert "q-01-01" in served.page(f"{QUIZ}/")
    assert "q-01-01" in served.page(f"es/{QUIZ}/")
    assert "Traceback" not in served.said()
    assert f"data/{QUIZ}.yaml:" in served.said()

    quiz.write_text(replace(good, "en: Whole numbers", "en: Repaired numbers"), encoding="utf-8")
    words = project / "data" / "locales" / "en.yaml"
    english = words.read_text(encoding="utf-8")
    words.write_text(replace(english, 'not_found: "not_found"', 'not_found: "It is lost."'), encoding="utf-8")
    home = project / "docs" / "index.es.md"
    written = home.read_text(encoding="utf-8")
    home.write_text(f"{written}\nUn párrafo nuevo.\n", encoding="utf-8")
    assert served.shows(lambda: "Repaired numbers" in served.page(f"{QUIZ}/")), served.said()
    assert served.shows(lambda: "It is lost." in served.page("404.html")), served.said()
    assert served.shows(lambda: "Un párrafo nuevo." in served.page("es/")), served.said()

    locales = project / "data" / "locales"
    (locales / "fr.yaml").write_text((locales / "en.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    assert served.wait_for("the languages differ from data/locales"), served.said()
    assert "Repaired numbers" in served.page(f"{QUIZ}/")
    (locales / "fr.yaml").unlink()
    quiz.write_text(good, encoding="utf-8")
    assert served.shows(lambda: "Whole numbers" in served.page(f"{QUIZ}/")), served.said()


def test_a_script_that_changes_is_bundled_anew(served: Served, project: Path) -> None:
    """A broken one is told with its place, and the last good ones are served until it is repaired."""
    script = project / "docs" / "assets" / "js" / "keys.js"
    good = script.read_text(encoding="utf-8")
    assert "/livereload/" in served.page("assets/js/live_reload.js")
    assert "data-worker" not in served.page(f"{QUIZ}/")  # what is being worked on is not kept
    assert "unregister" in served.page("service_worker.js")  # and what was kept at this address is removed

    script.write_text(f"{good}const broken = ;\n", encoding="utf-8")
    assert served.wait_for(f"docs/assets/js/keys.js:{len(good.splitlines()) + 1}:15:"), served.said()
    assert served.wait_for("Serving the last good scripts"), served.said()
    assert "aria-keyshortcuts" in served.page("assets/js/main.js")
    assert "assets/js/main.js" in served.page(f"{QUIZ}/")

    script.write_text(f"{good}dispatchEvent(new Event('repaired'));\n", encoding="utf-8")
    assert served.shows(lambda: "repaired" in served.page("assets/js/main.js")), served.said()
    assert "Traceback" not in served.said()


def test_a_page_that_is_open_is_loaded_anew_under_the_same_policy(
    served: Served, project: Path, visit: Open
) -> None:
    """Twice in a row, by a script of ours. The fixture `visit` fails if the policy stops anything."""
    quiz = project / "data" / f"{QUIZ}.yaml"
    good = quiz.read_text(encoding="utf-8")
    page = visit(f"/es/{QUIZ}/", at=f"http://{served.host}")
    expect(page.locator("meta[http-equiv=Content-Security-Policy]")).to_have_count(1)
    expect(page.locator("script:not([src]):not([type='application/json'])")).to_have_count(0)
    for words in ("Números nuevos", "Números más nuevos"):
        quiz.write_text(replace(good, "es: Números enteros", f"es: {words}"), encoding="utf-8")
        expect(page).to_have_title(re.compile(words), timeout=PATIENCE * 1000)


def test_a_page_asks_another_server_only_now_and_then(browser: Browser) -> None:
    """It has the port of the one that has stopped, and answers at once that there is no such page."""
    script = (ROOT / "docs/assets/js/live_reload.js").read_text(encoding="utf-8")
    page, asked = browser.new_page(service_workers="block"), []
    page.set_default_timeout(PATIENCE * 1000)

    def answer(route: Route) -> None:
        if "/livereload/" in route.request.url:
            asked.append(route.request.url)
            route.fulfill(status=404, body="no such page")
        elif route.request.url.endswith(".js"):
            route.fulfill(body=script, content_type="text/javascript")
        else:
            route.fulfill(
                body="<script type=module src=/s.js data-epoch=1></script>", content_type="text/html"
            )

    page.route("**/*", answer)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    with page.expect_response("**/livereload/**"):
        page.goto("http://elsewhere.test/")
    for _ in range(20):
        page.evaluate("fetch('/other').then(answer => answer.text())")
    assert len(asked) == 1
    with page.expect_response("**/livereload/**"):
        page.clock.run_for(4000)
    page.evaluate("fetch('/other').then(answer => answer.text())")
    assert len(asked) == 2
    page.close()


def replace(text: str, old: str, new: str) -> str:
    """The text with the first occurrence replaced, which must be there."""
    assert old in text, old
    return text.replace(old, new, 1)
