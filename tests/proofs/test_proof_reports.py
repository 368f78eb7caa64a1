"""Forged proof reports: anything a program writes that isn't a valid report is rejected."""

from __future__ import annotations

import json

import pytest

from espejo.model.ledger import MAX_VALUE
from espejo.proofs.outcome import MAX_REPORT, Outcome, read_outcome, read_report
from espejo.proofs.verdict import check_outcome
from proving import LIMITS, make_claim, need_sandbox, run_all

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


def test_a_malformed_report_fails_only_its_own_proof() -> None:
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


def test_a_forged_report_stays_on_one_line() -> None:
    """Control characters in its text become spaces."""
    text = "a\n::error::b\x1b[31m\u202e`"
    failure = {"line": 10**6, "kind": "error", "text": text, "message": "", "values": {}}
    report = read_report(json.dumps({"error": failure}).encode())
    assert report
    assert report.error
    assert report.error.text == "a ::error::b [31m `"
