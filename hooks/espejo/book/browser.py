"""Chromium for printing and tests: finds an installed one, or installs one with apt-get or Playwright."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from espejo.messages.catalog import choose_language, speak_in
from espejo.messages.message import message

# The headless shell comes first, because it has no toolbars and so opens pages faster.
NAMES = (
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"),
)
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]


def find_installed() -> str | None:
    """The browser in the environment variable CHROMIUM, or else the first one found."""
    configured = os.environ.get("CHROMIUM")
    found = configured or next(filter(None, map(shutil.which, NAMES)), None)
    return found or (str(MAC) if MAC.exists() else None)


@cache
def find_or_install() -> str:
    """The path of a browser, installed if necessary; exits with a one-line message if that fails."""
    for find in (find_installed, _from_debian, _from_playwright):
        if path := find():
            return path
    speak = speak_in(choose_language(os.environ))  # run by make, so no command has set a language
    sys.exit(speak(message("Chromium was not found, and neither apt-get nor Playwright could install it.")))


def _from_debian() -> str | None:
    if os.geteuid() != 0:
        return None
    for name in ("chromium-headless-shell", "chromium"):
        install_package(name)
        if found := shutil.which(name):
            return found
    return None


def install_package(*names: str) -> None:
    """Install packages with apt-get, as root or with passwordless sudo."""
    sudo = () if os.geteuid() == 0 else ("sudo", "-n")
    if shutil.which("apt-get") and (not sudo or shutil.which("sudo")):
        _run(*sudo, "apt-get", "update", "--quiet")
        _run(*sudo, "apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *names)


def _from_playwright() -> str | None:
    _run(sys.executable, "-m", "playwright", "install", "chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _run(*command: str) -> None:
    print("+", *command, file=sys.stderr)
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    print(find_or_install())
