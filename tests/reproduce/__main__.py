"""`make reproduce`: build the last commit in different circumstances, and show which files differ.

Other versions of Python are tried if they are named: `make reproduce PYTHONS="python3.12 python3.13"`.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from project import ROOT
from reproduce.builds import (
    PLAIN,
    BuildError,
    Variation,
    build,
    find_differences,
    list_possible,
    make_folder,
    read_digests,
)


def main(pythons: Sequence[str]) -> int:
    """Build everything, print a table, and return 1 if any file differs."""
    print("| variation | what is different | files | differ |\n|---|---|--:|--:|", flush=True)
    try:
        expected = build_commit(PLAIN)
        different = [name for variation in list_possible() for name in report(variation, expected)]
        for python in pythons:
            with TemporaryDirectory(prefix="espejo-python-") as folder:
                different += report(install(python, Path(folder)), expected)
    except BuildError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    print(f"\n{len(different)} files differ." if different else "\nEvery file is the same, every time.")
    return 1 if different else 0


def report(variation: Variation, expected: dict[str, str]) -> list[str]:
    """Build once more, print a row of the table, and return what differs."""
    found = build_commit(variation)
    different = find_differences(expected, found)
    print(f"| {variation.name} | {variation.about} | {len(found)} | {len(different)} |", flush=True)
    for path in different:
        print(f"|  | `{path}` |  |  |", flush=True)
    return different


def build_commit(variation: Variation) -> dict[str, str]:
    """Build the last commit in a folder of its own; returns the digests of its files."""
    with make_folder(variation) as project:
        project.mkdir(parents=True)
        with tarfile.open(fileobj=io.BytesIO(read_commit())) as archive:
            archive.extractall(project, filter="data")
        (project / "node_modules").symlink_to((ROOT / "node_modules").resolve())
        return read_digests(build(project, variation))


@cache
def read_commit() -> bytes:
    """The files of the last commit as an archive, read once: another commit may be made meanwhile."""
    command = ["git", "archive", "HEAD"]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout


def install(python: str, folder: Path) -> Variation:
    """An environment with another Python, and the same packages."""
    made = folder / "bin" / "python"
    pip = [str(made), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--require-hashes"]
    for command in (
        [python, "-m", "venv", str(folder)],
        [*pip, "-r", str(ROOT / "tests/requirements-test.txt")],
    ):
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            raise BuildError(f"{python}: the packages could not be installed.\n{done.stderr}")
    version = subprocess.run([made, "--version"], check=True, capture_output=True, text=True).stdout.split()[
        1
    ]
    return Variation(name="Python", about=version, python=str(made))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
