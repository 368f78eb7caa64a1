"""Role 7: a question with a proof. A wrong key is refused, the right one passes and is recorded."""

from __future__ import annotations

import re

from roles.facts import list_proven
from roles.steps import Forge
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


def test_a_proof(forge: Forge) -> None:
    """The check runs nothing and is green; the proofs tell, and what passed is handed over as data."""
    before = load_small_bank()
    person = forge.person("proof")
    person.append(QUIZ, QUESTION)
    request = person.propose("A question about signs")
    assert request.is_green, request.check.said
    assert "its proof has not run yet. Run it with: make prove" in request.check.said
    refused = forge.prove("proof")
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
    request = person.propose("The sign is that of the divisor")
    assert request.is_green, request.check.said
    passed = forge.prove("proof")
    assert passed.code == 0, passed.said
    assert "q-01-09: passed" in passed.said

    forge.merge(request, prove=True)
    after = forge.inspect()
    assert list_proven(after).keys() - list_proven(before).keys() >= {"q-01-09"}
    entry = after.bank.ledger.proven["q-01-09"]
    assert (entry.right, entry.values) == ("[2]", ("-1", "2"))
    assert not any("its proof has" in one.fact for one in after.notices), "all that can run has passed"

    later = forge.person("key")
    text = (later.data / QUIZ).read_text(encoding="utf-8")
    later.write(QUIZ, text.replace(RIGHT, wrong))
    request = later.propose("It was right before")
    assert not request.is_green, "what the proof computed is known now, and nothing has to run"
    assert "q-01-09: the proof computed [2], which is not the answer." in request.summary
