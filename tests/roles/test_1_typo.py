"""Scenario 1: a typo, fixed in the web editor by someone who doesn't know the ledger."""

from __future__ import annotations

import pytest

from roles.facts import list_headings, list_stale, read_section
from roles.steps import GitHub

QUIZ = "quizzes/phase-01-arithmetic.yaml"
ENGLISH = ("Which of these are prime numbers?", "Which of those are prime numbers?")
SPANISH = ("¿Cuáles de estos son números primos?", "¿Cuáles de esos son números primos?")

ASKS = "Edited in only one language: does the other still say the same?"
FOLLOWS = "What follows after the merge, without anybody's help"


def test_a_typo_in_one_language_and_later_in_the_other(github: GitHub) -> None:
    """The summary asks for a second look at the other language, and editing that one settles it."""
    request = github.edit("english", QUIZ, *ENGLISH)
    assert "title: edited in English, not in Spanish" in read_section(request.summary, ASKS)
    assert "write a line such as this in the pull request: Same meaning: q-01-02" in request.summary
    will = "q-01-02: English changes, and Spanish will ask for a second look."
    assert will in read_section(request.summary, FOLLOWS)
    assert will in github.merge(request)
    assert list_stale(github.inspect()) == {("q-01-02", "es")}
    github.merge(github.edit("spanish", QUIZ, *SPANISH))
    assert list_stale(github.inspect()) == set()


SAID = "Same meaning: q-01-02"


@pytest.mark.parametrize(
    ("message", "text", "merged_with"),
    [("Fix a typo", f"A comma.\n\n{SAID}\n", ""), (f"Fix a typo\n\n{SAID}", "", ""), ("Typo", "", SAID)],
    ids=["in the pull request", "in the commit", "by whoever merges"],
)
def test_a_typo_that_keeps_the_meaning(github: GitHub, message: str, text: str, merged_with: str) -> None:
    """One line in the pull request says so, without a terminal, and nothing becomes stale."""
    request = github.edit("typo", QUIZ, *ENGLISH, message=message, text=text)
    if not merged_with:
        assert not any(ASKS in heading for heading in list_headings(request.summary))
        assert "q-01-02: English changes, and is said to mean the same." in request.summary
    assert "is said to mean the same." in github.merge(request, f"Merge typo\n\n{merged_with}")
    assert list_stale(github.inspect()) == set()


def test_a_typo_in_a_text_without_an_id(github: GitHub) -> None:
    """A quiz's focus has no id, so the summary doesn't suggest a line about it."""
    request = github.edit("typo", QUIZ, "what, and what", "what and what")
    assert "focus: edited in English, not in Spanish" in read_section(request.summary, ASKS)
    assert "Same meaning" not in request.summary
    assert github.merge(request) == "The ledger is up to date.\n"
