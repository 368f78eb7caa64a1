"""A proof is a program that shows that an answer is right, or the reason why there can be none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from espejo.problems import Place
from espejo.text import Code, Name, Text, key

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
"""What a proof may need: the name it is imported and installed by, and what readers call it."""

PYTHON = "Python"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A program, or why none is possible."""

    needs: tuple[Name, ...] = key(default=())  # the libraries it imports
    program: Code | None = key(default=None)
    not_computable: Text | None = key(default=None)  # why no program can show it
    place: Place


def reasons(proof: Proof | None) -> tuple[Text, ...]:
    """What a proof says to a reader in words."""
    return (proof.not_computable,) if proof and proof.not_computable else ()
