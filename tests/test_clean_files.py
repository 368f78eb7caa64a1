"""Files that are clean for the lints: not read again, until anything changes that a lint looks at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from edits import replace_once
from espejo.cache.memory_store import MemoryStore
from espejo.check.project import inspect_project
from espejo.lints import lint
from espejo.model.bank import Record
from espejo.model.problems import Problem

QUIZ = "quizzes/phase-01-arithmetic.yaml"
OTHER = "quizzes/phase-02-collections.yaml"


@contextmanager
def noting_files() -> Iterator[set[str]]:
    """The files of which records are linted meanwhile."""
    linted: set[str] = set()
    original = lint.Linter.lint

    def note(self: lint.Linter, record: Record) -> Iterator[Problem]:
        linted.add(record.place.file)
        return original(self, record)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lint.Linter, "lint", note)
        yield linted


def find_linted(data: Path, store: MemoryStore) -> tuple[set[str], list[str]]:
    """The files that are linted now, and what is found."""
    with noting_files() as linted:
        problems = inspect_project(data, store=store).problems
    return linted, [str(problem.place.file) for problem in problems]


@pytest.fixture
def store(data: Path) -> MemoryStore:
    """What a check of the bank has left."""
    store = MemoryStore()
    linted, found = find_linted(data, store)
    assert f"data/{QUIZ}" in linted
    assert found == []
    return store


def test_clean_files_are_not_linted_again(data: Path, store: MemoryStore) -> None:
    linted, found = find_linted(data, store)
    assert not {one for one in linted if one.startswith("data/")}
    assert found == []


def test_an_edited_file_is_linted_alone(data: Path, store: MemoryStore) -> None:
    with (data / QUIZ).open("a", encoding="utf-8") as file:
        file.write("# another line\n")
    linted, _ = find_linted(data, store)
    assert {one for one in linted if one.startswith("data/")} == {f"data/{QUIZ}"}


def test_what_was_found_is_found_each_time(data: Path, store: MemoryStore) -> None:
    """A number that only one language has."""
    replace_once(data / QUIZ, "also for negative numbers.", "also for the 31415 negative numbers.")
    for _ in range(2):
        assert find_linted(data, store)[1] == [f"data/{QUIZ}"]


@pytest.mark.parametrize("file", ["locales/es.yaml", "glossary.yaml"])
def test_words_and_terms_concern_every_file(data: Path, store: MemoryStore, file: str) -> None:
    with (data / file).open("a", encoding="utf-8") as edited:
        edited.write("# another line\n")
    assert {f"data/{QUIZ}", f"data/{OTHER}"} <= find_linted(data, store)[0]


def test_another_dictionary_concerns_every_file(data: Path, store: MemoryStore) -> None:
    installed = data.parent / "node_modules" / ".package-lock.json"
    assert not installed.exists()
    installed.parent.mkdir()
    installed.write_text("{}", encoding="utf-8")
    assert {f"data/{QUIZ}", f"data/{OTHER}"} <= find_linted(data, store)[0]


def test_a_file_with_a_fault_is_not_clean(data: Path, store: MemoryStore) -> None:
    """Its broken record is not linted, so nobody knows whether it would be clean."""
    replace_once(data / QUIZ, "kind:", "knd:")
    for _ in range(2):
        linted, found = find_linted(data, store)
        assert f"data/{QUIZ}" in linted
        assert f"data/{QUIZ}" in found
