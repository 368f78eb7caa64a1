"""Local server, as started by `make serve`: break a file, read the problem, fix the file."""

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
from time import monotonic
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from conftest import Open
from edits import replace_once
from espejo.model.addresses import text_path
from project import ROOT
from small_bank import copy_project

QUIZ = "quizzes/phase-01-arithmetic"
PATIENCE = 300.0
"""Seconds to wait for output or for a build. Only a server that hangs takes this long."""

REBUILT = "Reloading browsers"


# A hook that makes quiz pages fail while there is a file called `fail`.
_FAILING = """
from pathlib import Path
from espejo.rendering.page_view import View

write_size = View.size

def size(view, unit):
    if Path("fail").exists():
        raise RuntimeError("made to fail")
    return write_size(view, unit)

View.size = size
"""


class Served:
    """A running server on a free port, and its output so far."""

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
        """Wait for the next line with this text; False if the server ends or stops printing."""
        try:
            while line := self._lines.get(timeout=PATIENCE):
                if text in line:
                    return True
        except Empty:
            pass
        return False

    def shows(self, holds: Callable[[], bool]) -> bool:
        """Wait until a condition holds now or after one of the next builds, without requests in between."""
        while not holds():
            if not self.wait_for(REBUILT):
                return False
        return True

    def page(self, path: str) -> str:
        return self.read(path).decode()

    def has(self, path: str) -> bool:
        try:
            return bool(self.page(path))
        except HTTPError:
            return False

    def read(self, path: str) -> bytes:
        """Fetch a file. The server delays its response while it rebuilds the site."""
        with urlopen(f"http://{self.host}/{path}", timeout=PATIENCE) as answer:
            return bytes(answer.read())

    def follow(self, holds: Callable[[], bool]) -> bool:
        """Poll for updates as an open page does, until a condition holds."""
        epoch, end = 0, monotonic() + PATIENCE
        while not holds():
            if monotonic() > end:
                return False
            epoch = int(self.page(f"livereload/{epoch}/0"))
        return True

    def forget(self) -> None:
        """Clear the output so far."""
        self._printed.clear()
        while not self._lines.empty():
            self._lines.get()

    def said(self) -> str:
        return "".join(self._printed)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the project to serve. Tests share it, and each leaves it without problems."""
    project = copy_project(tmp_path_factory.mktemp("serve") / "project")
    (project / "hooks" / "added.py").write_text(_FAILING, encoding="utf-8")
    replace_once(project / "mkdocs.yml", "mirror.py]", "mirror.py, hooks/added.py]")
    return project


@pytest.fixture(scope="module")
def running(project: Path) -> Iterator[Served]:
    """Start the server. If its free port is taken before the first build ends, try another port."""
    running = Served(project)
    while not running.wait_for("Serving on") and "Address already in use" in running.said():
        running.stop()
        running = Served(project)
    yield running
    running.stop()


@pytest.fixture
def served(running: Served) -> Served:
    """Return the same server with its output cleared."""
    running.forget()
    return running


def test_problems_are_reported_over_the_last_good_site_until_they_are_fixed(
    served: Served, project: Path, visit: Open
) -> None:
    """The terminal and open pages show them as plain text, in the page's language, with file and line."""
    quiz = project / "data" / f"{QUIZ}.yaml"
    good = quiz.read_text(encoding="utf-8")
    pages = [visit(f"/{prefix}{QUIZ}/", at=f"http://{served.host}") for prefix in ("", "es/")]
    titles = [page.title() for page in pages]
    bad = "<script>document.title='bad'</script><img src=x>"
    quiz.write_text(replace(good, "kind: single", f'kind: "{bad}"'), encoding="utf-8")
    line = good[: good.index("kind: single")].count("\n") + 1
    headings = ("The data has problems:", "Los datos tienen problemas:")
    for page, title, heading in zip(pages, titles, headings, strict=True):
        box = page.locator(".live-trouble")
        expect(box).to_be_visible(timeout=PATIENCE * 1000)
        expect(box.get_by_role("heading")).to_have_text(heading)
        expect(box).to_contain_text(f"data/{QUIZ}.yaml:{line}:")
        expect(box).to_contain_text(bad)
        expect(box.locator("script, img")).to_have_count(0)
        expect(page.locator("#q-01-01")).to_be_visible()
        assert page.title() == title
        settle(page)
    assert f"data/{QUIZ}.yaml:{line}:" in served.said()
    assert "Traceback" not in served.said()
    assert "q-01-01" in served.page(f"{QUIZ}/")
    quiz.write_text(good, encoding="utf-8")
    for page in pages:
        expect(page.locator(".live-trouble")).to_have_count(0, timeout=PATIENCE * 1000)


