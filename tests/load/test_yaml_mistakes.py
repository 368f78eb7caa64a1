"""-"""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
import yaml

from edits import write_bank_without_items
from espejo.check.project import inspect_project
from espejo.load.portable import find_other_meaning
from espejo.model.problems import Notice, Problem
from golden_files import compare
from mistakes import ITEM, MISTAKES, QUIZ, REPORTS, follow_advice
from other_parsers import REFUSED, as_text, find_differences, read_as_we_do, read_with_npm, read_with_pyyaml
from small_bank import BANK

FILE = "quizzes/phase-07-case.yaml"
UNTRANSLATED = "1 of 4 passages not in Spanish yet"  # no message can suggest a translation


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `data` folder of a bank without quizzes and decks, to which tests add a quiz."""
    return write_bank_without_items(tmp_path_factory.mktemp("mistakes") / "data")


def check(bank: Path, text: str) -> list[Problem]:
    """Return the problems of a bank with this quiz, and the notices about the quiz."""
    (bank / FILE).write_bytes(text.encode())
    inspection = inspect_project(bank)
    notices = [one for one in inspection.notices if one.place.file == f"data/{FILE}"]
    return sorted({*inspection.problems, *notices})


def follow_all(text: str, problems: list[Problem]) -> str:
    for problem in problems:
        text = follow_advice(text, problem.place.line, problem.fact)
    return text


def describe_result(bank: Path, text: str, problems: list[Problem]) -> str:
    fixed = follow_all(text, problems)
    if fixed == text:
        return "no unambiguous advice"
    hidden = check(bank, fixed)
    if not hidden:
        return "following the advice fixes it"
    left = [one for one in check(bank, follow_all(fixed, hidden)) if UNTRANSLATED not in one.fact]
    return f"then another shows up, {left or 'and following its advice fixes it'}"


def test_each_mistake_is_reported_once_and_its_message_fixes_it(
    bank: Path, request: pytest.FixtureRequest
) -> None:
    """Nothing is reported about its consequences. A helper applies the fix that the message suggests."""
    assert check(bank, QUIZ) == []
    reports = []
    for name, mistake in MISTAKES.items():
        text = mistake.make(QUIZ)
        problems = check(bank, text)
        reports.append("\n  ".join([name, *map(str, problems), describe_result(bank, text, problems)]))
    compare(REPORTS, "\n\n".join(reports) + "\n", request)


def test_a_byte_order_mark_and_windows_line_ends_are_accepted(bank: Path) -> None:
    """The schema comment is still found on the first line, which is read separately."""
    windows = QUIZ.replace("\n", "\r\n")
    assert [check(bank, text) for text in (f"\ufeff{QUIZ}", windows, f"\ufeff{windows}")] == [[], [], []]


def test_curly_quotes_around_a_whole_text_are_a_notice(bank: Path) -> None:
    """A notice reports them, unless straight quotes around them show that they're intended."""
    text = QUIZ.replace("en: Which one?", "en: “Which one?”")
    (notice,) = check(bank, text)
    assert isinstance(notice, Notice)
    assert notice.fact.endswith("To keep them, write: '“Which one?”' If not: 'Which one?'")
    assert check(bank, text.replace("“Which one?”", "'“Which one?”'")) == []
    assert check(bank, text.replace("“Which one?”", "“Which” one is “it”")) == []


def test_a_problem_has_the_id_of_its_own_record(bank: Path) -> None:
    """The previous record's id is never used, and the id need not be the record's first key."""
    broken = QUIZ.replace("      en: Why?", "      en: Why: so?")
    missing, problem = check(bank, broken.replace(ITEM, "  -\n"))
    assert [missing.owner, problem.owner] == ["", ""]
    (problem,) = check(bank, broken.replace(ITEM + "    kind: free\n", "  - kind: free\n    id: q-07-02\n"))
    assert problem.owner == "q-07-02"


