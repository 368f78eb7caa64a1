"""Queue and session of the review, and typed numbers: the scripts of the site and our modules agree."""

from __future__ import annotations

import pytest

from espejo.study.terminal.typed_numbers import is_near, read_numbers
from fuzz.queues import find_differences


def test_the_scripts_and_our_modules_agree_on_numbers_queues_and_sessions() -> None:
    """On whatever somebody types, and in the order of what is asked, also where many are equally due."""
    assert find_differences(seed=1, rounds=1500) == []


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("0.5", [0.5]),
        ("0,5", [0.5]),
        ("1,000", [1000, 1]),
        ("1.234,5", [1234.5]),
        ("−3", [-3]),
        ("1e-3", [0.001]),
        ("1e999", []),
        ("", []),
        ("five", []),
    ],
)
def test_a_number_is_read_in_either_language(text: str, numbers: list[float]) -> None:
    assert read_numbers(text) == numbers


def test_what_computing_loses_is_no_mistake() -> None:
    assert is_near([0.1 + 0.2], 0.3, 0)
    assert not is_near([0.31], 0.3, 0)
    assert is_near([0.31], 0.3, 0.02)
