"""The project's root, and copies of everything a site is built with, except a bank."""

from __future__ import annotations

import compileall
import shutil
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def copy_frame(target: Path) -> Path:
    """Copies everything the site is built with, except a bank. Compiles modules, so that builds needn't."""
    target.mkdir(parents=True)
    _compile_modules()
    for name in ("docs", "hooks"):
        shutil.copytree(ROOT / name, target / name, ignore=_list_unfinished)
    for name in ("mkdocs.yml", "CONTRIBUTING.md", "CONTRIBUTING.es.md", "LICENSE", "CHANGELOG.md"):
        shutil.copy(ROOT / name, target)
    shutil.copytree(ROOT / ".github" / "ISSUE_TEMPLATE", target / ".github" / "ISSUE_TEMPLATE")
    (target / "node_modules").symlink_to(ROOT / "node_modules")
    return target


@cache
def _compile_modules() -> None:
    compileall.compile_dir(ROOT / "hooks", quiet=1)


def _list_unfinished(folder: str, names: list[str]) -> list[str]:
    """Temporary files that another process may be writing next to the compiled modules."""
    return [name for name in names if Path(folder).name == "__pycache__" and not name.endswith(".pyc")]
