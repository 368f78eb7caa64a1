"""Golden cases: each YAML file in cases/ is a quiz, a deck, or the home page's file with one condition.

The text file next to it is the check's report. `pytest tests/check/test_cases.py --golden` rewrites it.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from edits import install_dictionaries, write_bank_without_items
from espejo.check.project import inspect_project
from espejo.editing.lints.linter import lint_bank
from espejo.messages.catalog import speak_in
from espejo.model.problems import Notice, Problem, report_notices, report_problems
from project import ROOT
from pseudo import LANGUAGE, find_prose, speak_pseudo
from small_bank import write_bank

FOLDER = ROOT / "tests" / "cases"
CASES = sorted(FOLDER.glob("*.yaml"))


class CaseBank(NamedTuple):
    """A bank to add one case to, and the notices it has without one."""

    data: Path
    notices: frozenset[Notice]

    def check(self, case: Path, name: str) -> tuple[list[Problem], list[Notice]]:
        """Returns the bank's problems with this file in it, and the notices about the file."""
        place = self.data / name
        shutil.copy(case, place)
        try:
            loaded = inspect_project(self.data)
            lints = list(lint_bank(loaded.bank, self.data.parent, known=loaded.faults))
        finally:
            place.unlink()
        return [*loaded.faults, *lints], [one for one in loaded.notices if one not in self.notices]


@pytest.fixture(scope="module")
def banks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, CaseBank]:
    """For most cases, a bank without quizzes and decks; for some, its languages have dictionaries.

    The cases about home use the whole small bank, because its home page has content by default.
    """
    folder = tmp_path_factory.mktemp("cases")
    empty = write_bank_without_items(folder / "empty" / "data")
    spelled = write_bank_without_items(folder / "spelled" / "data")
    install_dictionaries(spelled)
    home = write_bank(folder / "home" / "data")
    (home / "home.yaml").unlink()
    inspected = {
        "quiz": inspect_project(empty),
        "spelled": inspect_project(spelled),
        "home": inspect_project(home),
    }
    assert [str(one) for bank in inspected.values() for one in bank.faults] == []
    return {name: CaseBank(bank.data, frozenset(bank.notices)) for name, bank in inspected.items()}


def check_case(case: Path, banks: dict[str, CaseBank]) -> tuple[list[Problem], list[Notice]]:
    if "home_" in case.stem:
        return banks["home"].check(case, "home.yaml")
    is_spelled = "spelling" in case.stem or "misspelled" in case.stem
    is_deck = "\ncards:" in case.read_text(encoding="utf-8", errors="replace")
    name = "drills/chapter-03-case.yaml" if is_deck else "quizzes/phase-07-case.yaml"
    return banks["spelled" if is_spelled else "quiz"].check(case, name)


def test_each_case_has_the_expected_report_and_it_can_be_translated(
    banks: dict[str, CaseBank],
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    subtests: pytest.Subtests,
) -> None:
    """Every problem is reported at once, with its place, its id, and what was expected.

    In the pseudo-language, only text from the files is untranslated.
    """
    speak_pseudo(monkeypatch)
    speak = speak_in(LANGUAGE)
    files = [one for one in banks["home"].data.rglob("*.yaml") if one.parent.name != "locales"]
    for case in CASES:
        with subtests.test(case.stem):
            problems, notices = check_case(case, banks)
            report = f"{report_problems(problems)}\n{report_notices(notices)}\n"
            golden = case.with_suffix(".txt")
            if request.config.getoption("--golden"):
                golden.write_text(report, encoding="utf-8")
            assert report == golden.read_text(encoding="utf-8")
            assert case.stem.startswith("valid") == (not problems)
            if "misspelled" not in case.stem:  # suggestions come from the dictionary, not from the files
                translated = [one.show(speak) for one in (*problems, *notices)]
                assert find_prose("\n".join(translated), [case, *files]) == []
    assert {path.stem for path in FOLDER.glob("*.txt")} == {case.stem for case in CASES}
