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
    """What a proof may take: seconds, and bytes of memory, of what it prints, and of a file."""

    seconds: int = 60
    memory: int = 4 * 2**30
    output: int = 10**6
    file: int = 10**8


class Outcome(NamedTuple):
    """What became of a program, as the process that ran it told it."""

    told: Mapping[str, Any]

    @property
    def seconds(self) -> float:
        return float(self.told.get("seconds", 0))

    @property
    def computed(self) -> bool:
        return "right" in self.told

    @property
    def held(self) -> set[int]:
        """The lines of the assertions that ran and held."""
        return {int(line) for line in self.told.get("held", {})}


class Fault(NamedTuple):
    """What is wrong, and the line of the program where it shows; 0 if it is the program as a whole."""

    line: int
    fact: str


def judge(claim: Claim, outcome: Outcome, limits: Limits) -> Problem | None:
    """The one problem of a proof, at the place where it stands in the data."""
    fault = _find_fault(claim, outcome, limits)
    if fault is None:
        return None
    program = claim.program
    place = program.at(max(fault.line, 1)) if program is not None else claim.place
    return Problem(place, claim.id, fault.fact)


def _find_fault(claim: Claim, outcome: Outcome, limits: Limits) -> Fault | None:
    told = outcome.told
    if told.get("refused"):
        return Fault(told["refused"]["line"], f"a proof may not do this: it {told['refused']['fact']}")
    if fact := _end_fault(told, limits):
        return Fault(0, fact)
    if "error" in told:
        return Fault(told["error"]["line"], _error_fact(told["error"], limits))
    if "right" in told and not claim.accepts(told["right"]):
        shown = told["right"]["shown"] if isinstance(told["right"], dict) else _show(told["right"])
        key = claim.key
        said = f"The key says {_show(key)}." if key is not None else "There is no key to compare it with."
        return Fault(_line_of_right(claim), f"'right' is {shown}. {said}")
    if "counter" in told:
        return _counter_fault(outcome, limits)
    if "right" not in told:
        return Fault(0, "it leaves no 'right' and has no counter_case(). It needs one of them.")
    return None


def _end_fault(told: Mapping[str, Any], limits: Limits) -> str:
    """What is wrong with how the process ended, if the program did not come to its end."""
    said = (
        f" It said last: {told['said'].strip().splitlines()[-1][:200]}"
        if told.get("said", "").strip()
        else ""
    )
    match told["ended"]:
        case "late":
            return f"it was not done after {limits.seconds} s, and was ended."
        case "loud":
            return f"it printed more than {limits.output:,} bytes, and was ended."
        case "alone" if told["status"] < 0:
            return f"its process was ended by {signal.Signals(-told['status']).name}.{said}"
        case "alone":
            return f"its process left before the program was done, with exit status {told['status']}.{said}"
        case "lost":
            return f"its process could not be kept: {told['said']}"
    return ""


def _error_fact(error: Mapping[str, Any], limits: Limits) -> str:
    if error["kind"] == "memory":
        return f"it needs more than {limits.memory / 2**30:.3g} GB of memory."
    if error["kind"] != "assertion":
        return f"it ends in an error. {error['text']}"
    values = "; ".join(f"{name} is {value}" for name, value in error.get("values", {}).items())
    details = "".join(f" {part}." for part in (values, error["message"].rstrip(".")) if part)
    return f"this does not hold: {error['text']}.{details}"


def _counter_fault(outcome: Outcome, limits: Limits) -> Fault | None:
    """A counter-case is worth something if an assertion that held for the answer fails in it."""
    counter = outcome.told["counter"]
    if counter is None:
        return Fault(0, "counter_case() holds too, so that no assertion was seen to fail.")
    if counter["kind"] != "assertion":
        return Fault(counter["line"], f"in counter_case() {_error_fact(counter, limits)}")
    if not outcome.held:
        return Fault(0, "no assertion ran.")
    if counter["line"] not in outcome.held:
        fact = "counter_case() fails at this assertion, which did not run before. It must be one that held."
        return Fault(counter["line"], fact)
    return None


def _show(key: AnswerKey | Any) -> str:
    if isinstance(key, tuple):
        value, tolerance = key
        return f"{value} ± {tolerance}" if tolerance else str(value)
    return str(key).replace("'", '"')


def _line_of_right(claim: Claim) -> int:
    """Where the program last gives `right` a value."""
    stores = (
        node.lineno
        for node in ast.walk(ast.parse(claim.program or ""))
        if isinstance(node, ast.Name) and node.id == "right" and isinstance(node.ctx, ast.Store)
    )
    return max(stores, default=0)