def test_duplicate_and_missing_ids_get_a_free_one(bank: Path) -> None:
    """A missing id goes below the first line or, if that line begins a block, at the end of the record."""
    question = QUIZ[QUIZ.index(ITEM) :]
    problems = check(bank, QUIZ + question + question)
    assert [one.fact.rpartition(" ")[2] for one in problems] == ["q-07-03", "q-07-04"]
    first = "  - kind: free\n    title: {en: A, es: B}\n    answer: {en: C, es: D}\n"
    second = "  - title:\n      en: A\n      es: B\n    kind: free\n    answer: {en: C, es: D}\n"
    lines = QUIZ.count("\n")
    assert [one.fact for one in check(bank, QUIZ + first + second) if not isinstance(one, Notice)] == [
        f"the id is missing. Add it below line {lines + 1}, after 4 spaces: id: q-07-03",
        f"the id is missing. Add it below line {lines + 8}, after 4 spaces: id: q-07-04",
    ]


@pytest.mark.parametrize("file", sorted(path.relative_to(BANK).as_posix() for path in BANK.rglob("*.yaml")))
def test_a_file_that_cannot_be_parsed_is_one_problem(file: str, data: Path) -> None:
    """References to its records aren't checked: topics, courses, languages, and recorded proofs."""
    before = {*inspect_project(data).problems, *inspect_project(data).notices}
    path = data / file
    text = path.read_text(encoding="utf-8")
    broken = re.sub(r"^( *(?:- )?\w+: )(?=[\w'])", r"\1@", text, count=1, flags=re.MULTILINE)
    path.write_text(broken, encoding="utf-8")
    after = inspect_project(data)
    (problem,) = {*after.problems, *after.notices} - before
    assert problem.place.file == f"data/{file}"
    assert "a text that begins with @ needs quotes. Write: " in problem.fact


def test_a_problem_at_the_end_of_a_file_has_a_place_that_exists(data: Path) -> None:
    """YAML reports it one line past the end, which no editor can show."""
    ends = ("terms", "terms: [", "terms:\n  - 'a", "terms:\n  - {a", "terms:\n  - id: x\nb")
    for text in (*ends, "terms: [a, ", "terms:\n  [a,\n   b, ", 'terms: {a: "b'):
        (data / "glossary.yaml").write_text(text, encoding="utf-8")
        lines = text.split("\n")
        places = [one.place for one in inspect_project(data).faults if one.place.file == "data/glossary.yaml"]
        assert places, text
        assert all(place.column <= len(lines[place.line - 1]) + 1 for place in places), text


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        (
            "    points:\n      - en: It is so.\n        es: Es así.\n",
            "    points: It is so.\n",
            "Leave only 'points:' on line 41. On a new line below it, after 6 spaces, write: - It is so.",
        ),
        ("topics: [division]", "topics: division, division", "Write: topics: [division, division]"),
        (
            "    kind: single\n",
            "",
            "'kind' is missing. It can be single, multiple, truefalse, numeric, free or",
        ),
        ("title:\n  en: Phase 7\n  es: Fase 7\n", "", "title: {en: …,"),
        ("correct: true", "correct: maybe", "this must be true or false, not 'maybe'."),
        ("en: It comes first.", "en: It costs US$5 or US$6, and $x$.", "before each $."),
        ("en: It comes first.", "en: '$5 or $6, it''s'", r"Write: en: '\$5 or \$6, it''s'"),
        (
            "en: It comes first.",
            "en: It [comes](http://a.test).",
            "'http://a.test' does not start with https",
        ),
        ("es: Va primero.", "es: Si es así, va primero?", "the ¿ that opens this ? is missing. If the text"),
        ("en: Which one?", f"en: Which: {'one ' * 100}", "The corrected line is too long to show here."),
        (
            QUIZ[QUIZ.index(ITEM) :],
            "".join(line[2:] for line in QUIZ[QUIZ.index(ITEM) :].splitlines(keepends=True)),
            "on line 14. Add 2 spaces at the start of each line from 32 to 46.",
        ),
    ],
)
def test_a_message_says_what_to_write(right: str, wrong: str, said: str, bank: Path) -> None:
    """It shows the corrected line if known, otherwise what is wrong with the value."""
    assert right in QUIZ
    assert said in " ".join(one.fact for one in check(bank, QUIZ.replace(right, wrong, 1)))


