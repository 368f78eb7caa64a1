"""Browser for printing and for tests: finding and starting it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from espejo.book import browser
from project import ROOT


def test_a_missing_browser_is_reported_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed browser, Debian's package, and Playwright's own are tried in this order; then it fails."""
    tried: list[str] = []
    for name in ("find_installed", "_from_debian", "_from_playwright"):
        monkeypatch.setattr(browser, name, lambda name=name: tried.append(name))
    with pytest.raises(SystemExit, match="Chromium was not found"):
        browser.find_or_install.__wrapped__()
    assert tried == ["find_installed", "_from_debian", "_from_playwright"]


def test_the_browser_named_in_the_environment_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes precedence over installed browsers."""
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.delenv("CHROMIUM", raising=False)
    assert browser.find_installed() == f"/usr/bin/{browser.NAMES[0]}"
    monkeypatch.setenv("CHROMIUM", "/opt/mine/chromium")
    assert browser.find_installed() == "/opt/mine/chromium"


def test_the_browser_wrapper_script_passes_all_arguments(tmp_path: Path) -> None:
    """It extends Playwright's `--disable-features` list, because a second list would replace the first."""
    done = subprocess.run(
        [
            ROOT / "tests" / "support" / "chromium.sh",
            "--a",
            "--disable-features=B,C",
            "d  e",
            "--enable-features=F",
            "",
        ],
        env={**os.environ, "CHROMIUM": write_program(tmp_path / "print")},
        capture_output=True,
        text=True,
        check=True,
    )
    off = "--disable-features=B,C,WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess"
    assert done.stdout.split("\n") == ["--a", off, "d  e", "--enable-features=F", "", ""]


def write_program(path: Path) -> str:
    """Writes a program that prints its arguments, one per line."""
    path.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n', encoding="utf-8")
    path.chmod(0o755)
    return str(path)
