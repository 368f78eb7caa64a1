"""Proof record: a program that proves or illustrates an answer, or the reason there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from espejo.model.problems import Place
from espejo.model.text import Code, Name, Text, key

LIBRARIES: Mapping[str, str] = {
    "torch": "PyTorch",
    "torchvision": "TorchVision",
    "numpy": "NumPy",
    "optuna": "Optuna",
    "onnx": "ONNX",
    "onnxscript": "ONNX Script",
    "lightning": "Lightning",
    "transformers": "Transformers",
    "diffusers": "Diffusers",
    "plotly": "Plotly",
}
"""Libraries a proof may import: package name to display name."""

PYTHON = "Python"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A proof program, or the reason an answer has none.

    A program proves an answer if it runs what the answer describes; if it runs only a model of that, it
    illustrates the answer.
    """

    needs: tuple[Name, ...] = key(default=())  # libraries it imports
    program: Code | None = key(default=None)
    illustrates: Text | None = key(default=None)  # what the program runs instead
    not_computable: Text | None = key(default=None)  # why there is no program
    place: Place
