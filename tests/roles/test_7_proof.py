"""Scenario 7: a question with a proof, first with a wrong answer key, then with the right one."""

from __future__ import annotations

import re

from roles.facts import list_proven
from roles.steps import GitHub
from small_bank import load_small_bank

QUIZ = "quizzes/phase-01-arithmetic.yaml"

QUESTION = """\
  - id: q-01-09
    kind: single
    topics: [division]
    title: {en: 'What is `-7 % 3`?', es: '¿Cuánto es `-7 % 3`?'}
    choices:
      - text: "`-1`"
        correct: true
      - text: "`2`"
        why: {en: That has the sign of $3$., es: Ese tiene el signo de $3$.}
    why: {en: The remainder has a sign., es: El resto tiene signo.}
    proof:
      program: |
        choices = {1: -1, 2: 2}

        right = [label for label, value in choices.items() if value == -7 % 3]
"""
RIGHT = """\
      - text: "`-1`"
        why: {en: That has the sign of $-7$., es: Ese tiene el signo de $-7$.}
      - text: "`2`"
        correct: true
"""


def test_a_new_proof(github: GitHub) -> None:
    """The check runs no proof and passes. The proof job finds the mistake, and records what passed."""
    before = load_small_bank()
    person = github.person("proof")
    person.append(QUIZ, QUESTION)
    request = person.propose_green("A question about signs")
    assert "its proof has not run yet. Run it with: make prove" in request.check.said
    refused = github.prove("proof")
    assert refused.code == 1
    told = rf"^data/{QUIZ}:(\d+):9: q-01-09: 'right' is \[2\]. The answer key says \[1\]\."
    line = re.search(told, refused.said, re.MULTILINE)
    assert line, refused.said
    assert (
        "        right = [" in (person.data / QUIZ).read_text(encoding="utf-8").split("\n")[int(line[1]) - 1]
    )

    wrong = QUESTION[QUESTION.index("      - text") : QUESTION.index("    why: {en: The remainder")]
    person.replace(QUIZ, wrong, RIGHT)
    person.replace(QUIZ, "The remainder has a sign.", "In Python the remainder has the sign of the divisor.")
    person.replace(QUIZ, "El resto tiene signo.", "En Python el resto tiene el signo del divisor.")
    request = person.propose_green("The sign is that of the divisor")
    passed = github.prove("proof")
    assert passed.code == 0, passed.said
    assert "q-01-09: passed" in passed.said

    github.merge(request, prove=True)
    after = github.inspect()
    assert list_proven(after).keys() - list_proven(before).keys() >= {"q-01-09"}
    entry = after.bank.ledger.proven["q-01-09"]
    assert (entry.right, entry.values) == ("[2]", ("-1", "2"))
    assert not any("its proof has" in one.fact for one in after.notices)

    later = github.person("key")
    text = (later.data / QUIZ).read_text(encoding="utf-8")
    later.write(QUIZ, text.replace(RIGHT, wrong))
    request = later.propose("It was right before")
    assert not request.is_green, "the computed value is known now, so nothing has to run"
    assert "q-01-09: the proof computed [2], which is not the answer." in request.summary
