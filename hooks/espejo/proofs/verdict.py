"""Proof verdict: compares the outcome of a proof with the answer key."""

from __future__ import annotations

import ast
import signal
from typing import NamedTuple

from espejo.ledger.claims import Claim
from espejo.messages.message import Message, message, semicolon_separated, sentences
from espejo.model.kinds import AnswerKey
from espejo.model.problems import Problem
from espejo.proofs.host_process import Limits
from espejo.proofs.outcome import Failure, Outcome, Right

REFUSED = message("A proof has no network, no other processes, and one empty folder to write to.")


class Fault(NamedTuple):
    """What is wrong, and the line of the program; 0 for the program as a whole."""

    line: int
    fact: Message


def check_outcome(claim: Claim, outcome: Outcome, limits: Limits) -> Problem | None:
    """Compare an outcome with its claim; returns the problem, with its place in the data, or None."""
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
        return Fault(
            0, message("the program neither sets 'right' nor defines counter_case(). It needs one of them.")
        )
    return None


def _describe_mismatch(claim: Claim, computed: Right) -> Message:
    shown = computed if isinstance(computed, str) else _show(computed)
    if claim.key is None:
        return message("'right' is {computed}. There is no answer to compare it with.", computed=shown)
    return message("'right' is {computed}. The answer key says {key}.", computed=shown, key=_show(claim.key))


def _describe_end(outcome: Outcome, limits: Limits) -> Message | None:
    """Describe how the process ended, if that was before the program finished."""
    match outcome.end:
        case "late":
            return message("the program timed out after {seconds} s.", seconds=limits.seconds)
        case "loud":
            return message("the program printed more than {limit} bytes.", limit=limits.output)
        case "crowded":
            return message(
                "the program started other processes, or more than {limit} threads.", limit=limits.threads
            )
        case "malformed":
            return message(
                "the program wrote a malformed report: it may not write to the files of its runner."
            )
        case "exited":
            return _describe_exit(outcome)
        case "lost":
            return message("the process was lost: {reason}", reason=outcome.output)
    return None


def _describe_exit(outcome: Outcome) -> Message:
    """Describe how the process exited, with its last line of output."""
    if outcome.status < 0:
        fact = message("the process was killed by {signal}.", signal=_name_signal(-outcome.status))
    else:
        fact = message(
            "the process exited before the program finished, with status {status}.", status=outcome.status
        )
    if not outcome.output:
        return fact
    return sentences(fact, message("Last output: {output}", output=outcome.output[-200:]))


def _name_signal(number: int) -> str:
    """The name of a signal; real-time signals have none."""
    names = {one.value: one.name for one in signal.Signals}
    return names.get(number, message("signal {number}", number=number))


def _describe_error(error: Failure, limits: Limits) -> Message:
    if error.kind == "memory":
        limit = f"{limits.memory / 2**30:.3g}"
        return message("the program needs more than {limit} GB of memory.", limit=limit)
    if error.kind == "refused":
        return sentences(message("the program raised {error}.", error=error.text.rstrip(".")), REFUSED)
    if error.kind == "error":
        return message("the program raised {error}", error=error.text)
    pairs = (message("{name} is {value}", name=name, value=value) for name, value in error.values.items())
    values = semicolon_separated(pairs)
    fact = (
        message("assertion failed: {assertion}. {values}.", assertion=error.text, values=values)
        if values
        else message("assertion failed: {assertion}.", assertion=error.text)
    )
    said = error.message.rstrip(".")
    return sentences(fact, f"{said}." if said else "")


def _find_counter_fault(outcome: Outcome, limits: Limits) -> Fault | None:
    """Check that an assertion that held for the answer fails in the counter-case."""
    counter, held = outcome.report.counter, outcome.report.held
    if counter is None:
        return Fault(0, message("counter_case() passes too. One of its assertions must fail."))
    if counter.kind != "assertion":
        fact = message("in counter_case(), {error}", error=_describe_error(counter, limits))
        return Fault(counter.line, fact)
    if not held:
        return Fault(0, message("no assertion ran."))
    if counter.line not in held:
        fact = message(
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
