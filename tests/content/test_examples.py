"""Examples of CONTRIBUTING on the published bank: a contributor who adds them passes the check."""

from __future__ import annotations

import shutil
from pathlib import Path

from content.conftest import PUBLISHED
from espejo.check.project import inspect_project
from espejo.editing.lints.linter import lint_bank
from examples import find_examples
from project import ROOT


def test_the_examples_can_be_added_to_the_published_bank(tmp_path: Path) -> None:
    """With numbers that no file uses. They name its topics, and read well beside its glossary."""
    data = shutil.copytree(PUBLISHED, tmp_path / "data")
    examples = [example for example in find_examples(ROOT / "CONTRIBUTING.md") if example.complete]
    assert examples
    for number, example in enumerate(examples, 90):
        example.add_to(data, number)
    loaded = inspect_project(data)
    assert [str(one) for one in (*loaded.faults, *lint_bank(loaded.bank, tmp_path))] == []
