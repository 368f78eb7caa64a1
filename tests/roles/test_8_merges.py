"""Scenario 8: two people edit at once, and git merges their branches without conflicts in the ledger.

Neither edits the ledger; the workflow updates it on main after each merge.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from repository import run_git
from roles.facts import list_stale
from roles.steps import GitHub, Person

QUIZ = "quizzes/phase-01-arithmetic.yaml"
DECK = "drills/chapter-01-facts.yaml"

Edit = Callable[[Person], None]


def add_quiz(number: int) -> Edit:
    def edit(person: Person) -> None:
        text = (person.data / QUIZ).read_text(encoding="utf-8").replace("q-01-", f"q-{number}-")
        person.write(f"quizzes/phase-{number}-more.yaml", text)

    return edit


def replace(file: str, old: str, new: str) -> Edit:
    return lambda person: person.replace(file, old, new)


def append_question(number: int) -> Edit:
    def edit(person: Person) -> None:
        title = f"{{en: 'Is it {number}?', es: '¿Es {number}?'}}"
        answer = f"{{en: 'It is {number}.', es: 'Es {number}.'}}"
        lines = (f"- id: q-01-{number:02}", "  kind: recall", f"  title: {title}", f"  answer: {answer}")
        person.append(QUIZ, "".join(f"  {line}\n" for line in lines))

    return edit


def rename(person: Person) -> None:
    person.rename(QUIZ, "quizzes/phase-01-numbers.yaml")


def retire(person: Person) -> None:
    person.cut(DECK, "d-01-04")


class Pair(NamedTuple):
    """Two edits, and what is stale after both are merged."""

    ours: Edit
    theirs: Edit
    stale: frozenset[tuple[str, str]] = frozenset()


TYPO = replace(QUIZ, "Which of these are prime numbers?", "Which of those are prime numbers?")
PAIRS = {
    "two new quizzes": Pair(add_quiz(41), add_quiz(42)),
    "two passages of one question": Pair(
        replace(DECK, "en: What does `len('ñ')` return?", "en: What is `len('ñ')`?"),
        replace(DECK, 'es: "`1`: cuenta caracteres', 'es: "`1`: solo cuenta caracteres'),
        stale=frozenset([("d-01-02", "es"), ("d-01-02", "en")]),
    ),
    "the same typo fixed twice": Pair(TYPO, TYPO, stale=frozenset([("q-01-02", "es")])),
    "both retire one": Pair(retire, retire),
    "a rename and an edit in the file": Pair(rename, TYPO, stale=frozenset([("q-01-02", "es")])),
}


def edit_both(github: GitHub, pair: Pair) -> Person:
    """Push branches of two people who start from the same main; returns the second person."""
    ours, theirs = github.person("ours"), github.person("theirs")
    for person, edit in ((ours, pair.ours), (theirs, pair.theirs)):
        edit(person)
        person.push(person.branch)
    return theirs


@pytest.mark.parametrize("name", PAIRS)
def test_two_concurrent_edits_are_merged(name: str, github: GitHub) -> None:
    """There is no conflict, and exactly the expected passages become stale."""
    pair = PAIRS[name]
    edit_both(github, pair)
    github.merge_branch("ours")
    request = github.check("theirs")
    assert request.is_green, request.check.said
    github.merge(request)
    inspection = github.inspect()
    assert inspection.problems == []
    assert not inspection.gap
    assert list_stale(inspection) == pair.stale


def test_a_conflict_is_resolved_by_keeping_both(github: GitHub) -> None:
    """The ledger isn't part of the conflict."""
    theirs = edit_both(github, Pair(append_question(9), append_question(10)))
    github.merge_branch("ours")
    run_git(theirs.folder, "pull", "--quiet", "--no-rebase", "origin", "main", check=False)
    assert run_git(theirs.folder, "diff", "--name-only", "--diff-filter=U").stdout == f"data/{QUIZ}\n"
    text = (theirs.data / QUIZ).read_text(encoding="utf-8")
    theirs.write(QUIZ, re.sub(r"(?m)^(<{7}|={7}|>{7}).*\n", "", text))
    github.merge(theirs.propose_green("Keep both"))
    inspection = github.inspect()
    assert {"q-01-09", "q-01-10"} <= inspection.bank.ledger.by_id.keys()
    assert inspection.problems == []
