"""Edits of a copied bank, as contributors make them in an editor, and a bank to start from."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from project import ROOT
from small_bank import load_small_bank, write_bank


def write_bank_without_items(target: Path) -> Path:
    """Copies the small bank without its quizzes and decks, or the files that refer to them."""
    write_bank(target)
    for collection in load_small_bank().bank.collections:
        shutil.rmtree(target / collection.folder)
    (target / "quizzes").mkdir()
    (target / "drills").mkdir()
    for name in ("home.yaml", "ledger.yaml", "redirects.yaml"):
        (target / name).unlink()
    return target


def install_dictionaries(data: Path) -> None:
    """Makes each language of a bank use its dictionary in the project."""
    (data.parent / "node_modules").symlink_to(ROOT / "node_modules")
    for locale, affixes in (("en", "re-, -'s"), ("es", "re-, -lo, -los")):
        spelling = f"  dictionary: {locale}\n  affixes: [{affixes}]\n  words: [quizzes, abcdor]\n"
        replace_once(data / "locales" / f"{locale}.yaml", "  dictionary: none\n", spelling)
    replace_once(data / "bank.yaml", "site-es", "sitio")


def add_languages(data: Path, *codes: str) -> None:
    """Adds languages without a language file to a bank."""
    replace_once(data / "bank.yaml", "[en, es]", f"[{', '.join(('en', 'es', *codes))}]")


def replace_once(path: Path, old: str, new: str) -> None:
    """Replaces the first occurrence of `old` in a file; fails if there is none."""
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{path.name} has no {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def find_record(text: str, id_: str) -> str:
    """The lines of the record with this id in a YAML file, from its `- id:` to the next record or the end."""
    found = re.search(rf"^  - id: {id_}\n(?:    .*\n|\n)*", text, re.MULTILINE)
    assert found, f"no record {id_}"
    return found[0]


def cut_record(path: Path, id_: str) -> str:
    """Deletes a record from a file, and returns its lines."""
    record = find_record(path.read_text(encoding="utf-8"), id_)
    replace_once(path, record, "")
    return record


def remove_references(data: Path) -> None:
    """Removes topics and references from every question and card."""
    for path in (*data.glob("quizzes/*"), *data.glob("study-guide/quiz*"), *data.glob("drills/*")):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"(?m)^ *(?:topics|see):.*\n(?: +- [a-z]+\n)*", "", text), encoding="utf-8")
