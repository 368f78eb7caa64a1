"""`make reproduce`: builds the last commit in different circumstances, and shows which files differ."""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import tarfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from project import ROOT
from reproduce.builds import (
    PLAIN,
    PROPERDOCS,
    BuildError,
    Variation,
    build_site,
    find_differences,
    list_possible,
    make_folder,
    print_book,
    read_digests,
)


def main() -> int:
    """Builds everything, prints a table, and returns 1 if any file differs."""
    parser = argparse.ArgumentParser(prog="python -m reproduce", description=__doc__)
    parser.add_argument("--only", help="try this variation alone, such as ProperDocs")
    parser.add_argument("--python", action="append", default=[], help="also try this version of Python")
    options = parser.parse_args()
    variations = [one for one in (*list_possible(), PROPERDOCS) if options.only in (None, one.name)]
    print("| variation | what is different | files | differ |\n|---|---|--:|--:|", flush=True)
    try:
        expected = build_commit(PLAIN)
        different = [name for variation in variations for name in report(variation, expected)]
        for python in options.python:
            with TemporaryDirectory(prefix="espejo-python-") as folder:
                different += report(install(python, Path(folder)), expected)
    except BuildError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    print(f"\n{len(different)} files differ." if different else "\nEvery file is the same, every time.")
    return 1 if different else 0


def report(variation: Variation, expected: dict[str, str]) -> list[str]:
    """Builds once more, prints a row of the table, and returns what differs."""
    found = build_commit(variation)
    different = find_differences(expected, found)
    print(f"| {variation.name} | {variation.about} | {len(found)} | {len(different)} |", flush=True)
    for path in different:
        print(f"|  | `{path}` |  |  |", flush=True)
    return different


def build_commit(variation: Variation) -> dict[str, str]:
    """Builds the last commit in a new folder; returns the digests of its files."""
    with make_folder(variation) as project:
        project.mkdir(parents=True)
        with tarfile.open(fileobj=io.BytesIO(read_commit())) as archive:
            archive.extractall(project, filter="data")
        (project / "node_modules").symlink_to((ROOT / "node_modules").resolve())
        print_book(project, variation)
        return read_digests(build_site(project, variation))


@cache
def read_commit() -> bytes:
    """Archives the last commit, once: the next one may be made meanwhile."""
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
    sys.exit(main())
