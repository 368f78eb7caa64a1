"""The project enters; a copy of it leaves that a test may spoil and a benchmark may fill."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parent.parent


def copy_project(target: Path) -> Path:
    """What the site is made with and from."""
    copy_frame(target)
    shutil.copytree(ROOT / "data", target / "data")
    return target


def copy_frame(target: Path) -> Path:
    """What the site is made with, without the bank."""
    target.mkdir(parents=True)
    for name in ("docs", "hooks"):
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("mkdocs.yml", "CONTRIBUTING.md", "CONTRIBUTING.es.md"):
        shutil.copy(ROOT / name, target)
    (target / "node_modules").symlink_to(ROOT / "node_modules")
    return target


def copy_shelf(data: Path) -> Path:
    """A bank with the real words, terms, topics and reference, and room for quizzes; it has no ledger."""
    data.mkdir(parents=True)
    for name in ("locales", "reference"):
        shutil.copytree(ROOT / "data" / name, data / name)
    for name in ("glossary.yaml", "topics.yaml"):
        shutil.copy(ROOT / "data" / name, data)
    for path in (data / "reference").glob("*.yaml"):
        path.write_text(without_proofs(path.read_text(encoding="utf-8")), encoding="utf-8")
    return data


def without_proofs(text: str) -> str:
    """A file without the proofs of its records, which only a ledger knows to have passed."""
    return re.sub(r"^    proof:\n(?:      .*\n|\n(?=\n| {6}))*", "", text, flags=re.MULTILINE)
