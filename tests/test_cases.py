"""Golden cases: each file in cases/ is a quiz with one condition; beside it stands what is said of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from espejo.bank import load_bank
from espejo.problems import report_notices, report_problems

ROOT = Path(__file__).parent.parent
CASES = sorted((ROOT / "tests" / "cases").glob("*.yaml"))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bank with the real words and terms and room for one quiz."""
    data = tmp_path_factory.mktemp("cases") / "data"
    (data / "quizzes").mkdir(parents=True)
    shutil.copytree(ROOT / "data" / "locales", data / "locales")
    for name in ("collections.yaml", "glossary.yaml"):
        shutil.copy(ROOT / "data" / name, data)
    return data


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_case(case: Path, data: Path, request: pytest.FixtureRequest) -> None:
    """Every problem is reported at once, with its place, its id and what was expected."""
    shutil.copy(case, data / "quizzes" / "phase-07-case.yaml")
    loaded = load_bank(data)
    said = f"{report_problems(loaded.problems)}\n{report_notices(loaded.notices)}\n"
    expected = case.with_suffix(".txt")
    if request.config.getoption("--golden"):
        expected.write_text(said, encoding="utf-8")
    assert said == expected.read_text(encoding="utf-8")
    assert case.stem.startswith("valid") == (not loaded.problems)
