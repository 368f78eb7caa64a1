"""npm packages: what a site needs from them is in the wheel, or in node_modules of a project."""

from __future__ import annotations

from pathlib import Path

BUNDLED = Path(__file__).parent / "bundled"
"""Folder in an installed wheel, laid out like node_modules. `make wheel` fills it."""


def find_packages(project: Path) -> Path:
    """Return the folder of the packages: the wheel's, or a project's."""
    return BUNDLED if BUNDLED.is_dir() else project / "node_modules"
