"""The cache of data files: it saves reading the same content again, and can never change what is read."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import pytest

from edits import replace_once
from espejo.check.project import inspect_project
from espejo.exports.files import list_exports
from espejo.load.bank import MAX_FILES, load_bank
from espejo.load.file_cache import MAX_KEPT, DataFile, FileCache, FileReading
from espejo.load.file_kinds import FILE_KINDS
from espejo.model.keys import list_keys
from espejo.model.problems import Place
from espejo.model.quiz import Deck, Quiz
from espejo.model.text import Text
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from project import ROOT
from small_bank import SITE_URL

QUIZ = "quizzes/phase-01-arithmetic.yaml"
LOCALES = frozenset({"en", "es"})
CONTENT = b"""\
title: {en: One, es: Uno}
level: basic
questions:
  - id: q-07-01
    knd: recall
    title: {en: One, es: Uno}
"""


def read(
    cache: FileCache, content: bytes = CONTENT, file: str = "a.yaml", locales: frozenset[str] = LOCALES
) -> FileReading:
    return cache.read(DataFile(Quiz, file, content, locales))


def test_the_same_content_is_read_once() -> None:
    cache = FileCache()
    assert read(cache) is read(cache, bytes(bytearray(CONTENT)))


def test_the_same_content_under_two_names_has_two_places() -> None:
    """A copied file is reported under its own name, and so is everything in it."""
    cache = FileCache()
    one, other = read(cache, file="a.yaml"), read(cache, file="b.yaml")
    assert {problem.place.file for problem in one.problems} == {"a.yaml"}
    assert {problem.place.file for problem in other.problems} == {"b.yaml"}
    assert [item.place.file for item in one.record.items] == ["a.yaml"]
    assert [item.place.file for item in other.record.items] == ["b.yaml"]


def test_the_same_content_is_another_record_in_another_folder() -> None:
    """The folder says whether a file is a quiz or a deck."""
    cache = FileCache()
    deck = cache.read(DataFile(Deck, "a.yaml", CONTENT, LOCALES))
    assert isinstance(read(cache).record, Quiz)
    assert isinstance(deck.record, Deck)
    assert deck.problems != read(cache).problems


def test_a_file_is_read_again_if_the_bank_has_other_languages() -> None:
    cache = FileCache()
    assert "'es' is not a language of this bank." not in str(read(cache).problems)
    assert "'es' is not a language of this bank." in str(read(cache, locales=frozenset({"en"})).problems)


def test_edited_content_is_read_again() -> None:
    cache = FileCache()
    assert read(cache).record.title.passages["en"] == "One"
    edited = read(cache, CONTENT.replace(b"One", b"Two"))
    assert edited.record.title.passages["en"] == "Two"
    assert read(cache).record.title.passages["en"] == "One"


@pytest.mark.parametrize(
    "content",
    [
        CONTENT,
        b"",
        b"title: [",
        b"title: \xff",
        CONTENT + b"nothing: here\n" * 2_000,  # more problems than are listed
        CONTENT.replace(b"One", b"<b>One</b>"),
    ],
)
def test_a_file_with_problems_is_reported_the_same_every_time(content: bytes) -> None:
    """Each problem keeps its place, the id of its record and its fix."""
    cache = FileCache()
    first, again, fresh = read(cache, content), read(cache, content), read(FileCache(), content)
    assert first.problems
    assert first.problems == again.problems == fresh.problems
    assert [one.fact.template for one in again.problems] == [one.fact.template for one in fresh.problems]
    assert first.is_whole == again.is_whole == fresh.is_whole
    assert repr(again.record) == repr(fresh.record)


def test_a_problem_of_a_file_read_before_has_its_owner_and_its_fix() -> None:
    cache = FileCache()
    read(cache)
    [problem] = [one for one in read(cache).problems if "knd" in one.fact]
    assert (problem.place, problem.owner) == (Place("a.yaml", 5, 5), "q-07-01")
    assert problem.fix


def test_only_the_last_reading_of_a_file_is_kept() -> None:
    """While serving, each edit of a file would otherwise add to what the process holds."""
    cache = FileCache()
    first = read(cache)
    read(cache, CONTENT.replace(b"One", b"Two"))
    again = read(cache)
    assert again is not first
    assert repr(again) == repr(first)


def test_only_so_many_files_are_kept_and_what_was_used_last_stays() -> None:
    cache = FileCache(limit=2)
    first = {name: read(cache, file=name) for name in ("a.yaml", "b.yaml")}
    assert read(cache, file="a.yaml") is first["a.yaml"]
    read(cache, file="c.yaml")
    assert read(cache, file="a.yaml") is first["a.yaml"]
    assert read(cache, file="b.yaml") is not first["b.yaml"]


def test_the_largest_bank_is_read_once() -> None:
    """A cache that is smaller than what is read in turn never has what comes next."""
    assert MAX_KEPT >= MAX_FILES


def test_a_bank_is_the_same_the_second_time(data: Path) -> None:
    replace_once(data / QUIZ, "kind:", "knd:")
    first, again = load_bank(data), load_bank(data)
    assert first.problems
    assert (first.problems, first.unread) == (again.problems, again.unread)
    assert repr(first.bank) == repr(again.bank)
    assert first.problems is not again.problems


def test_an_edit_that_changes_neither_size_nor_time_is_noticed(data: Path) -> None:
    """What counts is the content: some file systems count time in seconds, and tools set it back."""
    path = data / QUIZ
    assert load_bank(data).problems == []
    before = path.stat()
    replace_once(path, "kind:", "knid:")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert [one.place.file for one in load_bank(data).problems] == [f"data/{QUIZ}"]


def test_a_file_that_cannot_be_opened_any_more_is_not_remembered(data: Path) -> None:
    """A link to a file with the same content is refused, also after the file itself was read."""
    path = data / QUIZ
    assert load_bank(data).problems == []
    shutil.move(path, data.parent / "elsewhere.yaml")
    path.symlink_to(data.parent / "elsewhere.yaml")
    assert any("symbolic link" in one.fact for one in load_bank(data).problems)


def test_checking_showing_and_exporting_a_bank_leave_its_records_as_they_were(data: Path) -> None:
    """The next bank may share them."""
    loaded = inspect_project(data, base=data)
    before = repr(loaded.bank)
    assert loaded.problems == []
    assert loaded.gap is not None
    site = Site(loaded.bank, home=SITE_URL, stale=loaded.stale)
    assert loaded.notices
    for locale in loaded.bank.locales:
        for page in list_pages(site, locale):
            assert render_page(site, page, Downloads(defaultdict(int)))
    assert all(export.make() for export in list_exports(site, ROOT / "node_modules"))
    assert repr(loaded.bank) == before


def list_classes(shape: Any) -> Iterator[type]:
    yield shape
    for key in list_keys(shape):
        if key.holds_record:
            yield from list_classes(key.item)


@pytest.mark.parametrize("shape", FILE_KINDS.values(), ids=list(FILE_KINDS))
def test_a_record_is_frozen(shape: type) -> None:
    for one in {Text, *list_classes(shape)}:
        assert is_dataclass(one)
        assert one.__dataclass_params__.frozen, one  # type: ignore[attr-defined]
