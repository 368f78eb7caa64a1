"""Problems of a whole bank that the golden cases, which are one quiz or deck each, cannot show."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from edits import replace_once
from espejo.check.balance import find_imbalance
from espejo.check.project import inspect_project
from espejo.load.parse import MAX_BYTES
from espejo.load.values import MAX_PASSAGE
from espejo.messages.message import message
from espejo.model.problems import Place, Problem, report_problems

QUIZ = "quizzes/phase-01-arithmetic.yaml"
GUIDE = "study-guide/guide.yaml"

COLLECTION = (
    "  - {{folder: {folder}, prefix: {prefix}, title: {{en: A, es: B}}, about: {{en: A., es: B.}}}}\n"
)

Spoil = Callable[[Path], object]


def append(name: str, text: str) -> Spoil:
    def spoil(data: Path) -> None:
        with (data / name).open("a", encoding="utf-8") as file:
            file.write(text)

    return spoil


def swap(name: str, old: str, new: str) -> Spoil:
    return lambda data: replace_once(data / name, old, new)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (
            append(QUIZ, "#" * MAX_BYTES),
            f"data/{QUIZ}:1:1: the file is larger than 250,000 bytes. Split it in two.",
        ),
        (
            lambda data: (data / "collections.yaml").unlink(),
            "data/collections.yaml:1:1: the file is missing.",
        ),
        (
            lambda data: (data / "quizzes" / "note.txt").write_text("x"),
            "data/quizzes/note.txt:1:1: this file is not in a collection. "
            "Move it to the folder of one, or delete it.",
        ),
        (
            lambda data: (data / QUIZ).rename(data / "quizzes" / "Phase 1.yaml"),
            "data/quizzes/Phase 1.yaml:1:1: invalid file name 'Phase 1'. "
            "Expected something like: phase-07-scalar-autograd",
        ),
        (
            lambda data: (data / "quizzes" / "phase-09-x.yaml").symlink_to(data / QUIZ),
            "data/quizzes/phase-09-x.yaml:1:1: this is a symbolic link. Put the file itself here.",
        ),
        (
            swap("collections.yaml", "folder: quizzes", "folder: ../quizzes"),
            "data/collections.yaml:4:5: invalid folder name '../quizzes'. Expected something like: quizzes",
        ),
        (
            append("collections.yaml", COLLECTION.format(folder="quizzes", prefix="z")),
            "the folder 'quizzes' is taken. Choose another name.",
        ),
        (
            append("collections.yaml", COLLECTION.format(folder="more", prefix="q")),
            "the prefix 'q' is taken. Choose other letters.",
        ),
        (
            swap("locales/es.yaml", "  skip: ", "  skyp: "),
            "data/locales/es.yaml:7:9: unknown word 'skyp'. Did you mean 'skip'?",
        ),
        (
            swap("locales/es.yaml", '"permalink-es {id}"', '"permalink-es"'),
            "wrong blanks in 'permalink'. Expected those in: Permanent link to {id}",
        ),
        (
            swap("locales/es.yaml", '"permalink-es {id}"', '"permalink-es {id} {id.__class__}"'),
            "wrong blanks in 'permalink'. ",
        ),
        (
            swap("locales/es.yaml", "territory: es_ES", "territory: zz_ZZ"),
            "data/locales/es.yaml:3:12: unknown territory 'zz_ZZ'. Expected a language and a country: en_US",
        ),
        (
            swap("locales/es.yaml", "territory: es_ES", "territory: España"),
            "data/locales/es.yaml:3:12: invalid territory 'España'. Expected something like: en_US",
        ),
        (
            swap("locales/es.yaml", "dictionary: none", 'openings: [""]'),
            "data/locales/es.yaml:5:14: nothing is written here. Write a word or a line of text.",
        ),
        (
            swap("locales/es.yaml", "dictionary: none", 'openings: ["¿"]'),
            "data/locales/es.yaml:5:14: not a pair of marks: '¿'. Expected something like: ¿?",
        ),
        (
            swap("locales/es.yaml", "dictionary: none", 'order: ["{label}"]'),
            "data/locales/es.yaml:5:11: '{label}' is not a phrase. "
            "Expected words and {label}, such as: choice {label}",
        ),
        (
            swap("locales/es.yaml", "dictionary: none", 'order: ["opción {label.__class__}"]'),
            "data/locales/es.yaml:5:11: 'opción {label.__class__}' is not a phrase. ",
        ),
        (
            swap("locales/es.yaml", "dictionary: none", 'negations: ["n*n*n", sin]'),
            "data/locales/es.yaml:5:15: 'n*n*n' is not a word. "
            "Expected a word with at most one *, such as: un*ed",
        ),
        (
            swap("locales/es.yaml", "dictionary: none", 'negations: ["*", sin]'),
            "data/locales/es.yaml:5:15: '*' is not a word. ",
        ),
        (
            swap("ledger.yaml", "en: 2026-", "en: 9999-"),
            "this must be a time and a fingerprint such as 2026-11-16T05:00:00Z 3fa9c1d2, not '9999-",
        ),
        (
            append("collections.yaml", COLLECTION.format(folder="a" * 400, prefix="z")),
            "invalid folder name 'aaa",
        ),
        (
            append(
                "topics.yaml", f"  - {{id: {'a' * 400}, title: {{en: A, es: A}}, about: {{en: B, es: B}}}}\n"
            ),
            "malformed id. Expected something like loss-functions.",
        ),
        (
            append("glossary.yaml", "  - {id: hash, term: hash, meaning: {en: A hash., es: Un hash.}}\n"),
            "hash: the id is taken on line",
        ),
        (
            append("topics.yaml", "  - {id: Loss, title: {en: A, es: A}, about: {en: B., es: B.}}\n"),
            "Loss: malformed id. Expected something like loss-functions.",
        ),
        (
            swap(GUIDE, "- quiz-02-averages", "- quiz-02-avrages"),
            "unknown quiz 'quiz-02-avrages'. Did you mean 'quiz-02-averages'?",
        ),
        (
            swap(GUIDE, "- quiz-02-averages", "- quiz-01-division"),
            "the quiz 'quiz-01-division' is already in a course, on line ",
        ),
        (
            swap(GUIDE, "      - quiz-02-averages\n", ""),
            "data/study-guide/quiz-02-averages.yaml:1:1: the quiz is not in any course. "
            "Add it to data/study-guide/guide.yaml: - quiz-02-averages",
        ),
        (
            swap(GUIDE, "edition: 2026-03-14", "edition: 14/03/2026"),
            "invalid date '14/03/2026'. Expected something like: 2026-11-16",
        ),
        (
            swap(GUIDE, "id: text", "id: The rest"),
            "The rest: malformed id. Expected something like fundamentals.",
        ),
        (
            swap(GUIDE, "id: text", "id: numbers"),
            "numbers: the id is taken on line 5. Use another one.",
        ),
        (
            lambda data: (data / "study-guide" / "quiz-03-strings.yaml").rename(
                data / "study-guide" / "print.yaml"
            ),
            "data/study-guide/print.yaml:1:1: the address 'study-guide/print' is taken (data/study-guide",
        ),
        (
            swap("reference/formulas.yaml", "id: f-02", "id: f-01"),
            "f-01: the id is taken on line 4. Use the next free one: f-04",
        ),
        (
            swap("reference/formulas.yaml", "'$$S = ", "'It is $$S = "),
            "f-01: expected one formula between $$ and $$, and nothing else.",
        ),
        (
            swap("reference/patterns.yaml", "        ```python", "        Look:\n\n        ```python"),
            "p-01: expected one listing between ```python and ```, and nothing else.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refused(spoil: Spoil, said: str, data: Path) -> None:
    """Each mistake is a problem with its place, and what it should be. The lints can still run."""
    spoil(data)
    problems = [str(problem) for problem in inspect_project(data).problems]
    assert any(said in problem for problem in problems), problems


def test_a_mistake_does_not_hide_another(data: Path) -> None:
    """The rest of the bank is still checked."""
    replace_once(data / "locales" / "es.yaml", "  skip: ", "  skyp: ")
    replace_once(data / QUIZ, "kind: single", "kind: singel")
    files = {problem.place.file for problem in inspect_project(data).faults}
    assert files == {"data/locales/es.yaml", f"data/{QUIZ}"}


@pytest.mark.parametrize(
    "end", ["terms", "terms: [", "terms:\n  - 'a", "terms:\n  - {a", "terms:\n  - id: x\nb"]
)
def test_what_is_missing_at_the_end_of_a_file_is_reported_there(data: Path, end: str) -> None:
    """YAML reports it on a line after the last one, which no editor can show."""
    glossary = data / "glossary.yaml"
    glossary.write_text(end, encoding="utf-8")
    lines = end.split("\n")
    places = [one.place for one in inspect_project(data).faults if one.place.file == "data/glossary.yaml"]
    assert places
    assert all(place.column <= len(lines[place.line - 1]) + 1 for place in places)


def test_scalars_stay_as_typed(data: Path) -> None:
    """What YAML would take for a number, a date or nothing is the text that was written."""
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
    assert quiz.focus.show("es").markdown == "~"
    assert [choice.text.show("en").markdown for choice in question.choices] == [one.strip('"') for one in odd]
    assert question.title.show("en").markdown == "2026-01-20"
    assert question.title.show("es").markdown == "1_000"


def test_a_passage_has_a_maximum_length(data: Path) -> None:
    """Beyond it, the Markdown parser could be made to take very long."""
    replace_once(data / QUIZ, "  en: Whole numbers\n", f"  en: {'x' * (MAX_PASSAGE + 1)}\n")
    problems = [str(problem) for problem in inspect_project(data).faults]
    assert problems == [
        f"data/{QUIZ}:7:7: the passage is longer than {MAX_PASSAGE:,} characters. Shorten it."
    ]


def test_a_bank_without_languages_is_one_problem(data: Path) -> None:
    """Nothing else can be said about it."""
    (data / "bank.yaml").unlink()
    problems = [str(problem) for problem in inspect_project(data).faults]
    assert problems == ["data/bank.yaml:1:1: the file is missing."]


@pytest.mark.parametrize("name", [".hidden", "phase-01-arithmetic.yaml~", ".x.yaml.swp", "x.yaml.bak"])
def test_what_editors_leave_behind_is_ignored(data: Path, name: str) -> None:
    """Hidden files and backups are nobody's mistake."""
    (data / "quizzes" / name).write_text("x", encoding="utf-8")
    assert inspect_project(data).faults == []


