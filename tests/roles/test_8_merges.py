"""Role 8: two people edit at once, and real git merges them. The ledger never conflicts.

Neither touches the ledger. It is brought up to date on main after each merge, as the workflow does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from repository import run_git
from roles.facts import list_stale
from roles.steps import Forge, Person

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
    """Two edits, the files in which git finds a conflict, and what is stale after both are merged."""

    ours: Edit
    theirs: Edit
    conflicts: tuple[str, ...] = ()
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
    "a rename beside an edit inside": Pair(rename, TYPO, stale=frozenset([("q-01-02", "es")])),
    "an edit inside beside a rename": Pair(TYPO, rename, stale=frozenset([("q-01-02", "es")])),
    "both append to one quiz": Pair(append_question(9), append_question(10), (f"data/{QUIZ}",)),
    "one language each of a passage": Pair(
        replace(DECK, "en: What does `len('ñ')` return?", "en: What is `len('ñ')`?"),
        replace(DECK, "es: ¿Qué devuelve `len('ñ')`?", "es: ¿Cuánto es `len('ñ')`?"),
        (f"data/{DECK}",),
    ),
}


def edit_both(forge: Forge, pair: Pair) -> tuple[Person, Person]:
    """Two people who begin from the same main."""
    ours, theirs = forge.person("ours"), forge.person("theirs")
    pair.ours(ours)
    pair.theirs(theirs)
    return ours, theirs


@pytest.mark.parametrize("name", PAIRS)
def test_two_edits_are_merged(name: str, forge: Forge) -> None:
    """The ledger has no conflict, what is merged last is green, and the ledger says exactly what is stale."""
    pair = PAIRS[name]
    for person in edit_both(forge, pair):
        person.push(person.branch)
    forge.push_merged("ours")
    forge.publish()
    assert forge.find_conflicts("theirs") == list(pair.conflicts)
    if not pair.conflicts:
        request = forge.check("theirs")
        assert request.is_green, request.check.said
        forge.merge(request)
        inspection = forge.inspect()
        assert inspection.problems == []
        assert not inspection.gap, "nothing is left to record"
        assert list_stale(inspection) == pair.stale


def test_a_conflict_in_the_text_is_resolved_by_keeping_both(forge: Forge) -> None:
    """Whoever resolves it has nothing to do with the ledger either."""
    pair = PAIRS["both append to one quiz"]
    ours, theirs = edit_both(forge, pair)
    theirs.push("theirs")
    ours.push("ours")
    forge.push_merged("ours")
    forge.publish()
    run_git(theirs.folder, "pull", "--quiet", "--no-rebase", "origin", "main", check=False)
    text = (theirs.data / QUIZ).read_text(encoding="utf-8")
    theirs.write(QUIZ, re.sub(r"(?m)^(<{7}|={7}|>{7}).*\n", "", text))
    request = theirs.propose("Keep both")
    assert request.is_green, request.check.said
    forge.merge(request)
    inspection = forge.inspect()
    assert {"q-01-09", "q-01-10"} <= inspection.bank.ledger.by_id.keys()
    assert inspection.problems == []
