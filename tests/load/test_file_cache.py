"""Cache of parsed data files: results are the same with it, and cached records never change."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from dataclasses import is_dataclass
from pathlib import Path

from edits import replace_once
from espejo.check.project import inspect_project
from espejo.exports.files import list_exports
from espejo.load.bank import load_bank, read_file
from espejo.load.file_kinds import FILE_KINDS
from espejo.model.keys import list_records
from espejo.model.quiz import Deck, Quiz
from espejo.model.text import Text
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from project import ROOT
from small_bank import SITE_URL

QUIZ = "quizzes/phase-01-arithmetic.yaml"
CONTENT = (
    b"title: {en: One, es: Uno}\nquestions:\n  - {id: q-07-01, knd: recall, title: {en: One, es: Uno}}\n"
)
BOTH = frozenset({"en", "es"})


def test_the_cache_distinguishes_names_kinds_and_languages() -> None:
    """The same content is parsed once, but a copy is reported under its own name."""
    first = read_file(Quiz, "a.yaml", CONTENT, BOTH)
    assert first is read_file(Quiz, "a.yaml", bytes(bytearray(CONTENT)), BOTH)
    copy = read_file(Quiz, "b.yaml", CONTENT, BOTH)
    assert {one.place.file for one in (*copy.problems, *copy.record.items)} == {"b.yaml"}
    assert isinstance(read_file(Deck, "a.yaml", CONTENT, BOTH).record, Deck)
    english = read_file(Quiz, "a.yaml", CONTENT, frozenset({"en"}))
    assert "'es' is not a language of this bank." in str(english.problems)
    assert "is not a language of this bank." not in str(first.problems)


def test_cached_problems_are_the_same_the_second_time(data: Path) -> None:
    """They keep their place, record id, and suggested fix."""
    replace_once(data / QUIZ, "kind:", "knd:")
    first, again = load_bank(data), load_bank(data)
    read_file.cache_clear()
    fresh = load_bank(data)
    assert first.problems[0].owner == "q-01-01"
    assert first.problems[0].fix
    assert first.problems == again.problems == fresh.problems
    assert first.unread == again.unread == fresh.unread
    assert repr(first.bank) == repr(again.bank) == repr(fresh.bank)


def test_an_edit_with_the_same_size_and_time_is_read(data: Path) -> None:
    """Some file systems store times in seconds, and tools can reset them."""
    path = data / QUIZ
    assert load_bank(data).problems == []
    before = path.stat()
    replace_once(path, "kind:", "kidn:")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert [one.place.file for one in load_bank(data).problems] == [f"data/{QUIZ}"]

    shutil.move(path, data.parent / "elsewhere.yaml")
    path.symlink_to(data.parent / "elsewhere.yaml")
    assert any("symbolic link" in one.fact for one in load_bank(data).problems), "cached content of a link"


def test_checking_rendering_and_exporting_leave_records_unchanged(data: Path) -> None:
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


def test_records_are_frozen() -> None:
    for shape in {Text, *(one for kind in FILE_KINDS.values() for one in list_records(kind))}:
        assert is_dataclass(shape)
        assert shape.__dataclass_params__.frozen, shape  # type: ignore[attr-defined]
