"""Builds of site and book in circumstances that must not matter, and a comparison of their files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import reduce
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from espejo.book.browser import find_or_install
from espejo.model.addresses import PDFS
from project import ROOT

DISTURB = Path(__file__).parent / "disturb"
YEARS = 2 * 365 * 24 * 3600
LONG_AGO = 1_000_000_000.0
MEMORY = Path("/dev/shm")  # noqa: S108

_PDF = "import sys; from espejo.commands.cli import main; sys.exit(main(['pdf']))"
_PLAIN = {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"}


@dataclass(frozen=True, kw_only=True)
class Variation:
    """A circumstance that must not matter: what differs from an ordinary build."""

    name: str
    about: str
    folder: str = "project"
    memory: bool = False
    umask: int = 0o022
    dated: bool = False  # whether all files have another date
    one_processor: bool = False
    python: str = sys.executable
    generator: tuple[str, ...] = ()  # instead of MkDocs in this Python
    environment: Mapping[str, str] = field(default_factory=dict)


PLAIN = Variation(name="plain", about="what the others are compared with")
VARIATIONS = (
    Variation(name="again", about="nothing"),
    Variation(name="folder", about="a long path with spaces and accents", folder="una carpeta más/" * 6),
    Variation(name="file system", about="in memory, which lists files in another order", memory=True),
    Variation(name="order of files", about="reversed for Python", environment={"DISTURB_ORDER": "1"}),
    Variation(name="time zone", about="UTC+14", environment={"TZ": "Pacific/Kiritimati"}),
    Variation(name="language", about="C, Spanish", environment={"LC_ALL": "C", "LANGUAGE": "es"}),
    Variation(name="hash seed", about="2", environment={"PYTHONHASHSEED": "2"}),
    Variation(name="umask", about="077", umask=0o077),
    Variation(
        name="date",
        about="two years later for Python, and files from 2001",
        dated=True,
        environment={"DISTURB_CLOCK": str(YEARS)},
    ),
    Variation(name="processors", about="one", one_processor=True),
)
PROPERDOCS = Variation(
    name="ProperDocs",
    about="the fork of MkDocs",
    generator=(str(ROOT / ".venv-properdocs" / "bin" / "properdocs"),),
)


def list_possible() -> list[Variation]:
    """Variations that this machine can make: all of them on Linux."""
    return [
        one
        for one in VARIATIONS
        if (not one.memory or MEMORY.is_dir()) and (not one.one_processor or shutil.which("taskset"))
    ]


def combine(*variations: Variation) -> Variation:
    """Everything at once, for a test that has time for one build."""
    return reduce(
        lambda one, other: Variation(
            name="all at once",
            about=f"{one.about}; {other.about}",
            folder=max(one.folder, other.folder, key=len),
            memory=one.memory or other.memory,
            umask=one.umask | other.umask,
            dated=one.dated or other.dated,
            one_processor=one.one_processor or other.one_processor,
            environment={**one.environment, **other.environment},
        ),
        variations,
    )


@contextmanager
def make_folder(variation: Variation) -> Iterator[Path]:
    """The path of a project to make, in the place that the variation asks for."""
    memory = MEMORY if variation.memory else None
    with TemporaryDirectory(prefix="espejo-", dir=memory) as folder:
        yield Path(folder, variation.folder)


class BuildError(Exception):
    """A build failed; the message is its output."""


def print_book(project: Path, variation: Variation) -> Path:
    """Prints the book of a project. Returns the folder of the PDFs."""
    _run(project, variation, (variation.python, "-c", _PDF))
    return project / PDFS


def build_site(project: Path, variation: Variation) -> Path:
    """Builds the site of a project. Returns its folder."""
    generator = variation.generator or (variation.python, "-m", "mkdocs")
    _run(project, variation, (*generator, "build", "--strict", "--quiet", "--config-file", "mkdocs.yml"))
    return project / "site"


def _run(project: Path, variation: Variation, command: tuple[str, ...]) -> None:
    if variation.dated:
        for path in project.rglob("*"):
            os.utime(path, (LONG_AGO, LONG_AGO), follow_symlinks=False)
    limit = ("taskset", "--cpu-list", "0") if variation.one_processor else ()
    environment = {
        **os.environ,
        **_PLAIN,
        "CHROMIUM": find_or_install(),
        "NO_MKDOCS_2_WARNING": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": os.pathsep.join(map(str, (project / "hooks", DISTURB))),
        **variation.environment,
    }
    done = subprocess.run(
        [*limit, *command],
        cwd=project,
        env=environment,
        umask=variation.umask,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BuildError(f"{variation.name}: the build failed.\n{done.stdout}{done.stderr}")


def read_digests(folder: Path) -> dict[str, str]:
    """The digest of every file below a folder, by its path there."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {file.relative_to(folder).as_posix(): sha256(file.read_bytes()).hexdigest() for file in files}


def find_differences(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """The files that differ, or that only one of the two has."""
    return sorted(path for path in one.keys() | other.keys() if one.get(path) != other.get(path))
