"""Fixtures that all tests share: copies of the small bank, the built site, a server, a browser.

No test outside tests/content may read the published bank; tests/support/guard.py catches those that do.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    expect,
    sync_playwright,
)

import guard
from espejo.book.browser import ARGUMENTS, find_or_install
from espejo.commands.terminal import set_language
from espejo.messages.catalog import ENGLISH
from newcomer_projects import build_flat, build_full, build_plain, check_built
from project import ROOT
from sharing import make_once
from site_server import Server, serve
from small_bank import copy_project, write_bank

if TYPE_CHECKING:
    from anki.collection import Collection

Open = Callable[..., Page]
BuildOnce = Callable[..., Path]

CONTENT = ROOT / "tests" / "content"

# Tests may import helpers from tests of another room, such as `from test_browser import run_axe`.
sys.path += [str(room) for room in (ROOT / "tests").glob("*/") if not (room / "__init__.py").exists()]

PATIENCE = 60_000
"""Milliseconds to wait for a page. Only a broken page takes that long."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden", action="store_true", help="rewrite the expected files in tests/cases and tests/golden"
    )
    parser.addoption(
        "--browsers", default="chromium,firefox", help="browsers for tests/browsers; webkit is the third one"
    )


def pytest_configure() -> None:
    speak_english()
    live_in_utc()
    guard.install()
    expect.set_options(timeout=PATIENCE)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Reports how many tests were skipped, and why."""
    skipped = terminalreporter.stats.get("skipped", ())
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped)
    for reason, count in reasons.items():
        terminalreporter.write_line(f"NOT TESTED: {count} TESTS WERE SKIPPED. {reason}", red=True)


def speak_english() -> None:
    """Makes the tests and their child processes use English, without changing the character encoding."""
    if everything := os.environ.pop("LC_ALL", ""):
        os.environ["LC_CTYPE"] = everything
    os.environ.pop("LANGUAGE", None)
    os.environ["LC_MESSAGES"] = "C"


def live_in_utc() -> None:
    """Sets the tests and their child processes to UTC, because Anki counts days in local time."""
    os.environ["TZ"] = "UTC"
    time.tzset()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fails the collection of a module that reads the published bank on import."""
    report = yield
    reads = guard.take_reads()
    if reads and isinstance(collector, pytest.Module) and not collector.path.is_relative_to(CONTENT):
        report.outcome, report.longrepr = "failed", guard.explain(collector.nodeid, reads)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Fails a test that has read the published bank, including through a shared fixture."""
    yield
    _refuse_reads(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    yield
    _refuse_reads(item)


def _refuse_reads(item: pytest.Item) -> None:
    reads = guard.take_reads()
    if reads and not item.path.is_relative_to(CONTENT):
        pytest.fail(guard.explain(item.nodeid, reads), pytrace=False)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Resets the language to English, in case a command changed it."""
    yield
    set_language(ENGLISH)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the small bank that a test may change; returns its `data` path."""
    return write_bank(tmp_path / "bank" / "data")


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    """The collection of a learner who has just installed Anki in English."""
    import anki.lang
    from anki.collection import Collection

    anki.lang.set_lang("en")
    opened = Collection(str(tmp_path / "learner.anki2"))
    yield opened
    opened.close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project with the small bank as its `data`, which tests may change."""
    return copy_project(tmp_path / "project")


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder shared by all processes of this test run."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def build_once(shared: Path) -> BuildOnce:
    """Copies the project with the small bank, edits the copy, and builds it strictly, once per test run.

    Returns the copy. Tests that pass the same name share it, so they must not change it.
    """

    def build_project(name: str, edit: Callable[[Path], object] = lambda _: None) -> Path:
        def make(folder: Path) -> None:
            project = copy_project(folder / "project")
            edit(project)
            done = build(project)
            assert done.returncode == 0, done.stdout + done.stderr

        return make_once(shared, name, make) / "project"

    return build_project


@pytest.fixture(scope="session")
def site(build_once: BuildOnce) -> Path:
    """The site of the small bank, built strictly. Tests share it and must not change it."""
    return build_once("small-bank") / "site"