def test_words_and_hand_written_pages_are_rebuilt_and_a_new_language_gets_pages(
    served: Served, project: Path
) -> None:
    locales, home = project / "data" / "locales", project / "docs" / "index.es.md"
    replace_once(locales / "en.yaml", 'not_found: "not_found"', 'not_found: "It is lost."')
    home.write_text(f"{home.read_text(encoding='utf-8')}\nUn párrafo nuevo.\n", encoding="utf-8")
    assert served.shows(lambda: "It is lost." in served.page("404.html")), served.said()
    assert served.shows(lambda: "Un párrafo nuevo." in served.page("es/")), served.said()
    settings = project / "data" / "bank.yaml"
    languages = settings.read_text(encoding="utf-8")
    settings.write_text(replace(languages, "[en, es]", "[en, es, fr]"), encoding="utf-8")
    assert served.shows(lambda: served.has("fr/")), served.said()
    settings.write_text(languages, encoding="utf-8")
    assert served.shows(lambda: not served.has("fr/")), served.said()
    assert served.said().count(REBUILT) < 12, "an edit is built once, not forever"


def test_a_broken_script_is_reported_until_it_is_fixed(served: Served, project: Path, visit: Open) -> None:
    """The last good scripts are served. The report stays through later builds, with good or bad data."""
    script, quiz = project / "hooks/espejo/site/js/keys.js", project / "data" / f"{QUIZ}.yaml"
    good_script, good = script.read_text(encoding="utf-8"), quiz.read_text(encoding="utf-8")
    place = f"hooks/espejo/site/js/keys.js:{len(good_script.splitlines()) + 1}:15:"
    assert "/livereload/" in served.page("assets/js/live_reload.js")
    assert "data-worker" not in served.page(f"{QUIZ}/")  # the service worker is off while you edit
    assert "unregister" in served.page("service_worker.js")  # and an old one is removed
    page = visit(f"/{QUIZ}/", at=f"http://{served.host}")
    box = page.locator(".live-trouble")
    script.write_text(f"{good_script}const broken = ;\n", encoding="utf-8")
    assert served.wait_for(place), served.said()
    assert served.wait_for("Serving the last good scripts"), served.said()
    expect(box).to_contain_text(place, timeout=PATIENCE * 1000)
    expect(page.locator("#q-01-01")).to_be_visible()
    assert "aria-keyshortcuts" in served.page("assets/js/main.js")
    quiz.write_text(replace(good, "en: Whole numbers", "en: Other numbers"), encoding="utf-8")
    expect(page).to_have_title(re.compile("Other numbers"), timeout=PATIENCE * 1000)
    expect(box).to_contain_text(place)
    quiz.write_text(replace(good, "kind: single", "kind: singel"), encoding="utf-8")
    expect(box).to_contain_text("unknown value 'singel'", timeout=PATIENCE * 1000)
    script.write_text(f"{good_script}dispatchEvent(new Event('repaired'));\n", encoding="utf-8")
    assert served.wait_for(REBUILT), served.said()
    quiz.write_text(good, encoding="utf-8")
    expect(box).to_have_count(0, timeout=PATIENCE * 1000)
    assert "repaired" in served.page("assets/js/main.js")
    script.write_text(good_script, encoding="utf-8")
    assert served.shows(lambda: "repaired" not in served.page("assets/js/main.js")), served.said()
    settle(page)
    assert "Traceback" not in served.said()


