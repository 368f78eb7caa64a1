"""A virtual environment's folder enters; its Python and the versions it has leave, without starting it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

_INSTALLED = re.compile(r"(.+)-([^-]+)\.dist-info")


class Environment(NamedTuple):
    """Where the proofs run: the interpreter, its version, and those of everything installed beside it."""

    python: Path
    version: str
    versions: Mapping[str, str]

    def used(self, needs: Iterable[str]) -> dict[str, str]:
        """The versions a proof with these needs runs with, for people: Python's without its last part."""
        found = {name: self.versions[name].partition("+")[0] for name in needs if name in self.versions}
        return {"python": ".".join(self.version.split(".")[:2]), **found}


def read_environment(folder: Path) -> Environment:
    """Raises ValueError if there is none."""
    settings = folder / "pyvenv.cfg"
    found = re.search(r"^version(?:_info)? *= *(\d+\.\d+[.\w]*)", _text(settings), re.MULTILINE)
    if not found:
        raise ValueError(f"there is no environment for proofs in {folder}. Set it up with: make prove")
    # The names of these folders say it; reading what is in them would take longer than the rest of a run.
    installed = (
        _INSTALLED.fullmatch(one.name) for one in folder.glob("lib/python*/site-packages/*.dist-info")
    )
    versions = {one[1].lower().replace("_", "-"): one[2] for one in installed if one}
    return Environment(folder.absolute() / "bin" / "python", found[1], versions)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
