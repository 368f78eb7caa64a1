"""Golden files: the software's output for the small bank, kept under tests/golden and compared exactly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest

from project import ROOT

GOLDEN = ROOT / "tests" / "golden"
DIFF_LINES, DIFF_WIDTH = 40, 160


def compare(path: Path, made: str, request: pytest.FixtureRequest) -> None:
    """Compares with a golden file; the flag `--golden` rewrites the file first."""
    if request.config.getoption("--golden"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made.encode())
    name = path.relative_to(ROOT).as_posix()
    expected = path.read_bytes().decode() if path.is_file() else ""
    if made != expected:
        difference = show_difference(expected, made)
        advice = "If this change is meant, rewrite it with: pytest --golden"
        pytest.fail(f"{name} differs:\n{difference}\n{advice}", pytrace=False)


def show_difference(expected: str, made: str) -> str:
    """A short unified diff, with long lines split to locate differences."""
    lines = unified_diff(list(break_up(expected)), list(break_up(made)), "expected", "made", n=2, lineterm="")
    short = [f"{line[:DIFF_WIDTH]}…" if len(line) > DIFF_WIDTH else line for line in lines]
    rest = [f"… {len(short) - DIFF_LINES} more lines"] if len(short) > DIFF_LINES else []
    return "\n".join([*islice(short, DIFF_LINES), *rest])


def break_up(text: str) -> Iterator[str]:
    """Splits a file into lines, with each JSON value or text field on its own line."""
    if text.startswith(("{", "[")):
        with suppress(ValueError):  # show invalid JSON as it is
            text = json.dumps(json.loads(text), ensure_ascii=False, indent=1)
    yield from text.replace("\t", "\t\n").replace("&#10;", "&#10;\n").split("\n")
