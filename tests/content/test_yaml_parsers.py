"""YAML of the published bank: other parsers read every file as we do."""

from __future__ import annotations

from content.conftest import PUBLISHED
from other_parsers import find_differences


def test_the_files_of_the_published_bank_are_read_alike() -> None:
    assert find_differences(PUBLISHED.rglob("*.yaml")) == []
