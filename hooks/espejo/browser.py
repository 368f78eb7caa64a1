"""What the machine has installed enters; the path of a Chromium leaves."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

# First the one without windows: it has none of the toolbars that take time with every page.
NAMES = (
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"),
)
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]


def find_installed() -> str | None:
    """The one that CHROMIUM names, or else the first that is found."""
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, NAMES)), None)
    return found or (str(MAC) if MAC.exists() else None)
