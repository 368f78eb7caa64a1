"""Projects for the benchmark: the published one, and banks of any size made from its quizzes.

Each passage of a bank gets its own word and number, so that no two are equal and caches work no better
than in a real bank.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import yaml

from espejo.check.project import inspect_project
from espejo.ledger.gap import update_ledger
from espejo.ledger.write import write_ledger
from project import ROOT, copy_frame

PUBLISHED = ROOT / "data"

LOCALES = ("en", "es")
QUESTIONS = 5
SHELF = 100  # Ids have two digits for the quiz, so a collection holds a hundred.

_TEXTS = ("title", "subject", "focus", "prompt", "choices", "text", "answer", "points", "why", "hint")
_LEFT_OUT = ("topics", "prerequisites", "see", "proof")
"""Keys that refer to records of the published bank, and proofs, which can't count without a ledger."""

_FENCE = re.compile(r"^( *)```\w+\n", re.MULTILINE)


def copy_published(target: Path) -> Path:
    """Copies the published bank and everything its site is built with."""
    copy_frame(target)
    shutil.copytree(PUBLISHED, target / "data")
    return target


def make_project(folder: Path, *, quizzes: int) -> Path:
    """Copies everything the site is built with, and writes a bank for it. Returns the folder."""
    copy_frame(folder)
    _write_bank(_copy_beside(folder / "data"), quizzes)
    return folder


def _copy_beside(data: Path) -> Path:
    """Copies everything but quizzes: words, terms, topics, and reference, without a ledger."""
    for name in ("locales", "reference", "figures"):
        shutil.copytree(PUBLISHED / name, data / name)
    for name in ("bank.yaml", "glossary.yaml", "topics.yaml"):
        shutil.copy(PUBLISHED / name, data)
    for path in (data / "reference").glob("*.yaml"):
        path.write_text(_dump(_strip(read_yaml(path), "proof")), encoding="utf-8")
    return data


def _write_bank(data: Path, quizzes: int) -> None:
    published = [
        (path.stem.split("-", 2)[2], _strip(read_yaml(path), *_LEFT_OUT))
        for path in find_quizzes(PUBLISHED)
        if path.parent.name == "quizzes"
    ]
    questions = [question for _, quiz in published for question in quiz["questions"]]
    terms = [term["term"] for term in read_yaml(data / "glossary.yaml")["terms"]]
    for number in range(quizzes):
        shelf, at = divmod(number, SHELF)
        slug, quiz = published[number % len(published)]
        chosen = []
        for place in range(1, QUESTIONS + 1):
            question = questions[(number + place) % len(questions)]
            term = terms[(number * QUESTIONS + place) % len(terms)]
            id_ = f"{_prefix(shelf)}-{at:02}-{place:02}"
            chosen.append({**_vary(question, term, f"{number:04}{place}"), "id": id_})
        head = _vary(quiz, terms[number % len(terms)], f"{number:04}0")
        path = data / f"c{shelf:02}" / f"phase-{at:02}-{slug}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(_dump({**head, "questions": chosen}), encoding="utf-8")
    collections = [_make_collection(shelf) for shelf in range(-(-quizzes // SHELF))]
    (data / "collections.yaml").write_text(_dump({"collections": collections}), encoding="utf-8")
    inspection = inspect_project(data, now=datetime(2026, 11, 16, tzinfo=UTC))
    if inspection.gap is None:
        raise ValueError(f"The bank has a problem: {inspection.faults[0]}")
    ledger = write_ledger(update_ledger(inspection.bank.ledger, inspection.gap))
    (data / "ledger.yaml").write_text(ledger, encoding="utf-8")


def _strip(record: Any, *keys: str) -> Any:
    """Removes these keys from a record, at any depth."""
    if isinstance(record, list):
        return [_strip(item, *keys) for item in record]
    if isinstance(record, dict):
        return {key: _strip(value, *keys) for key, value in record.items() if key not in keys}
    return record


def _vary(record: Any, term: Any, number: str) -> Any:
    """Adds a term and a number to every passage of a record, and a number to each code block."""
    if isinstance(record, list):
        return [_vary(item, term, number) for item in record]
    if isinstance(record, dict):
        return {
            key: _vary(value, term[key] if isinstance(term, dict) and key in LOCALES else term, number)
            if key in (*_TEXTS, *LOCALES)
            else value
            for key, value in record.items()
        }
    if not isinstance(record, str):
        return record
    mark = f"{term} {number}" if isinstance(term, str) else number
    passage = _FENCE.sub(rf"\g<0>\1case = 1{number}\n", record)
    return f"{passage}\n{mark}.\n" if "\n" in passage else f"{passage} ({mark})"


def _prefix(shelf: int) -> str:
    return f"q{ascii_lowercase[shelf]}"


def _make_collection(shelf: int) -> dict[str, Any]:
    return {
        "folder": f"c{shelf:02}",
        "prefix": _prefix(shelf),
        "title": {"en": f"Phase quizzes {shelf}", "es": f"Quizzes por fase {shelf}"},
        "about": {"en": f"The quizzes of course {shelf}.", "es": f"Los quizzes del curso {shelf}."},
    }


def read_yaml(path: Path) -> Any:
    return yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)


def find_quizzes(data: Path) -> Iterator[Path]:
    for collection in read_yaml(data / "collections.yaml")["collections"]:
        folder = data / collection["folder"]
        yield from (path for path in sorted(folder.glob("*.yaml")) if path.stem != "guide")


def _dump(record: Any) -> str:
    return yaml.dump(record, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False, width=100)
