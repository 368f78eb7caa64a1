"""Verdict on a proof: what its run showed, compared with the answer key."""

from __future__ import annotations

import ast
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from espejo.model.kinds import AnswerKey
from espejo.model.problems import Problem
from espejo.proofs.claims import Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Resource limits of a proof: seconds, and bytes of memory, of output, and of one file."""

    seconds: int = 60
    memory: int = 4 * 2**30
    output: int = 10**6
    file: int = 10**8


class Outcome(NamedTuple):
    """The outcome of a program, from the report of the process that ran it."""

    report: Mapping[str, Any]

    @property
    def seconds(self) -> float:
        return float(self.report.get("seconds", 0))

    @property
    def computed(self) -> bool:
        """Whether the program computed the answer, instead of asserting a fact."""
        return "right" in self.report

    @property
    def passed_lines(self) -> set[int]:
        """The lines of the assertions that ran and held."""
        return {int(line) for line in self.report.get("held", {})}


class Fault(NamedTuple):
    """What is wrong, and the line of the program; 0 if the fault is in the program as a whole."""

    line: int
    fact: str


def check_outcome(claim: Claim, outcome: Outcome, limits: Limits) -> Problem | None:
    """Compare an outcome with its claim: the problem, with its place in the data, or None."""
    fault = _find_fault(claim, outcome, limits)
    if fault is None:
        return None
    program = claim.program
    place = program.at(max(fault.line, 1)) if program is not None else claim.place
    return Problem(place, claim.id, fault.fact)


def _find_fault(claim: Claim, outcome: Outcome, limits: Limits) -> Fault | None:
    report = outcome.report
    if report.get("refused"):
        return Fault(report["refused"]["line"], f"not allowed in a proof: it {report['refused']['fact']}")
    if fact := _describe_end(report, limits):
        return Fault(0, fact)
    if "error" in report:
        return Fault(report["error"]["line"], _describe_error(report["error"], limits))
    if "right" in report and not claim.accepts(report["right"]):
        return Fault(_line_of_right(claim), _describe_mismatch(claim, report["right"]))
    if "counter" in report:
        return _find_counter_fault(outcome, limits)
    if "right" not in report:
        return Fault(0, "the program neither sets 'right' nor defines counter_case(). It needs one of them.")
    return None


def _describe_mismatch(claim: Claim, computed: Any) -> str:
    shown = computed["shown"] if isinstance(computed, dict) else _show(computed)
    if claim.key is None:
        return f"'right' is {shown}. There is no answer to compare it with."
    return f"'right' is {shown}. The answer key says {_show(claim.key)}."


def _describe_end(report: Mapping[str, Any], limits: Limits) -> str:
    """How the process ended, if it ended before the program did; otherwise nothing."""
    output = report.get("said", "").strip()
    last_line = f" Last output: {output.splitlines()[-1][:200]}" if output else ""
    match report["ended"]:
        case "late":
            return f"the program timed out after {limits.seconds} s."
        case "loud":
            return f"the program printed more than {limits.output:,} bytes."
        case "alone" if report["status"] < 0:
            return f"the process was killed by {signal.Signals(-report['status']).name}.{last_line}"
        case "alone":
            fact = f"the process exited before the program finished, with status {report['status']}."
            return fact + last_line
        case "lost":
            return f"the process was lost: {report['said']}"
    return ""


def _describe_error(error: Mapping[str, Any], limits: Limits) -> str:
    if error["kind"] == "memory":
        return f"the program needs more than {limits.memory / 2**30:.3g} GB of memory."
    if error["kind"] != "assertion":
        return f"the program raised {error['text']}"
    values = "; ".join(f"{name} is {value}" for name, value in error.get("values", {}).items())
    details = "".join(f" {part}." for part in (values, error["message"].rstrip(".")) if part)
    return f"assertion failed: {error['text']}.{details}"


def _find_counter_fault(outcome: Outcome, limits: Limits) -> Fault | None:
    """A counter-case shows something only if an assertion that held for the answer fails in it."""
    counter = outcome.report["counter"]
    if counter is None:
        return Fault(0, "counter_case() passes too. One of its assertions must fail.")
    if counter["kind"] != "assertion":
        return Fault(counter["line"], f"in counter_case(), {_describe_error(counter, limits)}")
    if not outcome.passed_lines:
        return Fault(0, "no assertion ran.")
    if counter["line"] not in outcome.passed_lines:
        fact = (
            "counter_case() fails at an assertion that did not run before. It must fail at one that passed."
        )
        return Fault(counter["line"], fact)
    return None


def _show(key: AnswerKey | Any) -> str:
    if isinstance(key, tuple):
        value, tolerance = key
        return f"{value} ± {tolerance}" if tolerance else str(value)
    return str(key).replace("'", '"')


def _line_of_right(claim: Claim) -> int:
    """The line of the last assignment to `right`."""
    lines = (
        node.lineno
        for node in ast.walk(ast.parse(claim.program or ""))
        if isinstance(node, ast.Name) and node.id == "right" and isinstance(node.ctx, ast.Store)
    )
    return max(lines, default=0)
