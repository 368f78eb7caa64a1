"""Proof: a program that shows that an answer is right, or the reason why no program can."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from espejo.model.problems import Place
from espejo.model.text import Code, Name, Text, key

LIBRARIES: Mapping[str, str] = {
    "torch": "PyTorch",
    "numpy": "NumPy",
    "optuna": "Optuna",
    "onnx": "ONNX",
    "onnxscript": "ONNX Script",
    "lightning": "Lightning",
    "transformers": "Transformers",
    "plotly": "Plotly",
}
"""Libraries that a proof may import: the package name, and the name readers know."""

PYTHON = "Python"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A program, or why there can be none."""

    needs: tuple[Name, ...] = key(default=())  # the libraries it imports
    program: Code | None = key(default=None)
    not_computable: Text | None = key(default=None)  # why no program can show it
    place: Place
