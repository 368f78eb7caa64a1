"""Role 1: a typo, fixed in the web editor by somebody who has never seen the ledger."""

from __future__ import annotations

import pytest

from roles.facts import list_headings, list_stale, read_section
from roles.steps import Forge

QUIZ = "quizzes/phase-01-arithmetic.yaml"
ENGLISH = ("Which of these are prime numbers?", "Which of those are prime numbers?")
SPANISH = ("¿Cuáles de estos son números primos?", "¿Cuáles de esos son números primos?")

ASKS = "Edited in only one language: does the other still say the same?"
FOLLOWS = "What follows after the merge, without anybody's help"


def test_in_one_language(forge: Forge) -> None:
    """Nothing is red, and the summary says in plain words that the other language will be looked at."""
    person = forge.person("typo")
    person.replace(QUIZ, *ENGLISH)
    request = person.propose("Fix a typo")
    assert request.is_green, request.check.said
    assert "title: edited in English, not in Spanish" in read_section(request.summary, ASKS)
    assert "write a line such as this in the pull request: Same meaning: q-01-02" in request.summary
    will = "q-01-02: English changes, and Spanish will ask for a second look."
    assert will in read_section(request.summary, FOLLOWS)
    assert will in forge.merge(request)
    assert list_stale(forge.inspect()) == {("q-01-02", "es")}


def test_and_later_in_the_other(forge: Forge) -> None:
    """Whoever answers the question edits the other language, and that settles it."""
    for branch, typo in (("english", ENGLISH), ("spanish", SPANISH)):
        person = forge.person(branch)
        person.replace(QUIZ, *typo)
        request = person.propose("Fix a typo")
        assert request.is_green, request.check.said
        forge.merge(request)
    assert list_stale(forge.inspect()) == set()


def test_in_both_languages(forge: Forge) -> None:
    """Edited in one change, they count as agreeing."""
    person = forge.person("typo")
    person.replace(QUIZ, *ENGLISH)
    person.replace(QUIZ, *SPANISH)
    request = person.propose("Fix a typo")
    assert request.is_green, request.check.said
    assert not any(ASKS in heading for heading in list_headings(request.summary))
    assert "q-01-02: English and Spanish change." in read_section(request.summary, FOLLOWS)
    forge.merge(request)
    assert list_stale(forge.inspect()) == set()


SAID = "Same meaning: q-01-02"


@pytest.mark.parametrize(
    ("message", "text", "merged_with"),
    [("Fix a typo", f"A comma.\n\n{SAID}\n", ""), (f"Fix a typo\n\n{SAID}", "", ""), ("Typo", "", SAID)],
    ids=["in the pull request", "in the commit", "by whoever merges"],
)
def test_that_leaves_the_meaning_as_it_is(forge: Forge, message: str, text: str, merged_with: str) -> None:
    """A line says so, without a terminal, and nothing is stale."""
    person = forge.person("typo")
    person.replace(QUIZ, *ENGLISH)
    request = person.propose(message, text=text)
    assert request.is_green, request.check.said
    if not merged_with:
        assert not any(ASKS in heading for heading in list_headings(request.summary))
        assert "q-01-02: English changes, and is said to mean the same." in request.summary
    assert "is said to mean the same." in forge.merge(request, f"Merge typo\n\n{merged_with}")
    assert list_stale(forge.inspect()) == set()


def test_in_a_text_that_has_no_id(forge: Forge) -> None:
    """The focus of a quiz has no id to declare anything about, so nobody is asked to."""
    person = forge.person("typo")
    person.replace(QUIZ, "en: What divides what, and what", "en: What divides what and what")
    request = person.propose("Fix a typo")
    assert request.is_green, request.check.said
    assert "focus: edited in English, not in Spanish" in read_section(request.summary, ASKS)
    assert "Same meaning" not in request.summary
    assert forge.merge(request) == "The ledger is up to date.\n"
