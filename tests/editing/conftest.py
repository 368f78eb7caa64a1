"""Fixtures of the authoring tests: the bank before an edit."""

from __future__ import annotations

from pathlib import Path

import pytest

from small_bank import write_bank


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the bank before the edit; tests must not change them."""
    return write_bank(tmp_path_factory.mktemp("base") / "data")
