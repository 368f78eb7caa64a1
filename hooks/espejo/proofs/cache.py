"""Cache of proof outcomes: skips proofs that have not changed since they passed."""

from __future__ import annotations

import json
from hashlib import blake2s
from pathlib import Path

from espejo.files import replace_file
from espejo.ledger.claims import Claim
from espejo.proofs.environment import Environment
from espejo.proofs.outcome import Outcome, read_outcome

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