def test_an_open_page_shows_an_edit_where_the_reader_is(served: Served, project: Path, visit: Open) -> None:
    """Works repeatedly, under the same policy. Open answers stay open, and the page keeps its position."""
    quiz = project / "data" / f"{QUIZ}.yaml"
    page = visit(f"/es/{QUIZ}/", at=f"http://{served.host}")
    expect(page.locator("meta[http-equiv=Content-Security-Policy]")).to_have_count(1)
    expect(page.locator("script:not([src]):not([type='application/json'])")).to_have_count(0)
    page.locator("#q-01-03 details.answer > summary").click()
    page.evaluate("document.querySelector('#q-01-03').scrollIntoView()")
    top = page.locator("#q-01-03").bounding_box()
    for old, words in (("Números enteros", "Números nuevos"), ("Números nuevos", "Números más nuevos")):
        replace_once(quiz, f"es: {old}", f"es: {words}")
        expect(page).to_have_title(re.compile(words), timeout=PATIENCE * 1000)
        expect(page.locator("#q-01-03 details.answer")).to_have_attribute("open", "")
        expect(page.locator("#q-01-01 details.answer")).not_to_have_attribute("open", "")
        settle(page)
        page.wait_for_function("scrollY > 100")
        now = page.locator("#q-01-03").bounding_box()
        assert top
        assert now
        assert abs(now["y"] - top["y"]) < 60, (top, now)
    replace_once(quiz, "Números más nuevos", "Números enteros")
    expect(page).to_have_title(re.compile("Números enteros"), timeout=PATIENCE * 1000)
    settle(page)


def test_an_edit_elsewhere_does_not_load_a_page_again(served: Served, project: Path, visit: Open) -> None:
    """The page checks whether it has changed, and isn't reloaded."""
    other, quiz = "quizzes/phase-02-collections", project / "data/quizzes/phase-02-collections.yaml"
    good = quiz.read_text(encoding="utf-8")
    page = visit("/study-guide/quiz-03-strings/", at=f"http://{served.host}")
    page.evaluate("window.isSame = true")
    with page.expect_response(lambda answer: answer.url == page.url, timeout=PATIENCE * 1000):
        quiz.write_text(replace(good, "title:\n      en: ", "title:\n      en: Xylophone "), encoding="utf-8")
    assert served.follow(lambda: "Xylophone" in served.page(f"{other}/")), served.said()
    assert page.evaluate("window.isSame")


def test_pages_that_an_edit_left_alone_are_those_of_a_full_build(served: Served, project: Path) -> None:
    """A comment in bank.yaml forces every page to be rendered again; nothing may differ."""
    quiz, bank = project / "data" / f"{QUIZ}.yaml", project / "data/bank.yaml"
    good, name = quiz.read_text(encoding="utf-8"), bank.read_text(encoding="utf-8")
    explained = re.sub(r"That is the quotient[^`]*`", "That is what remains, `", good)
    quiz.write_text(replace(explained, "title:\n      en: ", "title:\n      en: Whatever "), encoding="utf-8")
    assert served.follow(lambda: "Whatever" in served.page(f"{QUIZ}/")), served.said()
    addresses = re.findall(r"<loc>http://[^/]+/(.*?)</loc>", served.page("sitemap.xml"))
    assert f"es/{QUIZ}/" in addresses
    pages = {address: served.page(address) for address in addresses}
    served.forget()
    bank.write_text(f"{name}# A comment\n", encoding="utf-8")
    assert served.wait_for(REBUILT), served.said()
    assert {address: served.page(address) for address in addresses} == pages
    quiz.write_text(good, encoding="utf-8")
    bank.write_text(name, encoding="utf-8")


