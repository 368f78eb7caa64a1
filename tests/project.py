"""The project's root, and copies of its frame: everything a site is built with, without a bank."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parent.parent


def copy_frame(target: Path) -> Path:
    """Copy what the site is built with, without a bank."""
    target.mkdir(parents=True)
    for name in ("docs", "hooks"):
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("mkdocs.yml", "CONTRIBUTING.md", "CONTRIBUTING.es.md"):
        shutil.copy(ROOT / name, target)
    (target / "node_modules").symlink_to(ROOT / "node_modules")
    return target
