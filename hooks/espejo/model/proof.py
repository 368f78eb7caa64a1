"""Proof: a program that proves or illustrates an answer, or the reason why none was run."""

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
"""Libraries that a proof may import: the package name, and the name readers know."""

PYTHON = "Python"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A program, or why none is run.

    A program that runs what the answer speaks of proves it. One that runs only a model of it illustrates it.
    """

    needs: tuple[Name, ...] = key(default=())  # the libraries it imports
    program: Code | None = key(default=None)
    illustrates: Text | None = key(default=None)  # what the program runs instead
    not_computable: Text | None = key(default=None)  # why no program is run
    place: Place
