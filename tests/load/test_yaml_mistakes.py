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
UNTRANSLATED = "1 of 4 passages not in Spanish yet"  # no message can say how to translate a text


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
        "a text with a colon and a space after it needs quotes. The corrected line is too long to show here."
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


@pytest.mark.parametrize(
    "name",
    [
        "an en dash for a hyphen",
        "no space after a dash",
        "no dash before a question",
        "no space after the colon of an id",
        "a non-breaking space after a dash",
    ],
)
def test_a_broken_first_line_belongs_to_its_own_record(name: str, bank: Path) -> None:
    """Not to the record before it, which is sound."""
    mistake = MISTAKES[name]
    (problem,) = check(bank, QUIZ.replace(mistake.right, mistake.wrong, 1))
    assert problem.owner == "q-07-02"


@pytest.mark.parametrize(
    "name", ["a tab in the indentation", "tabs in the indentation", "a non-breaking space in the indentation"]
)
def test_a_problem_in_the_indentation_has_the_id_of_its_record(name: str, bank: Path) -> None:
    mistake = MISTAKES[name]
    (problem,) = check(bank, QUIZ.replace(mistake.right, mistake.wrong, 1))
    assert problem.owner == "q-07-01"


def test_each_missing_id_gets_a_free_one_of_its_own(bank: Path) -> None:
    """It is added below the first line, or at the end of a record whose first line holds a block."""
    first = "  - kind: free\n    title: {en: A, es: B}\n    answer: {en: C, es: D}\n"
    second = "  - title:\n      en: A\n      es: B\n    kind: free\n    answer: {en: C, es: D}\n"
    problems = check(bank, QUIZ + first + second)
    facts = [one.fact for one in problems if not isinstance(one, Notice)]
    lines = QUIZ.count("\n")
    assert facts == [
        f"the id is missing. Add it below line {lines + 1}, after 4 spaces: id: q-07-03",
        f"the id is missing. Add it below line {lines + 8}, after 4 spaces: id: q-07-04",
    ]


def test_an_item_that_is_too_far_to_the_left_is_moved_to_the_right(bank: Path) -> None:
    item = QUIZ[QUIZ.index(ITEM) :]
    text = QUIZ.replace(item, "".join(line[2:] for line in item.splitlines(keepends=True)))
    (problem,) = check(bank, text)
    assert problem.fact.endswith("on line 14. Add 2 spaces at the start of each line from 32 to 46.")


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        (
            "    points:\n" + "      - en: It is so.\n        es: Es así.\n",
            "    points: It is so.\n",
            "Leave only 'points:' on line 41. On a new line below it, after 6 spaces, write: - It is so.",
        ),
        ("topics: [division]", "topics: division, division", "Write: topics: [division, division]"),
        (
            "    kind: single\n",
            "",
            "'kind' is missing. It can be single, multiple, truefalse, numeric, free or",
        ),
        ("focus:\n  en: A small quiz.\n  es: Un quiz pequeño.\n", "", "Add it below line 43: focus: {en: …,"),
        ("correct: true", "correct: maybe", "this must be true or false, not 'maybe'."),
        ("en: It comes first.", "en: It costs US$5 or US$6, and $x$.", "before each $."),
        ("en: It comes first.", "en: '$5 or $6, it''s'", r"Write: en: '\$5 or \$6, it''s'"),
        (
            "en: It comes first.",
            "en: It [comes](http://a.test).",
            "'http://a.test' does not start with https",
        ),
        ("es: Va primero.", "es: Si es así, va primero?", "the ¿ that opens this ? is missing. If the text"),
    ],
)
def test_what_to_do_about_a_value(right: str, wrong: str, said: str, bank: Path) -> None:
    """The line to write, where it can be known; otherwise what is wrong with the value."""
    assert right in QUIZ
    assert said in " ".join(one.fact for one in check(bank, QUIZ.replace(right, wrong, 1)))
