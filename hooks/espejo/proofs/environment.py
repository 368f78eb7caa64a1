"""Virtual environment for proofs: reads its Python and package versions from disk without starting it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from espejo.messages.message import fail

_DIST_INFO = re.compile(r"(.+)-([^-]+)\.dist-info")


class Environment(NamedTuple):
    """A virtual environment: the interpreter, its version, and the versions of the installed packages."""

    python: Path
    version: str
    versions: Mapping[str, str]
    home: Path | None = None  # folder of the base interpreter

    def used_versions(self, needs: Iterable[str]) -> dict[str, str]:
        """Versions used by a proof with these needs, for display: Python as major.minor."""
        found = {name: self.versions[name].partition("+")[0] for name in needs if name in self.versions}
        return {"python": ".".join(self.version.split(".")[:2]), **found}


def read_environment(folder: Path) -> Environment:
    """Read the environment in this folder; raises MessageError if there is none."""
    settings = _read_text(folder / "pyvenv.cfg")
    version = re.search(r"^version(?:_info)? *= *(\d+\.\d+[.\w]*)", settings, re.MULTILINE)
    if not version:
        fail("no environment for proofs in {folder}. Set it up with: make prove", folder=str(folder))
    # Use only the folder names: reading the metadata would take longer than the rest of a run.
    matches = (
        _DIST_INFO.fullmatch(path.name) for path in folder.glob("lib/python*/site-packages/*.dist-info")
    )
    versions = {match[1].lower().replace("_", "-"): match[2] for match in matches if match}
    home = re.search(r"^home *= *(/.*)$", settings, re.MULTILINE)
    return Environment(
        folder.absolute() / "bin" / "python", version[1], versions, Path(home[1]) if home else None
    )


def _read_text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
