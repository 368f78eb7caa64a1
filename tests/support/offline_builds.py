"""Builds of the small bank that are published in a row: each has the changes of those before it."""

from __future__ import annotations

from pathlib import Path

from edits import replace_once

CHANGED = "Floor division, corrected"
"""What a page of the second build says, and the first does not."""

_TITLE = "en: Floor division\n"


def change_page(project: Path) -> None:
    """The second build: a question has another title."""
    path = project / "data" / "quizzes" / "phase-01-arithmetic.yaml"
    replace_once(path, _TITLE, f"en: {CHANGED}\n")


def change_script(project: Path) -> None:
    """The third build: a script that every page loads has changed, and one that is loaded on demand."""
    change_page(project)
    scripts = project / "hooks" / "espejo" / "site" / "js"
    for name, line in (("main.js", "third"), ("search_dialog.js", "dialog")):
        with (scripts / name).open("a", encoding="utf-8") as script:
            script.write(f'document.documentElement.dataset.{line} = "";\n')


def remove_page(project: Path) -> None:
    """The fourth build: a page is gone, and no other has taken its place."""
    change_script(project)
    for path in (project / "docs" / "you").glob("log*.md"):
        path.unlink()


def remove_worker(project: Path) -> None:
    """The last build: the site is not to be kept any more."""
    change_page(project)
    replace_once(project / "mkdocs.yml", "extra: { offline: true }", "extra: { offline: false }")