PLACES = ("k: [{}, b]\n", "k: {{en: {}, es: b}}\n", "{{{}: b}}\n", "k: {}\n")
"""Where a scalar can be: in brackets, in braces, as a key in braces, and outside."""


def test_the_files_of_the_small_bank_are_read_alike(data: Path) -> None:
    assert find_differences(data.rglob("*.yaml")) == []


def test_a_short_text_that_we_accept_is_read_alike() -> None:
    """All texts of up to three syntax characters, letters, and spaces."""
    shorts = ["".join(one) for length in (1, 2, 3) for one in product("a?!:-&, ", repeat=length)]
    texts = [place.format(short) for place in PLACES for short in shorts if short == short.strip()]
    accepted = [(text, ours) for text in texts if (ours := read_as_we_do(text)) != REFUSED]
    assert len(accepted) > 40
    by_npm = read_with_npm(text for text, _ in accepted)
    different = [
        (text, ours)
        for (text, ours), (npm, _) in zip(accepted, by_npm, strict=True)
        if read_with_pyyaml(text, yaml.BaseLoader) != ours or as_text(npm) != ours
    ]
    assert different == []


ODD_VALUES = (
    *("y", "N", "yes", "No", "on", "OFF", "True", "false", "~", "null", "Null", "=", "<<"),
    *("010", "08", "00", "0o10", "0b11", "-0x1F", "0x1_F", "1_000", "1_0.5", ".5_0", "-.5", "+.5e-3"),
    *("1e3", "1.5e3", "12e04", "12:30", "1:2:3.4", "-1:00", "12345678901234567890"),
    *("2026-11-16T05:00:00Z", "2026-11-16 5:00:00.5 +01:00"),
)
EVEN_VALUES = (
    "a",
    "no way",
    "yes,",
    "1.2.3",
    "12:60 a",
    "e3",
    "3",
    "-7",
    "0.5",
    "2026-11-16",
    "tr",
    "<<a",
    "N/A",
)


def test_a_value_needs_quotes_if_a_parser_reads_it_differently() -> None:
    assert [value for value in ODD_VALUES if not find_other_meaning(value)] == []
    assert [value for value in (*EVEN_VALUES, "-") if find_other_meaning(value)] == []
    by_npm = [typed for _, typed in read_with_npm(f"k: {value}\n" for value in EVEN_VALUES)]
    by_pyyaml = [read_with_pyyaml(f"k: {value}\n", yaml.SafeLoader) for value in EVEN_VALUES]
    assert list(map(as_text, by_npm)) == list(map(as_text, by_pyyaml))


def test_an_unquoted_number_is_the_same_number_everywhere() -> None:
    """Every text of up to three characters that begins like a number and needs no quotes."""
    starts = ("".join(one) for length in (1, 2, 3) for one in product("08.-_exo:", repeat=length))
    values = [one for one in starts if one[0] in "08.-" and not find_other_meaning(one)]
    values = [one for one in values if read_as_we_do(f"k: {one}\n") == {"k": one}]
    by_npm = read_with_npm(f"k: {one}\n" for one in values)
    different = [
        value
        for value, (_, npm) in zip(values, by_npm, strict=True)
        if _number(read_with_pyyaml(f"k: {value}\n", yaml.SafeLoader)) != _number(npm)
    ]
    assert different == []


def _number(read: object) -> object:
    """The value; integral floats as integers, because JSON has only one type of number."""
    value = read["k"] if isinstance(read, dict) else read
    return int(value) if isinstance(value, float) and value.is_integer() else value
