"""Kept readings: what another process has read of a file is the same as reading it again."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Any

import pytest

from edits import replace_once
from espejo.cache.memory_store import MemoryStore
from espejo.cache.store import Store
from espejo.load import bank as loader
from espejo.load.bank import LoadedBank, load_bank
from espejo.load.readings import file_cache, parallel_reading
from espejo.load.readings.file_cache import FileCache, FileReading
from espejo.load.readings.parallel_reading import MIN_FILES
from espejo.load.readings.pickled_records import pickle_record, unpickle_record
from espejo.load.source import Source
from espejo.passages import fingerprint
from espejo.processes import KilledError
from large_bank import COLLECTION, add_quizzes

QUIZ = "quizzes/phase-01-arithmetic.yaml"


class CountingStore(MemoryStore):
    """A store that counts the values that it gave back."""

    found = 0

    def get(self, key: bytes) -> bytes | None:
        value = super().get(key)
        self.found += value is not None
        return value


def forget_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be a process that has read no file yet."""
    files = FileCache()
    monkeypatch.setattr(loader, "FILES", files)
    monkeypatch.setattr(parallel_reading, "FILES", files)


def describe(loaded: LoadedBank) -> tuple[str, str, object]:
    return repr(loaded.bank), repr(loaded.problems), loaded.digests


def test_another_process_gets_the_same_bank_from_the_store(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = CountingStore()
    forget_files(monkeypatch)
    first = load_bank(data, store)
    assert store.found == 0
    forget_files(monkeypatch)
    again = load_bank(data, store)
    assert store.found == len(first.digests)
    assert describe(again) == describe(first) == describe(load_bank(data))


def test_places_of_values_stay(data: Path) -> None:
    """A name, a program and a checked value are strings that know where they were written."""
    record = load_bank(data).bank
    names = [name for item in record.items() for name in item.item.topics]
    assert names
    again = unpickle_record(pickle_record(names))
    assert [(type(one), one, one.place) for one in again] == [(type(one), one, one.place) for one in names]


def test_a_file_with_a_problem_is_read_each_time(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = CountingStore()
    replace_once(data / QUIZ, "kind:", "knd:")
    for _ in range(2):
        forget_files(monkeypatch)
        loaded = load_bank(data, store)
        assert [one.place.file for one in loaded.problems] == [f"data/{QUIZ}"]
    assert store.found == len(loaded.digests) - 1


def test_an_edited_file_is_read_again(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = CountingStore()
    load_bank(data, store)
    replace_once(data / "topics.yaml", "id: ", "id: x")
    forget_files(monkeypatch)
    assert describe(load_bank(data, store)) == describe(load_bank(data))


def test_fingerprints_come_with_the_record(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is rendered for the fingerprints of a file that was read before."""
    store = MemoryStore()
    forget_files(monkeypatch)
    load_bank(data, store)
    monkeypatch.setattr(fingerprint, "_known", fingerprint._Known())
    monkeypatch.setattr(fingerprint, "_take_fingerprint", pytest.fail)
    forget_files(monkeypatch)
    again = load_bank(data, store).bank
    question = next(iter(again.items())).item
    passages = [passage for text in question.texts() for passage in text.passages.values()]
    assert all(map(fingerprint.fingerprint, passages))


class Harmful:
    """Pickles to a call of a function."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self._path,)


def test_bytes_from_elsewhere_call_nothing(tmp_path: Path) -> None:
    """Whoever can write to the cache can make it forget, but not run anything."""
    target = tmp_path / "touched"
    assert unpickle_record(pickle.dumps((Harmful(target), {}))) is None
    assert not target.exists()


@pytest.mark.parametrize("pickled", [b"", b"nothing", pickle.dumps(7), pickle.dumps((1, 2, 3))])
def test_bytes_that_are_no_record_give_none(pickled: bytes) -> None:
    assert unpickle_record(pickled) is None


@pytest.mark.parametrize("cut", [1, 10, 100])
def test_bytes_that_were_cut_short_give_none(data: Path, cut: int) -> None:
    pickled = pickle_record(load_bank(data).bank.reference.terms)
    assert unpickle_record(pickled[:-cut]) is None


@pytest.fixture
def many(data: Path) -> Path:
    """A bank with more files than one process reads."""
    add_quizzes(data, quizzes=MIN_FILES, questions=1)
    return data


def read_in_processes(monkeypatch: pytest.MonkeyPatch, data: Path, store: MemoryStore) -> LoadedBank:
    monkeypatch.setattr("espejo.processes._count_cores", lambda: 2)
    monkeypatch.setattr("espejo.processes.active_count", lambda: 1)
    forget_files(monkeypatch)
    return load_bank(data, store)


def test_several_processes_read_the_same_bank(
    many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the processes have read is not read once more by the one that started them."""
    here, read = os.getpid(), file_cache.read_source

    def read_elsewhere(shape: type, source: Source, *, locales: frozenset[str]) -> FileReading:
        assert os.getpid() != here or "many/" not in source.file
        return read(shape, source, locales=locales)

    monkeypatch.setattr(file_cache, "read_source", read_elsewhere)
    loaded = read_in_processes(monkeypatch, many, Store(tmp_path / "made.sqlite"))
    monkeypatch.undo()
    forget_files(monkeypatch)
    assert describe(loaded) == describe(load_bank(many))


def test_a_folder_of_two_collections_is_read_as_each_of_them(
    many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (many / "collections.yaml").open("a", encoding="utf-8") as file:
        file.write(COLLECTION.lstrip("\n") + "    holds: decks\n")
    loaded = read_in_processes(monkeypatch, many, Store(tmp_path / "made.sqlite"))
    forget_files(monkeypatch)
    assert describe(loaded) == describe(load_bank(many))
    assert loaded.problems


def test_what_is_wrong_with_a_file_is_said_though_another_process_has_read_it(
    many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_once(many / "many" / "quiz-07-sums.yaml", "kind:", "knd:")
    loaded = read_in_processes(monkeypatch, many, Store(tmp_path / "made.sqlite"))
    assert [one.place.file for one in loaded.problems] == ["data/many/quiz-07-sums.yaml"]


def test_a_process_that_is_killed_while_reading_changes_nothing(
    many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kill(*_: object) -> Any:
        raise KilledError

    monkeypatch.setattr(parallel_reading, "start_workers", kill)
    loaded = read_in_processes(monkeypatch, many, Store(tmp_path / "made.sqlite"))
    forget_files(monkeypatch)
    assert describe(loaded) == describe(load_bank(many))
