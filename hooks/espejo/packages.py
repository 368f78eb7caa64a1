"""npm packages: what a site needs from them is in the wheel, or in node_modules of a project."""

from __future__ import annotations

from pathlib import Path

BUNDLED = Path(__file__).parent / "bundled"
"""Folder in an installed wheel, laid out like node_modules. `make wheel` fills it."""


_PDF, _QUIZ = "pip install mkdocs-espejo[book], and espejo pdf", 'pip install "mkdocs-espejo[quiz]"'
CHECK, PROVE, PDF, QUIZ = (
    ("espejo check", "espejo prove", _PDF, _QUIZ)
    if BUNDLED.is_dir()
    else ("make check", "make prove", "make pdf", "make setup")
)
"""Commands that messages name: in a project with the wheel there is no make."""


def find_packages(project: Path) -> Path:
    """Return the folder of the packages: the wheel's, or a project's."""
    return BUNDLED if BUNDLED.is_dir() else project / "node_modules"
