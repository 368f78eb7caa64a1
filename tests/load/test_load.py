"""Loading a whole bank: mistakes that the golden cases can't show, and the cache of parsed files."""

from __future__ import annotations

import os
import re
import shutil
from collections import defaultdict
from dataclasses import is_dataclass
from pathlib import Path

import pytest

from edits import replace_once
from espejo.check.project import inspect_project
from espejo.exports.files import list_exports
from espejo.load.bank import load_bank, load_ledger, read_file
from espejo.load.file_kinds import FILE_KINDS
from espejo.load.parse import MAX_BYTES
from espejo.load.values import MAX_PASSAGE
from espejo.messages.message import message
from espejo.model.keys import list_records
from espejo.model.problems import Place, Problem, report_problems
from espejo.model.quiz import Deck, Quiz
from espejo.model.text import Text
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from golden_files import GOLDEN, compare
from project import ROOT
from small_bank import SITE_URL

QUIZ = "quizzes/phase-01-arithmetic.yaml"
GUIDE, LOCALE = "study-guide/guide.yaml", "locales/es.yaml"
FORMULAS, TOPICS = "reference/formulas.yaml", "topics.yaml"
END = re.compile(r"\Z")


def write_collection(folder: str, prefix: str) -> str:
    return f"  - {{folder: {folder}, prefix: {prefix}, title: {{en: A, es: B}}, about: {{en: A., es: B.}}}}\n"


def write_topic(id_: str) -> str:
    return f"  - {{id: {id_}, title: {{en: A, es: A}}, about: {{en: B., es: B.}}}}\n"


EDITS: list[tuple[str, str | re.Pattern[str], str]] = [
    (QUIZ, END, "#" * MAX_BYTES),
    ("collections.yaml", "folder: quizzes", "folder: ../quizzes"),
    ("collections.yaml", END, write_collection("quizzes", "z")),
    ("collections.yaml", END, write_collection("more", "q")),
    ("collections.yaml", END, write_collection("a" * 400, "z")),
    (LOCALE, "  skip: ", "  skyp: "),
    (LOCALE, '"permalink-es {id}"', '"permalink-es"'),
    (LOCALE, '"permalink-es {id}"', '"permalink-es {id} {id.__class__}"'),
    (LOCALE, "territory: es_ES", "territory: zz_ZZ"),
    (LOCALE, "territory: es_ES", "territory: España"),
    (LOCALE, "dictionary: none", 'openings: [""]'),
    (LOCALE, "dictionary: none", 'openings: ["¿"]'),
    (LOCALE, "dictionary: none", 'order: ["{label}"]'),
    (LOCALE, "dictionary: none", 'order: ["opción {label.__class__}"]'),
    (LOCALE, "dictionary: none", 'negations: ["n*n*n", sin]'),
    (LOCALE, "dictionary: none", 'negations: ["*", sin]'),
    ("ledger.yaml", "en: 2026-", "en: 9999-"),
    (TOPICS, END, write_topic("a" * 400)),
    (TOPICS, END, write_topic("Loss")),
    ("glossary.yaml", END, "  - {id: hash, term: hash, meaning: {en: A hash., es: Un hash.}}\n"),
    (GUIDE, "- quiz-02-averages", "- quiz-02-avrages"),
    (GUIDE, "- quiz-02-averages", "- quiz-01-division"),
    (GUIDE, "      - quiz-02-averages\n", ""),
    (GUIDE, "edition: 2026-03-14", "edition: 14/03/2026"),
    (GUIDE, "id: text", "id: The rest"),
    (GUIDE, "id: text", "id: numbers"),
    (FORMULAS, "id: f-02", "id: f-01"),
    (FORMULAS, "'$$S = ", "'It is $$S = "),
    ("reference/patterns.yaml", "        ```python", "        Look:\n\n        ```python"),
]
"""A file, the text to replace in it, and the text to write instead."""

MOVES = [
    ("collections.yaml", None),
    (QUIZ, "quizzes/Phase 1.yaml"),
    (QUIZ, "quizzes/note.txt"),
    ("study-guide/quiz-03-strings.yaml", "study-guide/print.yaml"),
]
"""A file, and its new name, or None to delete it."""


def test_each_mistake_has_its_report(data: Path, request: pytest.FixtureRequest) -> None:
    """The report says where it is, what is wrong, and what was expected."""
    reports = []

    def report(name: str) -> None:
        problems = sorted(map(str, inspect_project(data).problems))
        reports.append("\n  ".join([name.replace("\n", "⏎")[:80], *problems]))

    for file, old, new in EDITS:
        path = data / file
        text = path.read_text(encoding="utf-8")
        edited = old.sub(new, text) if isinstance(old, re.Pattern) else text.replace(old, new, 1)
        assert edited != text, (file, old)
        path.write_text(edited, encoding="utf-8")
        report(f"{file}: {old if isinstance(old, str) else ''} → {new}")
        path.write_text(text, encoding="utf-8")
    for file, target in MOVES:
        content = (data / file).read_bytes()
        (data / file).rename(data / (target or "../gone"))
        report(f"{file} → {target}")
        (data / file).write_bytes(content)
        (data / (target or "../gone")).unlink()
    assert inspect_project(data).problems == []
    compare(GOLDEN / "messages" / "banks.txt", "\n\n".join(reports) + "\n", request)


def test_a_mistake_does_not_hide_another(data: Path) -> None:
    replace_once(data / TOPICS, "title:", "titel:")
    replace_once(data / QUIZ, "kind: single", "kind: singel")
    files = {problem.place.file for problem in inspect_project(data).faults}
    assert files == {f"data/{TOPICS}", f"data/{QUIZ}"}


