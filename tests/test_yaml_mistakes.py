"""Mistakes in YAML: each is named at its place, once, and what the message says mends the file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from edits import write_bank_without_items
from espejo.check.project import inspect_project
from espejo.model.problems import Notice, Problem
from mistakes import ITEM, MISTAKES, QUIZ, mend
from small_bank import BANK

FILE = "quizzes/phase-07-case.yaml"
UNTRANSLATED = "1 of 3 passages not in Spanish yet"  # no message can say how to translate a text


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bank with room for one quiz: its `data`."""
    return write_bank_without_items(tmp_path_factory.mktemp("mistakes") / "data")


def check(bank: Path, text: str) -> list[Problem]:
    """The problems of a bank with this quiz, and what its notices say about the quiz."""
    (bank / FILE).write_bytes(text.encode())
    inspection = inspect_project(bank)
    notices = [one for one in inspection.notices if one.place.file == f"data/{FILE}"]
    return sorted({*inspection.problems, *notices})


def mend_all(text: str, problems: list[Problem]) -> str:
    """The file after somebody has done what all messages say."""
    for problem in problems:
        text = mend(text, problem.place.line, problem.fact)
    return text


def test_the_quiz_has_no_problem(bank: Path) -> None:
    assert check(bank, QUIZ) == []


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_once_at_its_place_and_the_message_mends_it(name: str, bank: Path) -> None:
    """There are no other problems and no notices: whatever else is wrong only follows from it."""
    mistake = MISTAKES[name]
    assert mistake.right in QUIZ
    text = QUIZ.replace(mistake.right, mistake.wrong, 1)
    problems = check(bank, text)
    assert " ".join(f"{one.place.line}:{one.place.column}" for one in problems) == mistake.places, problems
    assert all(mistake.said in str(one) for one in problems), problems
    assert problems[-1].fact.endswith(mistake.mended)
    mended = mend_all(text, problems)
    assert mended != text or not mistake.mended
    if mended != text and (hidden := check(bank, mended)):
        left = check(bank, mend_all(mended, hidden))
        assert [one for one in left if UNTRANSLATED not in one.fact] == []


@pytest.mark.parametrize(
    "text", ["\ufeff" + QUIZ, QUIZ.replace("\n", "\r\n"), "\ufeff" + QUIZ.replace("\n", "\r\n")]
)
def test_a_byte_order_mark_and_windows_line_ends_are_accepted(text: str, bank: Path) -> None:
    """Also where a file is read line by line: its first line still names the schema."""
    assert check(bank, text) == []


def test_curly_quotes_around_a_whole_text_are_noticed(bank: Path) -> None:
    """They may be meant: in straight quotes, they are not noticed."""
    text = QUIZ.replace("en: Which one?", "en: “Which one?”")
    (notice,) = check(bank, text)
    assert isinstance(notice, Notice)
    assert notice.fact.endswith("To keep them, write: '“Which one?”' If not: 'Which one?'")
    assert check(bank, text.replace("“Which one?”", "'“Which one?”'")) == []
    assert check(bank, text.replace("“Which one?”", "“Which” one is “it”")) == []


def test_a_long_line_is_not_shown(bank: Path) -> None:
    """Nobody can read it in a message."""
    problem, *_ = check(bank, QUIZ.replace("en: Which one?", f"en: Which: {'one ' * 100}"))
    assert problem.fact == (
        "a text with a colon and a space after it needs quotes. The line is too long to be shown mended here."
    )


def test_a_record_without_an_id_is_not_reported_under_another(bank: Path) -> None:
    """Neither a problem that the parser finds, nor one in a value; an id that comes later counts."""
    broken = QUIZ.replace("      en: Why?", "      en: Why: so?")
    (problem,) = check(bank, broken.replace(ITEM, "  -\n"))
    assert problem.owner == ""
    (problem,) = check(bank, broken.replace(ITEM + "    kind: free\n", "  - kind: free\n    id: q-07-02\n"))
    assert problem.owner == "q-07-02"


def test_each_id_that_is_taken_gets_a_free_one_of_its_own(bank: Path) -> None:
    question = QUIZ[QUIZ.index(ITEM) :]
    problems = check(bank, QUIZ + question + question)
    assert [one.fact.rpartition(" ")[2] for one in problems] == ["q-07-03", "q-07-04"]


FILES = sorted(path.relative_to(BANK).as_posix() for path in BANK.rglob("*.yaml"))


@pytest.mark.parametrize("file", FILES)
def test_a_file_that_cannot_be_read_is_one_problem(file: str, data: Path) -> None:
    """What others say about it cannot be judged: topics, courses, languages, proofs that have run."""
    before = {*inspect_project(data).problems, *inspect_project(data).notices}
    path = data / file
    text = path.read_text(encoding="utf-8")
    broken = re.sub(r"^( *(?:- )?\w+: )(?=[\w'])", r"\1@", text, count=1, flags=re.MULTILINE)
    path.write_text(broken, encoding="utf-8")
    after = inspect_project(data)
    (problem,) = {*after.problems, *after.notices} - before
    assert problem.place.file == f"data/{file}"
    assert "a text that begins with @ needs quotes. Write: " in problem.fact


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("en: It comes first: so.", "a text with a colon"),
        ("en: It costs US$5 or US$6.", "is read as a formula"),
        ("en: It is \\(x^2\\).", "a formula goes between dollar signs"),
    ],
)
def test_a_mistake_has_the_id_of_its_record(written: str, said: str, bank: Path) -> None:
    (problem,) = check(bank, QUIZ.replace("en: It comes first.", written))
    assert said in problem.fact
    assert problem.owner == "q-07-01"


@pytest.mark.parametrize("text", ["topics: [a, ", "topics:\n  [a,\n   b, ", 'topics: {a: "b', "topics: ["])
def test_a_file_that_is_cut_off_is_explained_at_a_place_that_exists(text: str, data: Path) -> None:
    """YAML stops after the last line, where nobody could look."""
    (data / "topics.yaml").write_text(text, encoding="utf-8")
    (problem,) = [one for one in inspect_project(data).faults if one.place.file == "data/topics.yaml"]
    lines = text.split("\n")
    assert problem.place.line <= len(lines)
    assert problem.place.column <= len(lines[problem.place.line - 1]) + 1
