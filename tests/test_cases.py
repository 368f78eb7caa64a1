"""Golden cases: each file in cases/ is a quiz or deck with one condition, beside it what is said of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from espejo.bank import load_bank
from espejo.lints.lint import lint_bank
from espejo.problems import report_notices, report_problems
from project import ROOT, copy_shelf

CASES = sorted((ROOT / "tests" / "cases").glob("*.yaml"))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bank with the real words and terms and room for one quiz."""
    data = copy_shelf(tmp_path_factory.mktemp("cases") / "data")
    for folder in ("quizzes", "drills"):
        (data / folder).mkdir()
    shutil.copy(ROOT / "data" / "collections.yaml", data)
    return data


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_case(case: Path, data: Path, request: pytest.FixtureRequest) -> None:
    """Every problem is reported at once, with its place, its id and what was expected."""
    deck = "\ncards:" in case.read_text(encoding="utf-8", errors="replace")
    place = data / ("drills/chapter-03-case.yaml" if deck else "quizzes/phase-07-case.yaml")
    shutil.copy(case, place)
    loaded = load_bank(data)
    problems = [*loaded.problems, *lint_bank(loaded.bank, data.parent, known=loaded.problems)]
    place.unlink()
    said = f"{report_problems(problems)}\n{report_notices(loaded.notices)}\n"
    expected = case.with_suffix(".txt")
    if request.config.getoption("--golden"):
        expected.write_text(said, encoding="utf-8")
    assert said == expected.read_text(encoding="utf-8")
    assert case.stem.startswith("valid") == (not problems)