def test_a_guide_sets_the_order_of_its_quizzes(data: Path) -> None:
    """Whatever their files are called; a quiz that no course names comes last."""
    first, second, third = "quiz-01-division", "quiz-02-averages", "quiz-03-strings"
    replace_once(data / GUIDE, f"      - {first}\n      - {second}\n", f"      - {second}\n")
    replace_once(data / GUIDE, f"- {third}", f"- {third}\n      - quiz-09-missing")
    guide = next(one for one in inspect_project(data).bank.collections if one.guide)
    assert list(guide.units) == [second, third, first]


def test_a_problem_is_reported_once() -> None:
    """Also if two rules find it, and the count agrees."""
    problem = Problem(Place("data/topics.yaml", 3, 5), "sets", message("a fact."))
    report = report_problems([problem, problem._replace(fact=message("another.")), problem])
    assert report.splitlines()[:2] == [
        "data/topics.yaml:3:5: sets: a fact.",
        "data/topics.yaml:3:5: sets: another.",
    ]
    assert "\n2 problems. " in report


@pytest.mark.parametrize(
    ("positions", "right", "wrong", "said"),
    [
        ((1, 2, 3), "bb", "aa", []),
        ((1, 2, 3), "bbb", "aa", ["the right choice is the longest in 30 of 30 questions"]),
        ((1, 2, 1), "b", "aa", ["choice 1 is right in 20 of 30 questions with 3 choices."]),
    ],
    ids=["balanced", "by length", "by position"],
)
def test_what_gives_the_right_choice_away_is_noticed(
    data: Path, positions: tuple[int, ...], right: str, wrong: str, said: list[str]
) -> None:
    """Its position or its length, in a collection with many questions. Two that are equally long do not."""
    lines = ["title: {en: A, es: B}", "subject: {en: A, es: B}", "focus: {en: A., es: B.}", "questions:"]
    for number in range(1, 31):
        texts = [wrong, "c"]
        texts.insert(positions[number % 3] - 1, right)
        lines += [
            f"  - id: q-30-{number:02}",
            "    kind: single",
            "    title: {en: A, es: B}",
            "    choices:",
        ]
        for text in texts:
            lines += [f'      - text: "`{text}`"', *(["        correct: true"] if text == right else [])]
    shutil.rmtree(data / "quizzes")
    (data / "quizzes").mkdir()
    (data / "quizzes" / "phase-30-many.yaml").write_text("\n".join(lines), encoding="utf-8")
    bank = inspect_project(data).bank
    facts = {notice.fact.removeprefix("quizzes: ") for notice in find_imbalance(bank)}
    assert len(facts) == (len(bank.locales) if right == "bbb" else len(said))
    assert all(fact.startswith(tuple(said)) for fact in facts)
