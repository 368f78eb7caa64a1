"""Running proofs: compares results with answers, names the failing line, and rejects forged reports."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from espejo.messages.catalog import speak_in
from espejo.model.kinds import AnswerKey
from espejo.model.ledger import MAX_VALUE
from espejo.proofs.outcome import MAX_REPORT, Outcome, ProofCache, read_outcome, read_report
from espejo.proofs.run import run_claims
from espejo.proofs.sandbox import Environment
from espejo.proofs.verdict import check_outcome
from project import ROOT
from proving import LIMITS, make_claim, need_sandbox, run_all, run_one, this_environment


def test_a_missing_library_is_named_for_every_proof_that_needs_it() -> None:
    """The message is in the reader's language; the host process's error is quoted unchanged."""
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


FACT = "def small(x):\n    assert x < 5\n\nsmall(3)\n\ndef counter_case():\n    "
ONCE = "from unittest.mock import Mock\nmock = Mock()\ndef once():\n    mock.assert_called_once()\n\nmock()\n"

VERDICTS = {
    "a comparison": (
        "x = 3\n\nassert x * 2 == 7",
        ":22:9: assertion failed: assert x * 2 == 7. x * 2 is 6.",
    ),
    "a call with a message": (
        "def same(a, b):\n    return a == b\n\nwords = ['a']\nassert same(words, 'b'), 'no'",
        ":24:9: assertion failed: assert same(words, 'b'), 'no'. words is ['a']. no.",
    ),
    "two values": ("a, b = 1, 2\nassert a == 1 and not b == 2", "a is 1; b is 2."),
    "a deep call": ("def deep(n):\n    assert n > 0\n    deep(n - 1)\n\ndeep(2)", ":21:9: assertion failed"),
    "right computed twice": (
        "right = []\nfor label in (1, 3):\n    right = [label]",
        ":22:9: 'right' is [3]. The answer key says [2].",
    ),
    "a set": ("right = {2}", "'right' is {2}. The answer key says [2]."),
    "a text": ("right = 'B'", "'right' is 'B'. The answer key says [2]."),
    "a boolean": ("right = 1 == 1.0", "'right' is True. The answer key says [2]."),
    "a fraction": ("right = [2.0]", "'right' is [2.0]. The answer key says [2]."),
    "nothing": ("right = None", "'right' is None. The answer key says [2]."),
    "a counter-case that fails": (f"{FACT}small(7)", ""),
    "a counter-case that passes": (
        f"{FACT}small(4)",
        "counter_case() passes too. One of its assertions must fail.",
    ),
    "a counter-case that raises": (
        f"{FACT}raise AssertionError",
        "counter_case() fails at an assertion that did not run before.",
    ),
    "a counter-case with an assertion of its own": (
        f"{FACT}assert False",
        ":26:9: counter_case() fails at an assertion that did not run before.",
    ),
    "a counter-case with an error": (f"{FACT}small('7')", "in counter_case(), the program raised TypeError"),
    "no assertion": (
        "def small(x):\n    assert x < 5\n\ndef counter_case():\n    small(7)",
        "no assertion ran.",
    ),
    "an assertion of a library": (f"{ONCE}once()\n\ndef counter_case():\n    mock()\n    once()", ""),
    "a failed assertion of a library": (
        f"{ONCE}mock()\nonce()",
        "assertion failed: mock.assert_called_once(). Expected 'mock' to have been called once",
    ),
}


@pytest.fixture(scope="module")
def problems() -> dict[str, str]:
    names = {f"q-07-{number:02}": name for number, name in enumerate(VERDICTS)}
    claims = [make_claim(VERDICTS[name][0], [2], id_=id_) for id_, name in names.items()]
    ended = run_claims(claims, this_environment(), LIMITS)
    found = {claim.id: str(check_outcome(claim, outcome, LIMITS) or "") for claim, outcome in ended}
    return {name: found[id_].replace(f"{id_}: ", "") for id_, name in names.items()}


@pytest.mark.parametrize("name", VERDICTS)
def test_a_problem_names_its_line_and_shows_the_values(name: str, problems: dict[str, str]) -> None:
    expected = VERDICTS[name][1]
    assert expected in problems[name]
    assert bool(problems[name]) == bool(expected)


def test_the_result_is_compared_with_the_key() -> None:
    """Only one key matches. The problem is reported at the line that computes `right`."""
    program = "right = [label for label, value in {'A': 1, 'B': 2}.items() if value == 1 + 1]"
    claim = make_claim(program, ["B"])
    outcome = run_one(claim)
    assert check_outcome(claim, outcome, LIMITS) is None
    others: list[AnswerKey | None] = [["A"], ["A", "B"], [1], [], True, None]
    assert [key for key in others if not check_outcome(claim._replace(key=key), outcome, LIMITS)] == []
    wrong = check_outcome(claim._replace(key=["A"]), outcome, LIMITS)
    assert ':20:9: q-07-01: \'right\' is ["B"]. The answer key says ["A"].' in str(wrong)


def test_a_cached_result_is_used_until_something_changes(tmp_path: Path) -> None:
    """The program and versions matter; the key is always compared again. A damaged file is ignored."""
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


def test_random_numbers_and_set_order_are_reproducible() -> None:
    claim = make_claim("import random\nright = [hash('x') % 10**6, random.randrange(10**6)]")
    first, second = (run_one(claim).report.right for _ in range(2))
    assert first == second
    assert isinstance(first, list)


def test_library_versions_omit_the_build() -> None:
    """The ledger is the same whether a proof ran with the CPU or the GPU build."""
    versions = {"torch": "2.13.0+cpu", "numpy": "2.4.6"}
    environment = Environment(Path("bin/python"), "3.11.7", versions)
    assert environment.used_versions(["torch"]) == {"python": "3.11", "torch": "2.13.0"}


def test_the_random_seeds_of_libraries_are_fixed(tmp_path: Path) -> None:
    """NumPy and PyTorch get fixed seeds if a proof imports them. A stub records its seed."""
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


FORGED = {
    "not JSON": b"{",
    "not an object": b"[1]",
    "too deep": b"[" * 10_000 + b"]" * 10_000,
    "a line that is no number": b'{"held": {"x": 1}}',
    "a negative line": b'{"held": {"-1": 1}}',
    "an endless line": b'{"held": {"1' + b"0" * 5000 + b'": 1}}',
    "an error without its parts": b'{"error": {"line": 1}}',
    "an error of no kind": b'{"error": {"line":1,"kind":"x","text":"","message":"","values":{}}}',
    "an error that is a text": b'{"error": "x"}',
    "a result with an object": b'{"right": {"x": 1}}',
    "a result with objects": b'{"right": [[1]]}',
    "a huge number": b'{"right": 1' + b"0" * 4000 + b"}",
    "too many labels": b'{"right": [' + b"1," * 2000 + b"1]}",
    "values that are no text": b'{"right": [1], "choices": {"1": 1}}',
    "too long": b'{"right": [1], "choices": {"1": "' + b"x" * MAX_REPORT + b'"}}',
    "not UTF-8": b'{"right": ["\xff"]}',
    "an infinite line": b'{"error": {"line":Infinity,"kind":"error","text":"","message":"","values":{}}}',
    "half a line": b'{"error": {"line":1.5,"kind":"error","text":"","message":"","values":{}}}',
    "a value too long for the ledger": b'{"right": [1], "choices": {"1": "' + b"x" * (MAX_VALUE + 1) + b'"}}',
}


@pytest.mark.parametrize("name", FORGED)
def test_a_malformed_report_is_rejected(name: str) -> None:
    assert read_report(FORGED[name]) is None


def test_a_malformed_report_fails_that_proof_alone() -> None:
    """A program can write to all its open files, so it can forge its own report, but no other."""
    forge = (
        "import os\nfor file in range(3, 20):\n    try:\n        os.write(file, b'{\"held\": 1}\\n')\n"
        "    except OSError:\n        pass\nos._exit(0)"
    )
    ran = run_all({"forges": forge, "forges again": forge}, need_sandbox())
    assert {problem.partition(" report")[0] for problem in ran.problems.values()} == {
        "data/quizzes/phase-07-proof.yaml:20:9: the program wrote a malformed"
    }
    assert ran.good == ""


def test_a_damaged_cache_entry_is_rejected() -> None:
    content = json.loads(json.dumps(Outcome(end="reported").to_json()))
    assert read_outcome(content) == Outcome(end="reported")
    with pytest.raises(TypeError):
        read_outcome({**content, "seconds": 10**400})


@pytest.mark.parametrize(("status", "named"), [(-9, "SIGKILL"), (-40, "signal 40")])
def test_the_problem_names_the_signal_that_killed_a_proof(status: int, named: str) -> None:
    """Real-time signals have no name."""
    problem = check_outcome(make_claim(""), Outcome(end="exited", status=status), LIMITS)
    assert f"the process was killed by {named}." in str(problem)


def test_a_forged_report_cannot_break_a_line() -> None:
    """Its text becomes one line without control characters."""
    text = "a\n::error::b\x1b[31m\u202e`"
    failure = {"line": 10**6, "kind": "error", "text": text, "message": "", "values": {}}
    report = read_report(json.dumps({"error": failure}).encode())
    assert report
    assert report.error
    assert report.error.text == "a ::error::b [31m `"