def test_an_error_in_a_template_is_reported_and_the_last_good_pages_stay(
    served: Served, project: Path, visit: Open
) -> None:
    """The report names the template. After a fix, the next edit is shown."""
    quiz, fail = project / "data" / f"{QUIZ}.yaml", project / "fail"
    text = quiz.read_text(encoding="utf-8")
    page = visit(f"/es/{QUIZ}/", at=f"http://{served.host}")
    fail.touch()
    quiz.write_text(replace(text, "es: Números", "es: Estos números"), encoding="utf-8")
    assert served.wait_for("The build has failed:"), served.said()
    assert served.wait_for("RuntimeError: made to fail"), served.said()
    assert "entry.html" in served.said()
    assert "Números" in served.page(f"es/{QUIZ}/")
    assert "q-02-01" in served.page("quizzes/phase-02-collections/")
    fail.unlink()
    quiz.write_text(replace(text, "es: Números", "es: Otros números"), encoding="utf-8")
    expect(page).to_have_title(re.compile("Otros números"), timeout=PATIENCE * 1000)
    settle(page)
    quiz.write_text(text, encoding="utf-8")
    expect(page).not_to_have_title(re.compile("Otros números"), timeout=PATIENCE * 1000)
    settle(page)


def test_a_quiz_that_comes_or_goes_is_followed(served: Served, project: Path, visit: Open) -> None:
    """An open page that lists it is updated, too."""
    page = visit("/quizzes/", at=f"http://{served.host}")
    new = project / "data/quizzes/phase-09-new.yaml"
    text = (project / "data/quizzes/phase-02-collections.yaml").read_text(encoding="utf-8")
    new.write_text(text.replace("q-02-", "q-09-").replace("en: Phase 2", "en: Phase 9"), encoding="utf-8")
    entry = page.locator('a[href*="phase-09-new"]')
    expect(entry).to_have_count(1, timeout=PATIENCE * 1000)
    assert "q-09-01" in served.page("quizzes/phase-09-new/")
    assert served.has(text_path("es", "quizzes", "phase-09-new"))
    settle(page)
    new.unlink()
    expect(entry).to_have_count(0, timeout=PATIENCE * 1000)
    assert not served.has("quizzes/phase-09-new/")
    assert not served.has("es/quizzes/phase-09-new/side-by-side/")


def test_a_style_that_changes_is_shown(served: Served, project: Path, visit: Open) -> None:
    page = visit("/es/topics/", at=f"http://{served.host}")
    style = project / "hooks/espejo/site/css/base.css"
    good = style.read_text(encoding="utf-8")
    style.write_text(f"{good}\nbody {{\n  letter-spacing: 3px;\n}}\n", encoding="utf-8")
    expect(page.locator("body")).to_have_css("letter-spacing", "3px", timeout=PATIENCE * 1000)
    settle(page)
    style.write_text(good, encoding="utf-8")
    expect(page.locator("body")).not_to_have_css("letter-spacing", "3px", timeout=PATIENCE * 1000)
    settle(page)


def test_a_page_rarely_polls_a_server_that_is_not_ours(browser: Browser) -> None:
    """Another server may have taken the port of one that has stopped; it responds with 404 at once."""
    script = (ROOT / "hooks/espejo/site/js/live_reload.js").read_text(encoding="utf-8")
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
                body="<script type=module src=/s.js data-mount=/ data-loaded=1></script>",
                content_type="text/html",
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


def settle(page: Page) -> None:
    """Wait until a reloaded page has all its files: the server doesn't respond while it builds."""
    while True:
        page.wait_for_load_state("load")
        try:
            page.evaluate("document.fonts.ready.then(() => {})")
        except Error as error:  # the page is being reloaded
            assert "navigation" in error.message
        else:
            return


def replace(text: str, old: str, new: str) -> str:
    """Replace the first occurrence, which must exist."""
    assert old in text, old
    return text.replace(old, new, 1)
