"""Claims: every provable record, with its proof, the answer key the proof must compute, and its state."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import blake2s
from typing import Any, Literal, NamedTuple

from espejo.model.bank import Bank, Provable
from espejo.model.kinds import KINDS, AnswerKey
from espejo.model.ledger import Entry, Ledger
from espejo.model.problems import Place
from espejo.model.proof import LIBRARIES, PYTHON, Proof
from espejo.model.quiz import KindName, Labels, Question
from espejo.model.text import ONCE, Code, Text


class Claim(NamedTuple):
    """A provable record: its proof, and its answer key if its kind has one."""

    id: str
    place: Place
    proof: Proof | None
    key: AnswerKey | None = None
    kind: KindName | None = None
    computable: bool = False  # whether a program can compute the answer, not just assert a fact
    choices: tuple[str, ...] = ()  # the text of each choice, without backticks

    @property
    def program(self) -> Code | None:
        return self.proof.program if self.proof else None

    @property
    def needs(self) -> tuple[str, ...]:
        return tuple(sorted(set(self.proof.needs))) if self.proof else ()

    def accepts(self, computed: Any) -> bool:
        """Whether a program computed the right answer."""
        return self.kind is not None and self.key is not None and KINDS[self.kind].accepts(self.key, computed)

    def digest(self, *, computed: bool) -> str:
        """A hash of what was proven: the program and its libraries, and the key unless it was computed.

        The ledger stores a computed value next to the digest, and compares it with the key itself.
        """
        content = repr((str(self.program), self.needs, None if computed else self.key))
        return blake2s(content.encode(), digest_size=6).hexdigest()


def list_claims(bank: Bank) -> Iterator[Claim]:
    for placed in bank.items():
        yield make_claim(placed.item, placed.labels)
    for entry in bank.reference.entries():
        yield make_claim(entry)


def make_claim(record: Provable, labels: Labels = "numbers") -> Claim:
    if not isinstance(record, Question):
        return Claim(record.id, record.place, record.proof)
    if not record.kind:  # an unknown kind has been reported already
        return Claim(record.id, record.place, record.proof, computable=True)
    kind = KINDS[record.kind]
    key = kind.answer_key(record, labels)
    choices = tuple(choice.text.show(ONCE).markdown.strip("` \n") for choice in record.choices)
    return Claim(record.id, record.place, record.proof, key, kind.name, kind.computable, choices)


StateName = Literal["proven", "illustrated", "changed", "unproven", "not_computable"]
"""Proven: a program ran what the answer describes; illustrated: a model of it; not computable: no program."""


class ProofState(NamedTuple):
    """The state of one claim: versions and values of the last run, or the reason there is no program."""

    name: StateName
    versions: Mapping[str, str]
    values: tuple[str, ...] = ()  # the program's value for each choice, in order
    reason: Text | None = None


def list_states(bank: Bank) -> dict[str, ProofState]:
    """The state of every provable record, by id; none in a bank without proofs."""
    if not any(record.proof for record in bank.provable()):
        return {}
    return {claim.id: find_state(claim, bank.ledger) for claim in list_claims(bank)}


def find_state(claim: Claim, ledger: Ledger) -> ProofState:
    proof = claim.proof
    if proof and proof.not_computable:
        return ProofState("not_computable", {}, reason=proof.not_computable)
    entry = ledger.proven.get(claim.id)
    if not proof or not claim.program or not entry:
        return ProofState("unproven", {})
    _, versions = read_proven(entry.proven)
    if not is_same_program(claim, entry) or contradicts(claim, entry):
        return ProofState("changed", versions)
    return ProofState("illustrated" if proof.illustrates else "proven", versions, entry.values)


def is_same_program(claim: Claim, entry: Entry) -> bool:
    """Whether the program that last passed is the current one."""
    return read_proven(entry.proven)[0] == claim.digest(computed=bool(entry.right))


def contradicts(claim: Claim, entry: Entry) -> bool:
    """Whether the program's result contradicts the current answer key or choices."""
    if not entry.right or claim.key is None:
        return False
    return not claim.accepts(read_right(entry.right)) or is_out_of_order(claim, entry)


def is_out_of_order(claim: Claim, entry: Entry) -> bool:
    """Whether the choices are the program's values, but in a different order."""
    is_other = len(set(entry.values)) == len(entry.values) and claim.choices != entry.values
    return is_other and sorted(claim.choices) == sorted(entry.values)


def read_right(right: str) -> Any:
    """Parse a computed value from the ledger; None if it's corrupt."""
    try:
        return json.loads(right)
    except (ValueError, RecursionError):
        return None


def write_proven(digest: str, versions: Mapping[str, str]) -> str:
    """Format the ledger line of a passed proof: its digest and versions."""
    return " ".join([digest, *(f"{name} {version}" for name, version in versions.items())])


def read_proven(line: str) -> tuple[str, dict[str, str]]:
    """Parse such a line into digest and versions; both empty for an empty line."""
    digest, *rest = line.split() or [""]
    return digest, dict(zip(rest[::2], rest[1::2], strict=False))


def name_versions(versions: Mapping[str, str]) -> list[str]:
    """Versions to display, such as 'PyTorch 2.13'. Python is included only if there is nothing else."""
    named = {LIBRARIES[name]: version for name, version in versions.items() if name in LIBRARIES}
    named = named or {PYTHON: versions.get("python", "")}
    return [f"{name} {'.'.join(version.split('.')[:2])}".strip() for name, version in named.items()]
