"""Recorded proof results: the check compares them with changed answer keys, without running anything."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from edits import find_record, replace_once
from espejo.check.project import inspect_project
from espejo.ledger.claims import list_claims, list_states
from small_bank import write_bank

ARITHMETIC = "quizzes/phase-01-arithmetic.yaml"
COLLECTIONS = "quizzes/phase-02-collections.yaml"

SET_OF_TWO = """\
      - text: "`{2}`"
        correct: true
"""
SET_OF_THREE = """\
      - text: "`{1, 2, 3}`"
        why:
          en: That is the union, `a | b`.
"""


@pytest.fixture(autouse=True)
def forbid_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails any test that runs a program."""

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(subprocess, "Popen", refuse)


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """The bank before the edit."""
    return prepare(write_bank(tmp_path / "base" / "data"))


@pytest.fixture
def proven(data: Path) -> Path:
    """The small bank with more passed proofs."""
    return prepare(data)


def prepare(data: Path) -> Path:
    record(data, "q-02-07", "4.0")
    record(data, "q-02-02", '["B"]')
    return data


def record(data: Path, id_: str, right: str, values: str = "") -> None:
    """Records a passed proof and its result in the ledger."""
    bank = inspect_project(data).bank
    claim = next(one for one in list_claims(bank) if one.id == id_)
    entry = find_record((data / "ledger.yaml").read_text(encoding="utf-8"), id_)
    kept = entry.partition("    proven: ")[0]
    lines = f"    proven: {claim.digest(computed=True)} python 3.11\n    right: '{right}'\n{values}"
    replace_once(data / "ledger.yaml", entry, kept + lines)


def swap(data: Path, id_: str, one: str, other: str) -> None:
    """Swaps two texts of a record."""
    path = data / COLLECTIONS
    before = find_record(path.read_text(encoding="utf-8"), id_)
    assert one in before
    assert other in before
    after = before.replace(one, "\0").replace(other, one).replace("\0", other)
    replace_once(path, before, after)


def list_facts(data: Path, id_: str, base: Path | None = None) -> list[str]:
    """Returns what the check reports about a record's proof."""
    problems = inspect_project(data, base=base).problems
    return [one.fact for one in problems if one.owner == id_ and "proof" in one.fact]


def test_recorded_results_match_unchanged_keys(proven: Path) -> None:
    states = list_states(inspect_project(proven).bank)
    for id_ in ("q-01-01", "q-01-02", "q-01-03", "q-02-02", "q-02-07"):
        assert states[id_].name == "proven"
        assert list_facts(proven, id_) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "id_", "computed"),
    [
        (ARITHMETIC, '"`2`"\n', '"`2`"\n        correct: true\n', "q-01-01", "[2]"),
        (ARITHMETIC, '"9"\n', '"9"\n        correct: true\n', "q-01-02", "[1, 4]"),
        (ARITHMETIC, "correct: false\n", "correct: true\n", "q-01-03", "false"),
        (COLLECTIONS, "value: 4\n", "value: 5\n", "q-02-07", "4.0"),
        (COLLECTIONS, "value: 4\n    tolerance: 0.5\n", "value: 4.1\n", "q-02-07", "4.0"),
        (COLLECTIONS, SET_OF_THREE + SET_OF_TWO, SET_OF_TWO + SET_OF_THREE, "q-02-02", '["B"]'),
    ],
    ids=["single", "multiple", "truefalse", "numeric", "tolerance", "reordered"],
)
def test_a_changed_key_contradicts_the_recorded_result(
    proven: Path, file: str, old: str, new: str, id_: str, computed: str
) -> None:
    """Only the key is changed, and the program is the recorded one."""
    replace_once(proven / file, old, new)
    fact = f"the proof computed {computed}, which is not the answer. Correct the answer or the proof."
    assert list_facts(proven, id_) == [fact]
    assert list_states(inspect_project(proven).bank)[id_].name == "changed"


def test_a_wider_tolerance_accepts_the_recorded_result(proven: Path) -> None:
    replace_once(proven / COLLECTIONS, "tolerance: 0.5\n", "tolerance: 2\n")
    assert list_facts(proven, "q-02-07") == []


def test_choices_are_compared_with_their_recorded_values(data: Path) -> None:
    """The right label stays the same, but now has another text: the ledger has 2, 1, 0 for the choices."""
    replace_once(data / ARITHMETIC, '- text: "`2`"', '- text: "`X`"')
    replace_once(data / ARITHMETIC, '- text: "`1`"', '- text: "`2`"')
    assert list_facts(data, "q-01-01") == [], "a text that is no value says nothing"
    replace_once(data / ARITHMETIC, '- text: "`X`"', '- text: "`1`"')
    fact = "the choices are not in the order of the proof, which is 2, 1, 0. Reorder either."
    assert list_facts(data, "q-01-01") == [fact]
    assert list_states(inspect_project(data).bank)["q-01-01"].name == "changed"


def test_reordered_choices_need_a_changed_program(base: Path, proven: Path) -> None:
    """The computed label now has another text. Only a comparison with the base reveals that."""
    swap(proven, "q-02-02", '"`{1, 2, 3}`"', '"`{2}`"')
    (fact,) = list_facts(proven, "q-02-02", base)
    assert fact == (
        "choice 2 was moved here, but the proof is the same, and names the choices by their old labels. "
        "Reorder its labels as well."
    )
    replace_once(proven / COLLECTIONS, '{"A": {1, 2, 3}, "B": {2},', '{"A": {2}, "B": {1, 2, 3},')
    assert list_facts(proven, "q-02-02", base) == []


def test_wrong_choices_may_be_reordered_unless_their_values_are_shown(base: Path, proven: Path) -> None:
    """The right label stays right, but values would appear next to the wrong choices."""
    swap(proven, "q-02-02", '"`{1, 2, 3}`"', '"`{1, 3}`"')
    assert list_facts(proven, "q-02-02", base) == []
    record(proven, "q-02-02", '["B"]', "    values: ['3', '1', '2']\n")
    (fact,) = list_facts(proven, "q-02-02", base)
    assert fact.startswith("choice 1 was moved here")


def test_a_changed_key_with_a_proof_that_only_asserts_is_a_notice(tmp_path: Path) -> None:
    """Such a proof passes with any key, so the notice asks for a review. It is no longer proven."""
    asserting = """\
        def check(divisor):
            assert 7 % divisor == 1


        check(3)


        def counter_case():
            check(4)
"""
    versions = [write_bank(tmp_path / name / "data") for name in ("old", "new")]
    for data in versions:
        text = find_record((data / ARITHMETIC).read_text(encoding="utf-8"), "q-01-01")
        program = text.partition("program: |\n")[2]
        replace_once(data / ARITHMETIC, program, asserting)
    old, new = versions
    assert not [one for one in inspect_project(new, base=old).notices if "without computing" in one.fact]
    replace_once(new / ARITHMETIC, '"`2`"\n', '"`2`"\n        correct: true\n')
    replace_once(new / ARITHMETIC, '"`1`"\n        correct: true\n', '"`1`"\n')
    (notice,) = (one for one in inspect_project(new, base=old).notices if "without computing" in one.fact)
    assert notice.owner == "q-01-01"
    assert notice.fact.startswith(
        "another answer is right now, but its proof is the same, and asserts a fact"
    )
