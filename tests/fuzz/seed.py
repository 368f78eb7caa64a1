"""Seed bank of the fuzzer: a part of the small bank that loads quickly but has every kind of record."""

from __future__ import annotations

import re
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from espejo.load.languages import FOLDER as LANGUAGES
from small_bank import write_bank

_DROPPED_FILES = ("quizzes/phase-01-arithmetic.yaml", "study-guide/quiz-02-averages.yaml")
_DROPPED_DOOR = re.compile(r"^  - title:.*\n    about:.*\n    path: quizzes/phase-01-.*\n", re.MULTILINE)
_DROPPED_RECORDS = (
    r"q-01-0[1-7]|pt-01-03|pt-02-0\d|pt-03-02|d-01-02|f-0[23]|p-02|average|union|list|key|averages|fractions"
    r"|quizzes/phase-01-arithmetic|study-guide/quiz-02-averages"
)
_RECORD = re.compile(rf"^  - (?:id|path): (?:{_DROPPED_RECORDS})\n(?:    .*\n|\n)*", re.MULTILINE)
_COURSE_ENTRY = "      - quiz-02-averages\n"


class Link(NamedTuple):
    """A symbolic link instead of a file."""

    target: str


class Folder(NamedTuple):
    """A folder instead of a file."""


Content = bytes | Link | Folder
Files = dict[str, Content]
"""The files of a bank by their path below data/."""


def make_seed() -> Files:
    """Makes the files that every mutant starts from, as a copy that can be changed."""
    return dict(_read_seed())


@cache
def _read_seed() -> Files:
    with tempfile.TemporaryDirectory() as folder:
        data = write_bank(Path(folder) / "data")
        for path in (data / "locales").iterdir():
            path.write_text(_add_facts(path), encoding="utf-8")
        files = {path.relative_to(data).as_posix(): path.read_text("utf-8") for path in data.rglob("*.yaml")}
    kept = {name: _RECORD.sub("", text) for name, text in sorted(files.items()) if name not in _DROPPED_FILES}
    kept["home.yaml"] = _DROPPED_DOOR.sub("", kept["home.yaml"])
    kept["study-guide/guide.yaml"] = kept["study-guide/guide.yaml"].replace(_COURSE_ENTRY, "")
    return {name: text.encode() for name, text in kept.items()}


def _add_facts(path: Path) -> str:
    """Adds a language file with the package's facts about the language, so that they can be mutated, too."""
    facts = (LANGUAGES / path.name).read_text("utf-8").partition("\nwords:")[0]
    words = path.read_text("utf-8").partition("\nwords:")[2]
    return f"{re.sub('  dictionary: .*', '', facts)}\nwords:{words}"


def place(data: Path, files: Files) -> None:
    """Replaces a folder's contents. Raises OSError or ValueError if no file system can hold these files."""
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir()
    for name, content in files.items():
        path = data / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Link):
            path.symlink_to(content.target)
        elif isinstance(content, Folder):
            path.mkdir(exist_ok=True)
        else:
            path.write_bytes(content)
