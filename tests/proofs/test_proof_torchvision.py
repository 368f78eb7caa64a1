"""TorchVision in proofs: it can be imported whether or not its compiled operators load."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from espejo.proofs.inside.operators import import_torchvision

TORCH_LIBRARY = """
defined = set()


class Library:
    def __init__(self, name, kind):
        self.name = name

    def define(self, schema):
        operator = f"{self.name}::{schema.partition('(')[0]}"
        if operator in defined:
            raise RuntimeError(f"operator {operator} is already defined")
        defined.add(operator)
"""
"""Stands for torch.library: it remembers what was defined, and refuses to define it twice."""

LOADS_COMPILED = "Library('torchvision', 'DEF').define('nms()')"
CANNOT_LOAD = "import torchvision.extension"
LOOKS_UP = """
from torch.library import Library, defined
{load}
if "torchvision::nms" not in defined:
    raise RuntimeError("operator torchvision::nms does not exist")
"""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An importable packages folder, whose modules are forgotten after the test."""
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] in ("torch", "torchvision")]:
        del sys.modules[name]


def install(packages: Path, load: str) -> None:
    """Write a fake torch and torchvision that behave like the real ones on import."""
    for path, text in (
        ("torch/__init__.py", ""),
        ("torch/library.py", TORCH_LIBRARY),
        ("torchvision/__init__.py", LOOKS_UP.format(load=load)),
        ("torchvision/extension.py", ""),
    ):
        (packages / path).parent.mkdir(exist_ok=True)
        (packages / path).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("load", "defined"),
    [
        (CANNOT_LOAD, {"torchvision::nms", "torchvision::qnms"}),
        (LOADS_COMPILED, {"torchvision::nms"}),
    ],
    ids=["do not load", "load"],
)
def test_only_operators_that_do_not_load_are_declared(packages: Path, load: str, defined: set[str]) -> None:
    """The import stops at the first operator it looks up. Declaring one twice would be an error."""
    install(packages, load)
    import_torchvision()
    assert "torchvision" in sys.modules
    assert importlib.import_module("torch.library").defined == defined


def test_torchvision_is_optional(packages: Path) -> None:
    """A proof that imports it then fails with its own message."""
    import_torchvision()
    assert "torchvision" not in sys.modules
    assert list(packages.iterdir()) == []
