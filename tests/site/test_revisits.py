"""Coming back to a page costs no request but its own: the rest is kept, by the browser or by the worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from conftest import Open, wait_for_script
from offline_host import WORKER
from offline_reader import DECK, OTHER, QUIZ, Reader, open_reader
from site_server import Server, serve

PAGES = [
    "",
    QUIZ,
    DECK,
    "study-guide/quiz-02-averages/",
    "review/",
    "practice/",
    "glossary/",
    "search/",
    "you/",
]


@pytest.fixture
def reader(browser: Browser, site: Path) -> Iterator[Reader]:
    with open_reader(browser, site) as one:
        yield one


@pytest.mark.parametrize("path", PAGES)
def test_with_the_worker_only_the_page_is_asked_for(reader: Reader, path: str) -> None:
    """On a host that lets browsers keep nothing. The browser itself asks for a newer worker, too."""
    reader.visit(path)
    reader.wait_for_worker()
    reader.page.wait_for_load_state("networkidle")
    reader.visit(OTHER)
    reader.page.wait_for_load_state("networkidle")
    reader.host.asked.clear()
    reader.page.goto(reader.host.address + path)
    wait_for_script(reader.page)
    reader.page.wait_for_load_state("networkidle")
    assert [one for one in reader.host.asked if one != WORKER] == [path]


@pytest.fixture
def host(site: Path) -> Iterator[Server]:
    with serve(site, {"Cache-Control": "max-age=600"}) as server:
        yield server


@pytest.mark.parametrize("path", PAGES)
def test_without_the_worker_nothing_is_asked_for_that_the_browser_may_keep(
    visit: Open, host: Server, path: str
) -> None:
    page = visit(f"/{path}", at=host.address)
    page.wait_for_load_state("networkidle")
    page.goto(f"{host.address}/{OTHER}")
    page.wait_for_load_state("networkidle")
    host.asked.clear()
    page.goto(f"{host.address}/{path}")
    wait_for_script(page)
    page.wait_for_load_state("networkidle")
    assert host.asked == []
