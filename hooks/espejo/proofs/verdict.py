"""Verdict on a proof: what its run showed, compared with the answer key."""

from __future__ import annotations

import ast
import signal
from typing import NamedTuple

from espejo.messages.message import Message
from espejo.model.kinds import AnswerKey
from espejo.model.problems import Problem
from espejo.proofs.claims import Claim
from espejo.proofs.outcome import Failure, Outcome, Right
from espejo.proofs.run import Limits

REFUSED = "A proof has no network, no other processes, and one empty folder to write to."


class Fault(NamedTuple):
    """What is wrong, and the line of the program; 0 if the fault is in the program as a whole."""

    line: int
    fact: Message


def check_outcome(claim: Claim, outcome: Outcome, limits: Limits) -> Problem | None:
    """Compare an outcome with its claim: the problem, with its place in the data, or None."""
    fault = _find_fault(claim, outcome, limits)
    if fault is None:
        return None
    program = claim.program
    if program is None:
        return Problem(claim.place, claim.id, fault.fact)
    last = program.count("\n") + 1
    return Problem(program.at(min(max(fault.line, 1), last)), claim.id, fault.fact)


def _find_fault(claim: Claim, outcome: Outcome, limits: Limits) -> Fault | None:
    report = outcome.report
    if fact := _describe_end(outcome, limits):
        return Fault(0, fact)
    if report.error:
        return Fault(report.error.line, _describe_error(report.error, limits))
    if report.right is not None and not claim.accepts(report.right):
        return Fault(_line_of_right(claim), _describe_mismatch(claim, report.right))
    if report.has_counter_case:
        return _find_counter_fault(outcome, limits)
    if report.right is None:
        return Fault(0, "the program neither sets 'right' nor defines counter_case(). It needs one of them.")
    return None


def _describe_mismatch(claim: Claim, computed: Right) -> str:
    shown = computed if isinstance(computed, str) else _show(computed)
    if claim.key is None:
        return f"'right' is {shown}. There is no answer to compare it with."
    return f"'right' is {shown}. The answer key says {_show(claim.key)}."


def _describe_end(outcome: Outcome, limits: Limits) -> str:
    """How the process ended, if it ended before the program did; otherwise nothing."""
    last_line = f" Last output: {outcome.output[-200:]}" if outcome.output else ""
    match outcome.end:
        case "late":
            return f"the program timed out after {limits.seconds} s."
        case "loud":
            return f"the program printed more than {limits.output:,} bytes."
        case "crowded":
            return f"the program started more than {limits.threads} threads."
        case "malformed":
            return "the program wrote a malformed report: it may not write to the files of its runner."
        case "exited" if outcome.status < 0:
            return f"the process was killed by {_name_signal(-outcome.status)}.{last_line}"
        case "exited":
            fact = f"the process exited before the program finished, with status {outcome.status}."
            return fact + last_line
        case "lost":
            return f"the process was lost: {outcome.output}"
    return ""


def _name_signal(number: int) -> str:
    """The name of a signal; real-time signals have none."""
    names = {one.value: one.name for one in signal.Signals}
    return names.get(number, f"signal {number}")


def _describe_error(error: Failure, limits: Limits) -> str:
    if error.kind == "memory":
        return f"the program needs more than {limits.memory / 2**30:.3g} GB of memory."
    if error.kind == "refused":
        return f"the program raised {error.text.rstrip('.')}. {REFUSED}"
    if error.kind == "error":
        return f"the program raised {error.text}"
    values = "; ".join(f"{name} is {value}" for name, value in error.values.items())
    details = "".join(f" {part}." for part in (values, error.message.rstrip(".")) if part)
    return f"assertion failed: {error.text}.{details}"


def _find_counter_fault(outcome: Outcome, limits: Limits) -> Fault | None:
    """A counter-case shows something only if an assertion that held for the answer fails in it."""
    counter, held = outcome.report.counter, outcome.report.held
    if counter is None:
        return Fault(0, "counter_case() passes too. One of its assertions must fail.")
    if counter.kind != "assertion":
        return Fault(counter.line, f"in counter_case(), {_describe_error(counter, limits)}")
    if not held:
        return Fault(0, "no assertion ran.")
    if counter.line not in held:
        fact = (
            "counter_case() fails at an assertion that did not run before. It must fail at one that passed."
        )
        return Fault(counter.line, fact)
    return None


def _show(key: AnswerKey | Right) -> str:
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
