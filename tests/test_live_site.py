"""Live site: what is made when it is quiet gives way to the next edit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from queue import Queue
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from espejo.build import live_site
from espejo.build.live_site import LiveSite
from espejo.messages.message import message
from espejo.site.search.search_index import SearchIndexError


def start(site: LiveSite, make: Callable[[Any], None], fail: Callable[[Exception], None]) -> None:
    """Has a site make the rest of a build, which is this function alone."""
    parts = {
        "make_other_pages": do_nothing,
        "make_units": make,
        "make_downloads": do_nothing,
        "finish": do_nothing,
    }
    build: Any = SimpleNamespace(work=None, outputs={}, **parts)
    site.follow(build, do_nothing, do_nothing, fail)


def do_nothing(*_: object) -> None: ...


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LiveSite:
    monkeypatch.setattr(live_site, "QUIET_SECONDS", 0)
    return LiveSite(tmp_path)


def test_what_fails_while_nobody_edits_is_told(site: LiveSite) -> None:
    failures: Queue[Exception] = Queue()

    def make(_: Any) -> None:
        raise SearchIndexError(message("no space left"))

    start(site, make, failures.put)
    assert str(failures.get()) == "no space left"


def test_what_fails_because_an_edit_stops_it_is_not_told(
    site: LiveSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search index, for one, which is ended in the middle, and made again after the edit."""
    failures: list[Exception] = []
    begun, ended = Event(), Event()
    monkeypatch.setattr(live_site, "stop_indexing", ended.set)

    def make(_: Any) -> None:
        begun.set()
        ended.wait()
        raise SearchIndexError(message("it ended too early."))

    start(site, make, failures.append)
    begun.wait()
    site.pause()
    assert failures == []
