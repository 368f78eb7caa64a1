"""Proof outcome: how its process ended, as seen by the runner, and the report its program wrote; and a cache.

The report comes from untrusted code, so every value is checked for type and size, and anything unexpected
makes the whole report malformed. The cache skips proofs that have not changed since they passed.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import blake2s
from pathlib import Path
from typing import Any, Literal

from espejo.files import replace_file
from espejo.ledger.claims import Claim
from espejo.model.ledger import MAX_VALUE
from espejo.proofs.sandbox import Environment

ErrorKind = Literal["assertion", "memory", "refused", "error"]
End = Literal["reported", "malformed", "late", "loud", "crowded", "exited", "lost"]

Right = bool | int | float | list[int] | list[str] | str
"""Computed answer: a boolean, a number, or labels. Anything else is text, only for display."""

MAX_REPORT = 100_000
_MAX_TEXT = 700
_MAX_ITEMS = 1000
_CONTROL = ("Cc", "Cf", "Cs", "Zl", "Zp")
_ERROR_KINDS = ("assertion", "memory", "refused", "error")


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """An error in the program, with its line, and for assertions the compared values."""

    line: int
    kind: ErrorKind
    text: str
    message: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Report by the program: how often each assertion held, what failed, and what it computed."""

    held: Mapping[int, int] = field(default_factory=dict)
    error: Failure | None = None
    right: Right | None = None
    choices: Mapping[str, str] = field(default_factory=dict)  # values by label
    has_counter_case: bool = False
    counter: Failure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How the process of a proof ended, how long it took, and its report, if any."""

    end: End
    seconds: float = 0.0
    status: int = 0  # the exit code, or minus the signal that ended it
    output: str = ""  # the end of what it printed
    report: Report = field(default_factory=Report)

    @property
    def computed(self) -> bool:
        """Whether the program computed the answer, instead of asserting a fact."""
        return self.report.right is not None

    def to_json(self) -> Mapping[str, Any]:
        return asdict(self)


def read_report(raw: bytes) -> Report | None:
    """Read the report that a program wrote; None if it is malformed."""
    try:
        return _read_report(json.loads(raw)) if len(raw) <= MAX_REPORT else None
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


def read_outcome(content: Mapping[str, Any]) -> Outcome:
    """Read the output of `to_json`; raises ValueError, TypeError, or LookupError if it is malformed."""
    report = dict(content["report"])
    if not report["has_counter_case"]:
        del report["counter"]
    seconds = _of_type(content["seconds"], float)
    return Outcome(end="reported", seconds=seconds, report=_read_report(report))


def _read_report(content: Any) -> Report:
    content = _of_type(content, dict)
    error, counter = content.get("error"), content.get("counter")
    return Report(
        held={_line(line): _of_type(count, int) for line, count in _items(content.get("held", {}))},
        error=_read_failure(error) if error is not None else None,
        right=_read_right(content.get("right")),
        choices={_text(label): _value(value) for label, value in _items(content.get("choices", {}))},
        has_counter_case="counter" in content,
        counter=_read_failure(counter) if counter is not None else None,
    )


def _read_failure(content: Any) -> Failure:
    if content["kind"] not in _ERROR_KINDS:
        raise ValueError(content["kind"])
    return Failure(
        line=_line(content["line"]),
        kind=content["kind"],
        text=_text(content["text"]),
        message=_text(content["message"]),
        values={_text(name): _text(value) for name, value in _items(content["values"])},
    )


def _read_right(content: Any) -> Right | None:
    if content is None or isinstance(content, bool | float):
        return content
    if isinstance(content, int):
        return _within(content, -(10**300), 10**300)
    if isinstance(content, str):
        return _text(content)
    if len(_of_type(content, list)) > _MAX_ITEMS:
        raise ValueError("too many labels")
    if all(type(label) is int for label in content):
        return list(content)
    return [_text(label) for label in content]


def _items(content: Any) -> list[tuple[Any, Any]]:
    if len(_of_type(content, dict)) > _MAX_ITEMS:
        raise ValueError("too many items")
    return list(content.items())


def _line(content: Any) -> int:
    """Read a line number, which is a string if it is a JSON key."""
    return _within(int(content) if isinstance(content, str) else _of_type(content, int), 0, 10**6)


def _within(number: int, least: int, most: int) -> int:
    if not least <= number <= most:
        raise ValueError("out of range")
    return number


def _value(content: Any) -> str:
    """Read the value of a choice, with the ledger's length limit."""
    _within(len(_of_type(content, str)), 0, MAX_VALUE)
    return _text(content)


def _text(content: Any) -> str:
    return clean_text(_of_type(content, str)[:_MAX_TEXT])


def clean_text(text: str) -> str:
    """Fold a text into one line without control characters."""
    return " ".join("".join(" " if unicodedata.category(one) in _CONTROL else one for one in text).split())


def _of_type(content: Any, type_: type) -> Any:
    if type(content) is not type_:
        raise TypeError(type(content))
    return content


_RUNNER = Path(__file__).parent / "inside"


class ProofCache:
    """Outcomes of proofs that passed in one environment. Answer keys are not cached."""

    def __init__(self, folder: Path, environment: Environment) -> None:
        versions = repr((environment.version, sorted(environment.versions.items())))
        self._folder = folder / _digest(versions.encode())
        self._runner = b"".join(path.read_bytes() for path in sorted(_RUNNER.glob("*.py")))

    def find(self, claim: Claim) -> Outcome | None:
        try:
            cached = json.loads((self._folder / f"{claim.id}.json").read_bytes())
            return read_outcome(cached["outcome"]) if cached["name"] == self._fingerprint(claim) else None
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return None

    def store(self, claim: Claim, outcome: Outcome) -> None:
        entry = {"name": self._fingerprint(claim), "outcome": outcome.to_json()}
        replace_file(self._folder / f"{claim.id}.json", json.dumps(entry).encode())

    def _fingerprint(self, claim: Claim) -> str:
        """Hash everything the outcome depends on: the program, its libraries, and the runner."""
        content = repr((claim.id, str(claim.program), claim.needs)).encode()
        return _digest(content + self._runner)


def _digest(content: bytes) -> str:
    return blake2s(content, digest_size=12).hexdigest()
