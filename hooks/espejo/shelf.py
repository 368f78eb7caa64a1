"""Outcomes of proofs enter and are kept; what has not changed since it passed leaves without a new run."""

from __future__ import annotations

import json
from hashlib import blake2s
from pathlib import Path

from espejo.claims import Claim
from espejo.environment import Environment
from espejo.files import replace_file
from espejo.judge import Outcome

_RUNNER = Path(__file__).parent / "proving"


class Shelf:
    """The outcomes of proofs that passed in an environment. The key is not part of it: it is judged anew."""

    def __init__(self, folder: Path, environment: Environment) -> None:
        versions = repr((environment.version, sorted(environment.versions.items())))
        self._folder = folder / _digest(versions.encode())
        self._runner = b"".join(path.read_bytes() for path in sorted(_RUNNER.glob("*.py")))

    def find(self, claim: Claim) -> Outcome | None:
        try:
            kept = json.loads((self._folder / f"{claim.id}.json").read_bytes())
            return Outcome(kept["told"]) if kept["name"] == self._name(claim) else None
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def keep(self, claim: Claim, outcome: Outcome) -> None:
        kept = {"name": self._name(claim), "told": outcome.told}
        replace_file(self._folder / f"{claim.id}.json", json.dumps(kept).encode())

    def _name(self, claim: Claim) -> str:
        written = repr((claim.id, str(claim.program), claim.needs)).encode()
        return _digest(written + self._runner)


def _digest(written: bytes) -> str:
    return blake2s(written, digest_size=12).hexdigest()
