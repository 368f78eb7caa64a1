"""Runs of proofs: results are compared with the answer key, and a failure names its line and values."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from espejo.messages.catalog import speak_in
from espejo.model.kinds import AnswerKey
from espejo.proofs.cache import ProofCache
from espejo.proofs.environment import Environment
from espejo.proofs.run import run_claims
from espejo.proofs.verdict import check_outcome
from project import ROOT
from proving import LIMITS, find_problem, make_claim, run_one, this_environment


def test_a_missing_library_is_named_for_every_proof_that_needs_it() -> None:
    """In the language of the reader; the error of the host process is quoted as it is."""
    ids = ("q-07-01", "q-07-02", "q-07-03")
    claims = [make_claim("right = [len('x')]", [1], needs=("espejo_lacks_this",), id_=id_) for id_ in ids]
    outcomes = run_claims(claims, this_environment(), LIMITS)
    problems = {claim.id: check_outcome(claim, outcome, LIMITS) for claim, outcome in outcomes}
    assert problems.keys() == set(ids)
    for problem in problems.values():
        assert problem
        assert speak_in("es")(problem.fact) == (
            "se perdió el proceso: el entorno está incompleto. ModuleNotFoundError: "
            "No module named 'espejo_lacks_this'. Prepáralo otra vez con: make prove"
        )


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("x = 3\n\nassert x * 2 == 7", ":22:9: q-07-01: assertion failed: assert x * 2 == 7. x * 2 is 6."),
        (
            "def same(a, b):\n    return a == b\n\nwords = ['a']\nassert same(words, 'b'), 'no'",
            ":24:9: q-07-01: assertion failed: assert same(words, 'b'), 'no'. words is ['a']. no.",
        ),
        ("a, b = 1, 2\nassert a == 1 and not b == 2", "a is 1; b is 2."),
        ("def deep(n):\n    assert n > 0\n    deep(n - 1)\n\ndeep(2)", ":21:9: q-07-01: assertion failed"),
    ],
)
def test_a_failure_names_its_line_and_shows_the_values(program: str, expected: str) -> None:
    assert expected in find_problem(make_claim(program))


def test_right_is_compared_with_the_key() -> None:
    """Only one key matches. The problem is at the line that computes `right`."""
    program = "right = [label for label, value in {'A': 1, 'B': 2}.items() if value == 1 + 1]"
    claim = make_claim(program, ["B"])
    outcome = run_one(claim)
    assert check_outcome(claim, outcome, LIMITS) is None
    others: list[AnswerKey | None] = [["A"], ["A", "B"], [1], [], True, None]
    assert [key for key in others if not check_outcome(claim._replace(key=key), outcome, LIMITS)] == []
    wrong = check_outcome(claim._replace(key=["A"]), outcome, LIMITS)
    assert ':20:9: q-07-01: \'right\' is ["B"]. The answer key says ["A"].' in str(wrong)


def test_a_wrong_answer_is_reported_where_right_was_last_assigned() -> None:
    """A program may begin with an empty list and fill it later."""
    problem = find_problem(make_claim("right = []\nfor label in (1, 2):\n    right = [label]", [1]))
    assert ":22:9: q-07-01: 'right' is [2]. The answer key says [1]." in problem


@pytest.mark.parametrize(
    ("right", "shown"),
    [("{2}", "{2}"), ("'B'", "'B'"), ("1 == 1.0", "True"), ("[2.0]", "[2.0]"), ("None", "None")],
)
def test_right_must_be_a_list_of_labels(right: str, shown: str) -> None:
    """A list of labels, and nothing that is merely equal to one."""
    assert f"'right' is {shown}. The answer key says [2]." in find_problem(
        make_claim(f"right = {right}", [2])
    )


FACT = "def small(x):\n    assert x < 5\n\nsmall(3)\n\ndef counter_case():\n    "


@pytest.mark.parametrize(
    ("counter_case", "expected"),
    [
        ("small(7)", ""),
        ("small(4)", "counter_case() passes too. One of its assertions must fail."),
        ("raise AssertionError", "counter_case() fails at an assertion that did not run before."),
        ("assert False", ":26:9: q-07-01: counter_case() fails at an assertion that did not run before."),
        ("small('7')", "in counter_case(), the program raised TypeError"),
    ],
)
def test_a_counter_case_must_break_an_assertion_that_held(counter_case: str, expected: str) -> None:
    problem = find_problem(make_claim(FACT + counter_case))
    assert expected in problem
    assert bool(problem) == bool(expected)


def test_a_proof_in_which_no_assertion_ran_fails() -> None:
    program = "def small(x):\n    assert x < 5\n\ndef counter_case():\n    small(7)"
    assert "no assertion ran." in find_problem(make_claim(program))


def test_assertions_of_libraries_count() -> None:
    """Such as torch.testing.assert_close. The problem shows what the library says."""
    program = """
        from unittest.mock import Mock


        def is_called(times):
            function = Mock()
            for _ in range(times):
                function()
            function.assert_called_once()


        is_called(times=1)


        def counter_case():
            is_called(times=2)
    """
    assert find_problem(make_claim(program)) == ""
    problem = find_problem(make_claim(f"{dedent(program)}counter_case()"))
    expected = "assertion failed: function.assert_called_once(). Expected 'mock' to have been called once"
    assert expected in problem


def test_a_cached_outcome_is_used_until_something_changes(tmp_path: Path) -> None:
    """The program and versions count, not the key, which is compared again. A damaged file is ignored."""
    here = this_environment()
    cache, claim = ProofCache(tmp_path, here), make_claim("right = [len('x')]", [1])
    outcome = run_one(claim)
    cache.store(claim, outcome)
    assert cache.find(claim) == outcome
    assert cache.find(claim._replace(key=[2])) == outcome
    assert cache.find(make_claim("right = [len('y')]", [1])) is None
    assert cache.find(make_claim("right = [len('x')]", [1], needs=("numpy",))) is None
    newer = here._replace(versions={**here.versions, "torch": "99"})
    assert ProofCache(tmp_path, newer).find(claim) is None
    for file in tmp_path.rglob("*.json"):
        file.write_text("{", encoding="utf-8")
    assert cache.find(claim) is None


def test_random_numbers_and_the_order_of_sets_are_the_same_in_every_run() -> None:
    claim = make_claim("import random\nright = [hash('x') % 10**6, random.randrange(10**6)]")
    first, second = (run_one(claim).report.right for _ in range(2))
    assert first == second
    assert isinstance(first, list)


def test_the_version_of_a_library_leaves_out_its_build() -> None:
    """The ledger is the same whether a proof ran with the CPU or the GPU build."""
    versions = {"torch": "2.13.0+cpu", "numpy": "2.4.6"}
    environment = Environment(Path("bin/python"), "3.11.7", versions)
    assert environment.used_versions(["torch"]) == {"python": "3.11", "torch": "2.13.0"}


def test_the_seeds_of_libraries_are_fixed(tmp_path: Path) -> None:
    """Those of NumPy and PyTorch, if a proof has imported them. Here a stand-in notes its seed."""
    program = """
import os, sys
from types import SimpleNamespace
from espejo.proofs.inside.host import _prepare_process
seeds = {}
sys.modules["numpy"] = SimpleNamespace(random=SimpleNamespace(seed=lambda seed: seeds.update(numpy=seed)))
sys.modules["torch"] = SimpleNamespace(manual_seed=lambda seed: seeds.update(torch=seed))
_prepare_process(sys.argv[1], os.dup(1))
print(seeds)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        env={"HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT / "hooks")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "{'numpy': 0, 'torch': 0}\n", done.stdout
