"""Random edits of a project, as people make them: words, values, records, files, settings."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

from edits import cut_record, find_record
from espejo.check.project import inspect_project
from small_bank import accept_changes

Edit = Callable[[Random, Path], None]
Kind = TypeVar("Kind")

_WORDS = ("remainder", "average", "set", "string", "`x`", "$x^2$", "résto", "ñandú", "**bold**")
_VALUE = re.compile(
    r"^ *(?:- )?(level|topics|labels|figure_with|see|question|prerequisites|edition|url|proven|seen|quizzes)"
    r": (\S.*)$",
    re.MULTILINE,
)
_TEXT = re.compile(r"^ +(?:en|es): [A-Za-z¿¡][^{}\n]*[^{}\n\"'|]$", re.MULTILINE)
_LINE = re.compile(r"^.*\n", re.MULTILINE)
_RECORD = re.compile(r"^  - id: (\S+)$", re.MULTILINE)
_SETTINGS = (
    *(("offline: true", "offline: false"), ("offline: false", "offline: true")),
    *(("edit/main/", "edit/next/"), ("https://espejo.test/", "https://other.test/below/")),
)


class NoEditError(Exception):
    """The project has nothing that this edit could change."""


def _pick(random: Random, found: list[Kind]) -> Kind:
    if not found:
        raise NoEditError
    return random.choice(found)


def list_units(project: Path) -> list[Path]:
    data = project / "data"
    found = (*data.glob("quizzes/*.yaml"), *data.glob("study-guide/quiz-*.yaml"), *data.glob("drills/*.yaml"))
    return sorted(found)


def _pick_file(random: Random, project: Path) -> Path:
    """Picks a quiz or deck, or occasionally another file of the bank."""
    others = sorted((project / "data").rglob("*.yaml"))
    return _pick(random, list_units(project) if random.random() < 0.7 else others)


def _replace(
    random: Random, file: Path, pattern: re.Pattern[str], make: Callable[[re.Match[str]], str]
) -> None:
    """Replaces a random match of a pattern."""
    text = file.read_text(encoding="utf-8")
    found = _pick(random, list(pattern.finditer(text)))
    file.write_text(text[: found.start()] + make(found) + text[found.end() :], encoding="utf-8")


def _append(file: Path, text: str) -> None:
    file.write_text(f"{file.read_text(encoding='utf-8').rstrip()}\n{text}", encoding="utf-8")


def edit_text(random: Random, project: Path) -> None:
    """Adds a word to a text in one language."""
    _replace(random, _pick_file(random, project), _TEXT, lambda found: f"{found[0]} {random.choice(_WORDS)}")


def take_value(random: Random, project: Path) -> None:
    """Gives a key a value that it has elsewhere in the bank."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((project / "data").rglob("*.yaml"))]
    values = [found.groups() for text in texts for found in _VALUE.finditer(text)]

    def take(found: re.Match[str]) -> str:
        value = _pick(random, [value for key, value in values if key == found[1] and value != found[2]])
        return found[0].removesuffix(found[2]) + value

    _replace(random, _pick_file(random, project), _VALUE, take)


def change_number(random: Random, project: Path) -> None:
    """Changes a digit, such as in a ledger timestamp or fingerprint, a drawing, or a value."""
    digit = re.compile(r"\d(?=\S*$)", re.MULTILINE)
    _replace(random, _pick_file(random, project), digit, lambda _: str(random.randrange(10)))


def delete_line(random: Random, project: Path) -> None:
    _replace(random, _pick_file(random, project), _LINE, lambda _: "")


def move_line(random: Random, project: Path) -> None:
    """Moves a line within its file, such as the one that marks the correct choice."""
    file = _pick_file(random, project)
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    line = lines.pop(random.randrange(len(lines)))
    lines.insert(random.randrange(len(lines) + 1), line)
    file.write_text("".join(lines), encoding="utf-8")


def _pick_record(random: Random, project: Path) -> tuple[Path, str]:
    file = _pick_file(random, project)
    return file, _pick(random, _RECORD.findall(file.read_text(encoding="utf-8")))


def reorder_records(random: Random, project: Path) -> None:
    file, id_ = _pick_record(random, project)
    _append(file, cut_record(file, id_))


def move_record(random: Random, project: Path) -> None:
    """Moves a record to another quiz, in its collection or elsewhere."""
    file, id_ = _pick_record(random, project)
    _append(_pick(random, list_units(project)), cut_record(file, id_))


def copy_record(random: Random, project: Path) -> None:
    """Adds a question or card with another one's text."""
    file, id_ = _pick_record(random, project)
    record = find_record(file.read_text(encoding="utf-8"), id_)
    copy = record.replace(id_, f"{id_[:-2]}{random.randint(30, 98)}").replace(
        "      en: ", "      en: Copy ", 1
    )
    _append(file, copy)


def remove_record(random: Random, project: Path) -> None:
    cut_record(*_pick_record(random, project))


def copy_quiz(random: Random, project: Path) -> None:
    file = _pick(random, sorted((project / "data/quizzes").glob("*.yaml")))
    number = random.randint(10, 98)
    text = re.sub(r"q-\d\d-(\d\d)", rf"q-{number}-\1", file.read_text(encoding="utf-8"))
    new = file.with_name(f"phase-{number:02}-copy.yaml")
    new.write_text(text.replace("en: Phase", f"en: Copy {number} of phase"), encoding="utf-8")


def remove_quiz(random: Random, project: Path) -> None:
    """Removes a quiz that an earlier edit copied."""
    _pick(random, sorted((project / "data/quizzes").glob("*-copy.yaml"))).unlink()


def rename_quiz(random: Random, project: Path) -> None:
    file = _pick(random, list_units(project))
    file.rename(file.with_name(f"{file.stem}-{random.choice('abc')}.yaml"))


def add_redirect(random: Random, project: Path) -> None:
    new = _pick(random, list_units(project))
    line = f"  - old: quizzes/old-{random.randint(1, 99)}\n    new: {new.parent.name}/{new.stem}\n"
    _append(project / "data/redirects.yaml", line)


def change_setting(random: Random, project: Path) -> None:
    file = project / "mkdocs.yml"
    file.write_text(file.read_text(encoding="utf-8").replace(*random.choice(_SETTINGS)), encoding="utf-8")


def accept(_: Random, project: Path) -> None:
    """Brings the ledger up to date."""
    loaded = inspect_project(project / "data")
    if loaded.faults:
        raise NoEditError
    (project / "data/ledger.yaml").write_text(accept_changes(loaded), encoding="utf-8")


def edit_nothing(_random: Random, _project: Path) -> None:
    """Leaves the project unchanged, to test a build with nothing to do."""


EDITS: tuple[Edit, ...] = (
    *(edit_text, edit_text, edit_text, take_value, take_value, take_value, change_number, delete_line),
    *(move_line, reorder_records, move_record, copy_record, remove_record, copy_quiz, remove_quiz),
    *(rename_quiz, add_redirect, change_setting, accept, edit_nothing),
)