@pytest.fixture(scope="session")
def plain(shared: Path) -> Path:
    """The newcomer's site without changes, built strictly."""
    return check_built(build_plain(shared)).site


@pytest.fixture(scope="session")
def full(shared: Path) -> Path:
    """The newcomer's site with a custom nav and appearance, served under a subpath."""
    return check_built(build_full(shared)).site


@pytest.fixture(scope="session")
def flat(shared: Path) -> Path:
    """The newcomer's site built for file: URLs: pages are files, not folders."""
    return check_built(build_flat(shared)).site


@pytest.fixture(scope="session")
def server(site: Path) -> Iterator[Server]:
    with serve(site) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=ROOT / "tests" / "support" / "chromium.sh",
            args=ARGUMENTS,
            env={**os.environ, "CHROMIUM": find_or_install()},
        )
        yield running
        running.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Open]:
    """Opens a page in its own window; no request may fail, violate the policy, or go to another host."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(
        path: str,
        *,
        width: int = 1200,
        height: int = 800,
        at: str = "",
        fonts: bool = True,
        **options: object,
    ) -> Page:
        address = at or server.address
        # A service worker would bypass the server and the tests' own routes.
        settings: Any = {
            "viewport": {"width": width, "height": height},
            "service_workers": "block",
            **options,
        }
        context = browser.new_context(**settings)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        report_violations(context, wrong)
        context.add_init_script(FAST)
        if not fonts:
            context.route("**/*.woff2*", lambda route: route.abort("aborted"))
        page = context.new_page()
        page.on("console", lambda said: wrong.append(said.text) if _is_complaint(said) else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda one: None if one.url.startswith(address) else wrong.append(one.url))
        off = options.get("java_script_enabled") is False
        page.on(
            "requestfailed",
            lambda one: wrong.append(f"{one.failure}: {one.url}") if _lost(one, off) else None,
        )
        page.goto(address + path)
        with suppress(Error):  # a page that redirects immediately is already gone
            page.evaluate("document.fonts.ready.then(() => {})")
            if not off:
                wait_for_script(page)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


FAST = "Object.defineProperty(NetworkInformation.prototype, 'rtt', { value: 0, configurable: true })"
"""Makes the browser treat its connection as fast even on a busy machine, so that it requests fonts."""


def wait_for_script(page: Page) -> None:
    """Waits until the page's script has finished, because it loads some parts after the page."""
    page.evaluate(
        """async () => {
          const main = document.querySelector("script[type=module]");
          if (main) await import(main.src);
        }"""
    )


def _is_complaint(said: ConsoleMessage) -> bool:
    """Whether a page logs a problem. Blocked service workers and missing favicons are fine."""
    is_harmless = "blocked by Playwright" in said.text or said.location["url"].endswith("/favicon.ico")
    return said.type in ("error", "warning") and not is_harmless


def report_violations(context: BrowserContext, found: list[str]) -> None:
    """Collects a window's Content-Security-Policy violations in a list."""
    context.expose_function("reportViolation", lambda stopped: found.append(stopped))
    context.add_init_script(
        "addEventListener('securitypolicyviolation', "
        "event => reportViolation(`${event.effectiveDirective} stops ${event.blockedURI}`))"
    )


def _lost(request: Request, off: bool) -> bool:
    """Whether a request failed, rather than being canceled by navigation.

    With scripts disabled, browsers don't preload them either, and report a policy violation.
    """
    is_script = request.url.endswith(".js")
    return request.failure != "net::ERR_ABORTED" and not (off and is_script and request.failure == "csp")


def build(project: Path) -> subprocess.CompletedProcess[str]:
    """Runs `mkdocs build --strict` in this project, as `make site` does."""
    return subprocess.run(
        _BUILD, cwd=project, env=_environment(project), capture_output=True, text=True, check=False
    )


def start_build(project: Path) -> subprocess.Popen[str]:
    """Starts the build in the background; its output is a single stream."""
    return subprocess.Popen(
        _BUILD,
        cwd=project,
        env=_environment(project),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


_BUILD = (sys.executable, "-m", "mkdocs", "build", "--strict")


def _environment(project: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(project / "hooks"), "NO_MKDOCS_2_WARNING": "1"}