def test_scalars_stay_as_typed(data: Path) -> None:
    """Numbers, dates, and null stay text."""
    odd = ['"No"', "1.10", '"12:30"', '"0o17"', '"null"']
    choices = "".join(f"      - {{text: {{en: {word}, es: {word}}}}}\n" for word in odd)
    (data / "quizzes" / "phase-09-guesses.yaml").write_text(
        'title: {en: "No", es: "No"}\nsubject: {en: 1.10, es: 1.10}\nfocus: {en: "12:30", es: "~"}\n'
        "questions:\n  - id: q-09-01\n    kind: multiple\n    title: {en: 2026-01-20, es: '1_000'}\n"
        "    choices:\n" + choices.replace("}}", "}, correct: true}", 1),
        encoding="utf-8",
    )
    loaded = inspect_project(data)
    assert loaded.faults == []
    quiz, question = next(pair for pair in loaded.bank.questions() if pair[1].id == "q-09-01")
    assert quiz.focus
    assert quiz.focus.show("es").markdown == "~"
    assert [choice.text.show("en").markdown for choice in question.choices] == [one.strip('"') for one in odd]
    assert question.title.passages == {"en": "2026-01-20", "es": "1_000"}


def test_a_passage_has_a_maximum_length(data: Path) -> None:
    """A longer one would keep the Markdown parser busy for too long."""
    replace_once(data / QUIZ, "  en: Whole numbers\n", f"  en: {'x' * (MAX_PASSAGE + 1)}\n")
    problems = [str(problem) for problem in inspect_project(data).faults]
    assert problems == [
        f"data/{QUIZ}:7:7: the passage is longer than {MAX_PASSAGE:,} characters. Shorten it."
    ]


def test_ledger_lists_have_no_limit(data: Path) -> None:
    """Other lists of texts have one, but a bank must never forget a retired id."""
    ids = [f"q-90-{number}" for number in range(100, 400)]
    (data / "ledger.yaml").write_text(f"retired: [{', '.join(ids)}]\n", encoding="utf-8")
    assert list(load_ledger(data).retired) == ids


def test_a_bank_without_languages_is_one_problem(data: Path) -> None:
    (data / "bank.yaml").unlink()
    problems = [str(problem) for problem in inspect_project(data).faults]
    assert problems == ["data/bank.yaml:1:1: the file is missing."]


def test_hidden_files_and_backups_are_ignored(data: Path) -> None:
    for name in (".hidden", "phase-01-arithmetic.yaml~", ".x.yaml.swp", "x.yaml.bak"):
        (data / "quizzes" / name).write_text("x", encoding="utf-8")
    assert inspect_project(data).faults == []


def test_a_guide_sets_the_order_of_its_quizzes(data: Path) -> None:
    """Quizzes that no course lists come last."""
    first, second, third = "quiz-01-division", "quiz-02-averages", "quiz-03-strings"
    replace_once(data / GUIDE, f"      - {first}\n      - {second}\n", f"      - {second}\n")
    replace_once(data / GUIDE, f"- {third}", f"- {third}\n      - quiz-09-missing")
    guide = next(one for one in inspect_project(data).bank.collections if one.guide)
    assert list(guide.units) == [second, third, first]


def test_a_problem_is_reported_once() -> None:
    """It is listed and counted once even if two rules find it."""
    problem = Problem(Place("data/topics.yaml", 3, 5), "sets", message("a fact."))
    report = report_problems([problem, problem._replace(fact=message("another.")), problem])
    assert report.splitlines()[:2] == [
        "data/topics.yaml:3:5: sets: a fact.",
        "data/topics.yaml:3:5: sets: another.",
    ]
    assert "\n2 problems. " in report


QUIZ_FILE = "quizzes/phase-01-arithmetic.yaml"
CONTENT = (
    b"title: {en: One, es: Uno}\nquestions:\n  - {id: q-07-01, knd: recall, title: {en: One, es: Uno}}\n"
)
BOTH = frozenset({"en", "es"})


def test_the_cache_distinguishes_names_kinds_and_languages() -> None:
    """The same content is parsed once. A copy of it is reported under its own name."""
    first = read_file(Quiz, "a.yaml", CONTENT, BOTH)
    assert first is read_file(Quiz, "a.yaml", bytes(bytearray(CONTENT)), BOTH)
    copy = read_file(Quiz, "b.yaml", CONTENT, BOTH)
    assert {one.place.file for one in (*copy.problems, *copy.record.items)} == {"b.yaml"}
    assert isinstance(read_file(Deck, "a.yaml", CONTENT, BOTH).record, Deck)
    english = read_file(Quiz, "a.yaml", CONTENT, frozenset({"en"}))
    assert "'es' is not a language of this bank." in str(english.problems)
    assert "is not a language of this bank." not in str(first.problems)


def test_a_bank_with_a_problem_is_the_same_the_second_time(data: Path) -> None:
    """A problem keeps its place, the id of its record, and its fix."""
    replace_once(data / QUIZ_FILE, "kind:", "knd:")
    first, again = load_bank(data), load_bank(data)
    read_file.cache_clear()
    fresh = load_bank(data)
    assert first.problems[0].owner == "q-01-01"
    assert first.problems[0].fix
    assert first.problems == again.problems == fresh.problems
    assert first.unread == again.unread == fresh.unread
    assert repr(first.bank) == repr(again.bank) == repr(fresh.bank)


def test_an_edit_with_the_same_size_and_time_is_read(data: Path) -> None:
    """Some file systems store time in seconds, and tools set it back."""
    path = data / QUIZ_FILE
    assert load_bank(data).problems == []
    before = path.stat()
    replace_once(path, "kind:", "kidn:")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert [one.place.file for one in load_bank(data).problems] == [f"data/{QUIZ_FILE}"]

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
