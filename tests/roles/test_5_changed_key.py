"""Scenario 5: someone changes the correct answer, first carelessly, then with all that depends on it."""

from __future__ import annotations

from typing import Any

import pytest

from roles.facts import list_first_notes, list_headings, list_notes, list_proven, list_stale, read_section
from roles.steps import GitHub
from small_bank import load_small_bank
from test_changed_keys import ARITHMETIC as QUIZ
from test_changed_keys import ONE, TWO

CHANGED = "The right answer changed (1)"
LINE = "- `q-01-01`: the answer is now 1 (`2`); it was 2 (`1`)."

TWO_IS_RIGHT = """\
      - text: "`2`"
        correct: true
"""
ONE_IS_WRONG = """\
      - text: "`1`"
        why:
          en: That is the quotient, `7 // 5`.
          es: Ese es el cociente, `7 // 5`.
"""


@pytest.fixture
def forbid_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail any test that would run a proof."""

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a proof was run")

    monkeypatch.setattr("espejo.proofs.run.run_claims", refuse)


@pytest.mark.usefixtures("forbid_proofs")
def test_a_changed_key(github: GitHub) -> None:
    """The check fails until reasons and proof match, and the summary always lists the change first."""
    before = load_small_bank()
    person = github.person("key")
    two = TWO.replace("        why:", "        correct: true\n        why:")
    person.replace(QUIZ, TWO, two)
    person.replace(QUIZ, ONE, '      - text: "`1`"\n')
    careless = person.propose("The answer is 2")
    assert not careless.is_green
    assert next(list_headings(careless.summary)) == CHANGED
    assert "Spanish, now: 1: `2`" in read_section(careless.summary, CHANGED)
    for problem in (
        "choice 2 was right and is wrong now, without a reason.",
        "the proof computed [2], which is not the answer. Correct the answer or the proof.",
    ):
        assert problem in read_section(careless.summary, "Problems")

    for old, new in (
        (two, TWO_IS_RIGHT),
        ('      - text: "`1`"\n', ONE_IS_WRONG),
        ("en: What is `7 % 3`?", "en: What is `7 % 5`?"),
        ("es: ¿Cuánto es `7 % 3`?", "es: ¿Cuánto es `7 % 5`?"),
        ("en: Then $7$ would be a multiple of $3$.", "en: Then $7$ would be a multiple of $5$."),
        ("es: Entonces $7$ sería múltiplo de $3$.", "es: Entonces $7$ sería múltiplo de $5$."),
        *[("$$7 = 2 \\cdot 3 + 1$$", "$$7 = 1 \\cdot 5 + 2$$")] * 2,  # in both languages
        ("value == 7 % 3]", "value == 7 % 5]"),
    ):
        person.replace(QUIZ, old, new)
    careful = person.propose_green("Ask for another remainder")
    assert next(list_headings(careful.summary)) == CHANGED
    assert LINE in read_section(careful.summary, "For CHANGELOG.md, so that learners are told")
    assert f"CHANGELOG.md does not say so. Add to it: {LINE}" in careful.check.said

    (person.folder / "CHANGELOG.md").write_text(f"# Changelog\n\n{LINE}\n", encoding="utf-8")
    request = person.propose_green("Tell learners")
    assert "CHANGELOG.md does not say so" not in request.check.said
    github.merge(request)
    after = github.inspect()
    assert list_stale(after) == set()
    assert list_notes(after) == list_first_notes()
    assert list_proven(after) == list_proven(before), "it is recorded once the proof has run"
    assert after.bank.ledger.changed("q-01-01", ["en"]) > before.bank.ledger.changed("q-01-01", ["en"])
