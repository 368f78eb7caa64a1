"""Projects for the benchmark: the published one, and banks of any size made from its quizzes.

Each passage of a bank gets its own word and number, so that no two are equal and no cache works better than
it would in a real bank.
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
SHELF = 100  # An id has two digits for its quiz, so a collection holds a hundred.

_TEXTS = ("title", "subject", "focus", "prompt", "choices", "text", "answer", "points", "why", "hint")
_PROOF = re.compile(r"^    proof:\n(?:      .*\n|\n(?=\n| {6}))*", re.MULTILINE)
_FENCE = re.compile(r"^( *)```\w+\n", re.MULTILINE)
_BLANK = re.compile("ZZ(?:ID|NUMBER|EN|ES)")


def copy_published(target: Path) -> Path:
    """Copies everything the site is built with, and the published bank."""
    copy_frame(target)
    shutil.copytree(PUBLISHED, target / "data")
    return target


def make_project(folder: Path, *, quizzes: int) -> Path:
    """Copies what the published site is built with, and writes a bank for it. Returns the folder."""
    copy_frame(folder)
    _write_bank(_copy_beside(folder / "data"), quizzes)
    return folder


def _copy_beside(data: Path) -> Path:
    """Copies what isn't a quiz: words, terms, topics, and reference, without a ledger."""
    for name in ("locales", "reference", "figures"):
        shutil.copytree(PUBLISHED / name, data / name)
    for name in ("bank.yaml", "glossary.yaml", "topics.yaml"):
        shutil.copy(PUBLISHED / name, data)
    for path in (data / "reference").glob("*.yaml"):
        path.write_text(_without_proofs(path.read_text(encoding="utf-8")), encoding="utf-8")
    return data


def _without_proofs(text: str) -> str:
    """Removes proofs: without a ledger, none of them has passed."""
    return _PROOF.sub("", text)


def _write_bank(data: Path, quizzes: int) -> None:
    heads, questions = _read_templates()
    terms = [term["term"] for term in read_yaml(data / "glossary.yaml")["terms"]]
    for number in range(quizzes):
        shelf, at = divmod(number, SHELF)
        folder = data / f"c{shelf:02}"
        folder.mkdir(exist_ok=True)
        slug, head = heads[number % len(heads)]
        parts = [_fill(head, f"{number:04}0", terms[number % len(terms)])]
        for place in range(1, QUESTIONS + 1):
            template = questions[(number + place) % len(questions)]
            term = terms[(number * QUESTIONS + place) % len(terms)]
            name = f"{_prefix(shelf)}-{at:02}-{place:02}"
            parts.append(_fill(template, f"{number:04}{place}", term, name))
        (folder / f"phase-{at:02}-{slug}.yaml").write_text("\n".join(parts), encoding="utf-8")
    collections = [_make_collection(shelf) for shelf in range(-(-quizzes // SHELF))]
    (data / "collections.yaml").write_text(_dump({"collections": collections}), encoding="utf-8")
    inspection = inspect_project(data, now=datetime(2026, 11, 16, tzinfo=UTC))
    if inspection.gap is None:
        raise ValueError(f"The bank has a problem: {inspection.faults[0]}")
    ledger = write_ledger(update_ledger(inspection.bank.ledger, inspection.gap))
    (data / "ledger.yaml").write_text(ledger, encoding="utf-8")


def _read_templates() -> tuple[list[tuple[str, str]], list[str]]:
    """Published quizzes as YAML with blanks: the slug and head of each, and all questions."""
    heads, questions = [], []
    for path in find_quizzes(PUBLISHED):
        if path.parent.name != "quizzes":
            continue
        quiz = read_yaml(path)
        for key in ("topics", "prerequisites"):
            quiz.pop(key, None)
        for question in quiz.pop("questions"):
            for key in ("topics", "see"):  # they name records that only the published bank has
                question.pop(key, None)
            questions.append(_dump({"questions": [{**_vary(question), "id": "ZZID"}]}).partition("\n")[2])
        heads.append((path.stem.split("-", 2)[2], _dump(_vary(quiz)) + "questions:\n"))
    return heads, questions


def _vary(record: Any) -> Any:
    """Adds blanks to every passage of a record."""
    if isinstance(record, list):
        return [_vary(item) for item in record]
    if isinstance(record, dict) and record.keys() <= set(LOCALES):
        return {locale: _vary_passage(passage, f"ZZ{locale.upper()}") for locale, passage in record.items()}
    if isinstance(record, dict):
        return {key: _vary(value) if key in _TEXTS else value for key, value in record.items()}
    return _vary_passage(record, "ZZNUMBER") if isinstance(record, str) else record


def _vary_passage(passage: str, mark: str) -> str:
    """Adds a blank to the prose, and one to each block of code."""
    passage = _FENCE.sub(r"\g<0>\1case = ZZNUMBER\n", passage)
    return f"{passage}\n{mark}.\n" if "\n" in passage else f"{passage} ({mark})"


def _fill(template: str, number: str, term: Any, name: str = "") -> str:
    words = term if isinstance(term, dict) else dict.fromkeys(LOCALES, term)
    blanks = {f"ZZ{locale.upper()}": f"{words[locale]} {number}" for locale in LOCALES}
    blanks |= {"ZZID": name, "ZZNUMBER": f"1{number}"}
    return _BLANK.sub(lambda blank: blanks[blank[0]], template)


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
    return yaml.load(_without_proofs(path.read_text(encoding="utf-8")), Loader=yaml.CSafeLoader)


def find_quizzes(data: Path) -> Iterator[Path]:
    for collection in read_yaml(data / "collections.yaml")["collections"]:
        folder = data / collection["folder"]
        yield from (path for path in sorted(folder.glob("*.yaml")) if path.stem != "guide")


class _Dumper(yaml.SafeDumper):
    """Writes YAML as people do: lists indented, long passages folded, multi-line passages as they are."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002
        super().increase_indent(flow, False)

    def represent_passage(self, passage: str) -> yaml.ScalarNode:
        style = "|" if "\n" in passage else ">" if len(passage) > 85 else None
        return self.represent_scalar("tag:yaml.org,2002:str", passage, style=style)


_Dumper.add_representer(str, _Dumper.represent_passage)


def _dump(record: Any) -> str:
    return yaml.dump(record, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100)
