"""Outcomes of proofs enter and are kept; what has not changed since it passed leaves without a new run."""

from __future__ import annotations

import json
from hashlib import blake2s
from pathlib import Path

from espejo.files import replace_file
from espejo.proofs.claims import Claim
from espejo.proofs.environment import Environment
from espejo.proofs.judge import Outcome

_PACKAGE = Path(__file__).parent.parent
_RUNNER = _PACKAGE / "proofs" / "inside"
_ALL = "all.json"


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

    def remember(self, digest: str, said: str) -> None:
        """That all held, when everything was as this digest says."""
        replace_file(self._folder / _ALL, json.dumps({"name": digest, "said": said}).encode())

    def recall(self, digest: str) -> str:
        try:
            kept = json.loads((self._folder / _ALL).read_bytes())
            return str(kept["said"]) if kept["name"] == digest else ""
        except (OSError, ValueError, LookupError, TypeError):
            return ""

    def _name(self, claim: Claim) -> str:
        written = repr((claim.id, str(claim.program), claim.needs)).encode()
        return _digest(written + self._runner)


def digest_all(data: Path) -> str:
    """Of every file of the bank, and of all our code that reads it."""
    paths = [*sorted(data.rglob("*.yaml")), *sorted(_PACKAGE.rglob("*.py"))]
    return _digest(b"".join(str(path).encode() + path.read_bytes() for path in paths))


def _digest(written: bytes) -> str:
    return blake2s(written, digest_size=12).hexdigest()
