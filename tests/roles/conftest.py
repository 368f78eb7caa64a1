"""Fixtures of the contributor scenarios: a simulated GitHub for each test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from roles.steps import GitHub, make_origin


@pytest.fixture(scope="session")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository that every scenario starts from, created once."""
    return make_origin(tmp_path_factory.mktemp("origin"))


@pytest.fixture
def github(origin: Path, tmp_path: Path) -> GitHub:
    return GitHub(tmp_path / "github", Path(shutil.copytree(origin, tmp_path / "origin.git")))
