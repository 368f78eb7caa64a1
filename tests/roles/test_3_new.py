"""Scenario 3: a new record of each type, started with `espejo new`, and a quiz written in the web editor."""

from __future__ import annotations

import re

from espejo.model.text import DRAFT
from roles.facts import list_stale, read_section
from roles.steps import GitHub, Person

WORDS = {"en": "A newcomer wrote this", "es": "Lo escribió alguien que empieza"}

NEW = [
    ("quiz", "quizzes/phase-03-fractions", "quizzes/phase-03-fractions.yaml", "q-03-01"),
    ("question", "quizzes/phase-01-arithmetic", "quizzes/phase-01-arithmetic.yaml", "q-01-09"),
    ("deck", "drills/chapter-02-signs", "drills/chapter-02-signs.yaml", "d-02-01"),
    ("card", "drills/chapter-01-facts", "drills/chapter-01-facts.yaml", "d-01-05"),
    ("topic", "prime-numbers", "topics.yaml", "prime-numbers"),
    ("term", "even-number", "glossary.yaml", "even-number"),
    ("formula", "", "reference/formulas.yaml", "f-04"),
    ("pattern", "", "reference/patterns.yaml", "p-03"),
]
IN_LEDGER = {"q-03-01", "q-01-09", "d-02-01", "d-01-05", "f-04", "p-03"}
LEARNED = {*IN_LEDGER, "even-number"}  # a term is a card too: the ledger has its time


def write_passages(person: Person, file: str) -> None:
    """Replace each ✎ placeholder with a sentence, a formula, or a listing."""
    text = (person.data / file).read_text(encoding="utf-8")
    text = re.sub(rf"formula:\n +en: {DRAFT}.*\n +es: {DRAFT}.*\n", "formula: '$$a_1 = b_1$$'\n", text)
    for number, name in ((1, "a_1"), (2, "b_1")):
        symbol = rf"symbol:\n +en: {DRAFT}.* \({number}\)\n +es: {DRAFT}.*\n"
        text = re.sub(symbol, f"symbol: '${name}$'\n", text)
    code = rf"code:\n +en: {DRAFT}.*\n +es: {DRAFT}.*\n"
    text = re.sub(code, "code: |\n      ```python\n      a, b = b, a\n      ```\n", text)
    letters = {locale: iter("abcdefghijklmnop") for locale in WORDS}

    def write(found: re.Match[str]) -> str:
        return f"{found[1]}{WORDS[found[2]]}, {next(letters[found[2]])}."

    text = re.sub(rf"^( *(\w+): ){DRAFT}.*$", write, text, flags=re.MULTILINE)
    assert DRAFT not in text
    person.write(file, text)


def test_new_drafts_and_then_their_texts(github: GitHub) -> None:
    """Drafts get the next free ids. They fail the check until they are written."""
    person = github.person("new")
    for noun, where, file, id_ in NEW:
        said = person.espejo("new", noun, *([where] if where else []))
        assert re.search(rf"^data/{file}:\d+: {id_}$", said, re.MULTILINE), said
        assert "Replace each passage that begins with ✎, then run: make check" in said
    drafts = person.propose("Begin one of each")
    assert not drafts.is_green
    assert "not written yet. Replace each text that begins with ✎" in drafts.check.said
    assert "What follows after the merge" not in drafts.summary, "a draft is not recorded"
    for _, _, file, _ in NEW:
        write_passages(person, file)
    request = person.propose_green("Write one of each")
    assert "✎" not in request.check.said
    added = read_section(request.summary, "Added (10)")  # new quizzes have a question, new decks a card
    said = github.merge(request)
    after = github.inspect()
    for noun, _, _, id_ in NEW:
        assert re.search(rf"^- {noun} .*: {WORDS['en']}, ", added, re.MULTILINE), noun
        assert (f"{id_}: new. Learners get it with their next import." in said) == (id_ in LEARNED)
        assert (id_ in after.bank.ledger.by_id) == (id_ in IN_LEDGER)
    assert list_stale(after) == set()


QUIZ = """\
title: {en: Phase 3 — Fractions, es: Fase 3 — Fracciones}
subject: {en: Fractions, es: Fracciones}
focus: {en: Halves and thirds., es: Mitades y tercios.}
topics: [division]
questions:
  - id: q-03-01
    kind: truefalse
    topics: [division]
    title: {en: A half is more than a third., es: Un medio es más que un tercio.}
    correct: true
    why: {en: The whole is cut into fewer parts., es: El entero se corta en menos partes.}
"""


def test_a_new_quiz_in_the_web_editor(github: GitHub) -> None:
    """One new file is enough. The summary names its Anki deck, which is permanent."""
    person = github.person("fractions")
    person.write("quizzes/phase-03-fractions.yaml", QUIZ)
    request = person.propose_green("Add a quiz about fractions")
    added = read_section(request.summary, "Added (2)")
    assert "quiz quizzes/phase-03-fractions: Phase 3 — Fractions" in added
    for name in ("“03 Fractions” (en)", "“03 Fracciones” (es)"):
        named = f"the Anki deck of quizzes/phase-03-fractions will be called {name} for good."
        assert named in request.summary
    assert "#### Español: Un medio es más que un tercio." in request.summary
    github.merge(request)
    names = github.inspect().bank.ledger.names
    assert names["quizzes/phase-03-fractions"] == {"en": "03 Fractions", "es": "03 Fracciones"}
