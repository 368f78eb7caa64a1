"""Fixtures of the roles: a forge of their own for each script."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from roles.steps import Forge, make_origin


@pytest.fixture(scope="session")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository that all begin with, made once."""
    return make_origin(tmp_path_factory.mktemp("origin"))


@pytest.fixture
def forge(origin: Path, tmp_path: Path) -> Forge:
    return Forge(tmp_path / "forge", Path(shutil.copytree(origin, tmp_path / "origin.git")))
