"""Golden cases: each YAML file in cases/ is a quiz, a deck or the file of home with one condition, and the
text file next to it is the report of the check. `pytest tests/check/test_cases.py --golden` rewrites it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from edits import install_dictionaries, write_bank_without_items
from espejo.check.project import inspect_project
from espejo.editing.lints.lint import lint_bank
from espejo.model.problems import Notice, report_notices, report_problems
from project import ROOT
from small_bank import write_bank

CASES = sorted((ROOT / "tests" / "cases").glob("*.yaml"))


class EmptyBank(NamedTuple):
    """A bank with room for one case, and the notices that it has without one."""

    data: Path
    notices: frozenset[Notice]


@pytest.fixture(scope="module")
def empty_bank(tmp_path_factory: pytest.TempPathFactory) -> EmptyBank:
    """The small bank's languages, terms, topics and reference, without its quizzes and decks."""
    data = write_bank_without_items(tmp_path_factory.mktemp("cases") / "data")
    loaded = inspect_project(data)
    assert loaded.faults == []
    return EmptyBank(data, frozenset(loaded.notices))


@pytest.fixture(scope="module")
def bank_with_dictionaries(tmp_path_factory: pytest.TempPathFactory) -> EmptyBank:
    """The same, in languages with dictionaries, for the cases about spelling."""
    data = write_bank_without_items(tmp_path_factory.mktemp("spelling") / "data")
    install_dictionaries(data)
    return EmptyBank(data, frozenset(inspect_project(data).notices))


@pytest.fixture(scope="module")
def bank_without_home(tmp_path_factory: pytest.TempPathFactory) -> EmptyBank:
    """The whole small bank, whose home shows what it does by default: for the cases about home."""
    data = write_bank(tmp_path_factory.mktemp("home") / "data")
    (data / "home.yaml").unlink()
    return EmptyBank(data, frozenset(inspect_project(data).notices))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_case(case: Path, request: pytest.FixtureRequest) -> None:
    """Every problem is reported at once, with its place, its id and what was expected."""
    is_spelled = "spelling" in case.stem or "misspelled" in case.stem
    text = case.read_text(encoding="utf-8", errors="replace")
    is_deck, is_home = "\ncards:" in text, "home_" in case.stem
    fixture = "bank_without_home" if is_home else "bank_with_dictionaries" if is_spelled else "empty_bank"
    empty_bank: EmptyBank = request.getfixturevalue(fixture)
    name = "drills/chapter-03-case.yaml" if is_deck else "quizzes/phase-07-case.yaml"
    place = empty_bank.data / ("home.yaml" if is_home else name)
    shutil.copy(case, place)
    try:
        loaded = inspect_project(empty_bank.data)
        lints = list(lint_bank(loaded.bank, empty_bank.data.parent, known=loaded.faults))
    finally:
        place.unlink()
    problems = [*loaded.faults, *lints]
    notices = [one for one in loaded.notices if one not in empty_bank.notices]
    report = f"{report_problems(problems)}\n{report_notices(notices)}\n"
    golden = case.with_suffix(".txt")
    if request.config.getoption("--golden"):
        golden.write_text(report, encoding="utf-8")
    assert report == golden.read_text(encoding="utf-8")
    assert case.stem.startswith("valid") == (not problems)


def test_every_report_belongs_to_a_case() -> None:
    """A report whose case was deleted or renamed would be kept for nothing."""
    reports = {path.stem for path in (ROOT / "tests" / "cases").glob("*.txt")}
    assert reports == {case.stem for case in CASES}
