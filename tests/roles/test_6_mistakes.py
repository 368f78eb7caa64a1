"""Scenario 6: someone new to YAML makes mistakes and fixes them using only the messages in the summary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mistakes import MISTAKES, QUIZ, follow_advice, read_reports
from roles.facts import read_section
from roles.steps import GitHub

NAMES = (
    "an apostrophe inside single quotes",
    "an unclosed double quote",
    "curly quotes around a text with a colon",
    "no colon",
    "no dash before the second choice",
    "a tab in the indentation",
    "a colon in a text",
    "an at sign at the start",
    "code at the start",
    "a hash in a text",
    "TeX in double quotes",
    "prices that become a formula",
    "the languages swapped",
    "an id that is taken",
    "a misspelled key",
)
"""Likely mistakes of a beginner, of those in tests/support/mistakes.py, which tests/load tests one by one."""

FIRST = 10  # the number of the first file


class Told(NamedTuple):
    """A problem in a pull request's summary."""

    file: str
    line: int
    fact: str


def make_quiz(text: str, number: int) -> str:
    """Return a quiz, or a message about it, with another number."""
    return text.replace("q-07-", f"q-{number}-").replace("phase-07-", f"phase-{number}-")


def name_file(number: int) -> str:
    return f"quizzes/phase-{number}-case.yaml"


def list_problems(summary: str) -> Iterator[Told]:
    for entry in read_section(summary, "Problems").splitlines():
        found = re.match(r"- \[data/(\S+):(\d+)\]\(\S+\): (?:q-\d\d-\d\d: )?(.*)", entry)
        if found:
            yield Told(found[1], int(found[2]), found[3])


def test_mistakes_of_a_beginner(github: GitHub) -> None:
    """The summary reports each mistake at its line, and following the messages fixes all of them."""
    person = github.person("beginner")
    for number, name in enumerate(NAMES, FIRST):
        mistake = MISTAKES[name]
        person.write(name_file(number), make_quiz(QUIZ.replace(mistake.right, mistake.wrong, 1), number))
    request = person.propose("Many quizzes")
    assert not request.is_green
    told = list(list_problems(request.summary))
    reports = read_reports()
    for number, name in enumerate(NAMES, FIRST):
        ours = [one for one in told if one.file == name_file(number)]
        expected = [
            re.match(r"data/(\S+?):(\d+):\d+: (?:q-\d\d-\d\d: )?(.*)", make_quiz(one, number))
            for one in reports[name]
        ]
        assert [(one.file, str(one.line), one.fact) for one in ours] == [
            one.groups() for one in expected if one
        ], name
    assert {one.file for one in told} == {name_file(number) for number in range(FIRST, FIRST + len(NAMES))}
    pushes = 1
    while not request.is_green:
        pushes += 1
        assert pushes <= 3, request.check.said
        for one in list_problems(request.summary):
            text = (person.data / one.file).read_text(encoding="utf-8")
            person.write(one.file, follow_advice(text, one.line, one.fact))
        request = person.propose("Do what the messages say")
    github.merge(request)
    ids = {
        f"q-{number}-{question}" for number in range(FIRST, FIRST + len(NAMES)) for question in ("01", "02")
    }
    assert ids <= github.inspect().bank.ledger.by_id.keys()
