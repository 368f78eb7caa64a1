"""Lint score on the small bank: no false alarms, and most defects are caught."""

from __future__ import annotations

from lint_score.score import PARTS, score_bank
from small_bank import load_small_bank


def test_the_lints_pass_on_the_small_bank() -> None:
    """A passage isn't reported before or after a harmless edit, unless its record allows that finding."""
    scores = [score_bank(load_small_bank().bank, part) for part in PARTS]
    for score in scores:
        assert (score.unedited, score.disturbed.total()) == (0, 0)
    assert sum(score.allowed for score in scores) > 0
    for name in ("two spaces", "negation dropped", "number changed", "inline code changed", "link changed"):
        tried = sum(score.tried[name] for score in scores)
        caught = sum(score.caught[name] for score in scores)
        assert 0 < 0.75 * tried <= caught, name
