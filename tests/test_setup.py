"""Set-up: where a browser is found for printing and for the tests."""

from __future__ import annotations

import pytest

from espejo.book import browser


def test_without_any_browser_there_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed browser, Debian's package and Playwright's own are tried in this order; then it fails."""
    tried: list[str] = []
    for name in ("find_installed", "_from_debian", "_from_playwright"):
        monkeypatch.setattr(browser, name, lambda name=name: tried.append(name))
    with pytest.raises(SystemExit, match="Chromium was not found"):
        browser.find_or_install.__wrapped__()
    assert tried == ["find_installed", "_from_debian", "_from_playwright"]


def test_the_browser_that_is_named_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else is installed."""
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.delenv("CHROMIUM", raising=False)
    assert browser.find_installed() == f"/usr/bin/{browser.NAMES[0]}"
    monkeypatch.setenv("CHROMIUM", "/opt/mine/chromium")
    assert browser.find_installed() == "/opt/mine/chromium"
