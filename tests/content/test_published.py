"""Published bank: the check finds no problem in it, and its ledger is up to date."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

import pytest

from content.conftest import PUBLISHED
from espejo.accept import find_behind
from espejo.bank import Loaded, load_bank
from espejo.forge.kept import find_vanished
from espejo.lints.lint import lint_bank
from espejo.problems import Problem


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return load_bank(PUBLISHED)


def describe(problems: Iterable[Problem]) -> str:
    """The problems with their places, one on each line."""
    return "".join(f"{problem}\n" for problem in sorted(set(problems)))


def test_the_check_finds_no_problem(loaded: Loaded) -> None:
    """Rules, lints and pages that are gone. Notices are allowed: a translation may come later."""
    found = [*loaded.problems, *lint_bank(loaded.bank, PUBLISHED.parent), *find_vanished(loaded.bank)]
    assert describe(found) == ""


def test_the_ledger_is_up_to_date(loaded: Loaded) -> None:
    """`espejo accept` would add nothing to it."""
    behind = find_behind(loaded.bank, datetime.now(UTC))
    assert describe(behind.problems) == ""
    assert "\n".join(behind.lines()) == ""
