"""The published bank passes the whole check: rules, lints, ledger and pages that must stay."""

from __future__ import annotations

from content.conftest import PUBLISHED
from espejo.check.project import inspect_project


def test_the_check_finds_no_problem() -> None:
    """Notices are allowed: a translation may come later."""
    problems = inspect_project(PUBLISHED).problems
    assert "".join(f"{problem}\n" for problem in sorted(set(problems))) == ""
