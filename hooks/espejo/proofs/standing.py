"""The bank enters; how each claim stands leaves: proven, changed since, not proven yet, not computable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from espejo.ledger import Ledger
from espejo.model import Bank
from espejo.proof import LIBRARIES, PYTHON
from espejo.proofs.claims import Claim, list_claims
from espejo.text import Text

State = Literal["proven", "changed", "unproven", "not_computable"]


class Standing(NamedTuple):
    """How one claim stands. `versions` are those of the last passing run, `reason` why there can be none."""

    state: State
    versions: Mapping[str, str]
    reason: Text | None = None


def list_standings(bank: Bank) -> dict[str, Standing]:
    """By id, for every record that can be proven."""
    return {claim.id: find_standing(claim, bank.ledger) for claim in list_claims(bank)}


def find_standing(claim: Claim, ledger: Ledger) -> Standing:
    if claim.proof and claim.proof.not_computable:
        return Standing("not_computable", {}, claim.proof.not_computable)
    digest, versions = read_proven(ledger.proven.get(claim.id, ""))
    if not claim.program or not digest:
        return Standing("unproven", {})
    return Standing("proven" if digest == claim.digest() else "changed", versions)


def write_proven(digest: str, versions: Mapping[str, str]) -> str:
    """What the ledger remembers of a proof: what passed, and with which versions."""
    return " ".join([digest, *(f"{name} {version}" for name, version in versions.items())])


def read_proven(written: str) -> tuple[str, dict[str, str]]:
    digest, *rest = written.split() or [""]
    return digest, dict(zip(rest[::2], rest[1::2], strict=False))


def name_versions(versions: Mapping[str, str]) -> list[str]:
    """For readers: 'PyTorch 2.13'. Python is named if there is nothing else."""
    named = {LIBRARIES[name]: version for name, version in versions.items() if name in LIBRARIES}
    named = named or {PYTHON: versions.get("python", "")}
    return [f"{name} {'.'.join(version.split('.')[:2])}".strip() for name, version in named.items()]
