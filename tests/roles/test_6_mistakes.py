"""Role 6: somebody new to YAML makes thirty mistakes, and mends them from the messages alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mistakes import MISTAKES, QUIZ, follow_advice, read_reports
from roles.facts import read_section
from roles.steps import Forge

THIRTY = (
    "double quotes inside double quotes",
    "an apostrophe inside single quotes",
    "an unclosed double quote",
    "an unclosed quote before a closed one",
    "curly quotes around a text with a colon",
    "no space after a colon",
    "no colon",
    "no space after a dash",
    "no dash before the second choice",
    "a non-breaking space in the indentation",
    "a tab in the indentation",
    "too much indentation",
    "no indentation below a key",
    "a colon in a text",
    "a comma between braces",
    "a dash at the start",
    "a quotation at the start",
    "a bullet at the start",
    "an at sign at the start",
    "a percent sign at the start",
    "a brace at the start",
    "code at the start",
    "a hash in a text",
    "TeX in double quotes",
    "TeX between parentheses",
    "prices that become a formula",
    "the languages swapped",
    "an id that is taken",
    "a misspelled key",
    "no opening question mark",
)
"""The likeliest mistakes of a beginner, of those in tests/support/mistakes.py."""

FIRST = 10  # the number of the first file


class Told(NamedTuple):
    """What the summary of a pull request says about a line."""

    file: str
    line: int
    fact: str


def make_quiz(text: str, number: int) -> str:
    """A quiz or a message about it, with another number."""
    return text.replace("q-07-", f"q-{number}-").replace("phase-07-", f"phase-{number}-")


def name_file(number: int) -> str:
    return f"quizzes/phase-{number}-case.yaml"


def list_problems(summary: str) -> Iterator[Told]:
    for entry in read_section(summary, "Problems").splitlines():
        found = re.match(r"- \[data/(\S+):(\d+)\]\(\S+\): (?:q-\d\d-\d\d: )?(.*)", entry)
        if found:
            yield Told(found[1], int(found[2]), found[3])


def test_thirty_mistakes(forge: Forge) -> None:
    """Each is reported with its place; following the messages, and nothing else, makes the check pass."""
    assert len(set(THIRTY)) == 30
    person = forge.person("thirty")
    for number, name in enumerate(THIRTY, FIRST):
        mistake = MISTAKES[name]
        person.write(name_file(number), make_quiz(QUIZ.replace(mistake.right, mistake.wrong, 1), number))
    request = person.propose("Thirty quizzes")
    assert not request.is_green
    told = list(list_problems(request.summary))
    reports = read_reports()
    for number, name in enumerate(THIRTY, FIRST):
        ours = [one for one in told if one.file == name_file(number)]
        expected = [
            re.match(r"data/(\S+?):(\d+):\d+: (?:q-\d\d-\d\d: )?(.*)", make_quiz(one, number))
            for one in reports[name]
        ]
        assert [(one.file, str(one.line), one.fact) for one in ours] == [
            one.groups() for one in expected if one
        ], name
    assert {one.file for one in told} == {name_file(number) for number in range(FIRST, FIRST + 30)}
    pushes = 1
    while not request.is_green:
        pushes += 1
        assert pushes <= 3, request.check.said
        for one in list_problems(request.summary):
            text = (person.data / one.file).read_text(encoding="utf-8")
            person.write(one.file, follow_advice(text, one.line, one.fact))
        request = person.propose("Do what the messages say")
    forge.merge(request)
    ids = {f"q-{number}-{question}" for number in range(FIRST, FIRST + 30) for question in ("01", "02")}
    assert ids <= forge.inspect().bank.ledger.by_id.keys()


def test_what_editors_on_windows_write_is_no_mistake(forge: Forge) -> None:
    """A byte-order mark and Windows line ends."""
    person = forge.person("windows")
    text = "\ufeff" + make_quiz(QUIZ, FIRST).replace("\n", "\r\n")
    (person.data / name_file(FIRST)).write_bytes(text.encode())
    request = person.propose("A quiz")
    assert request.is_green, request.check.said
    forge.merge(request)
