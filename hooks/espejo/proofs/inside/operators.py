"""TorchVision operators: declares stubs if the compiled ones don't load, so that imports work.

PyPI's TorchVision is compiled against PyTorch with CUDA. With a CPU-only PyTorch, its compiled operators
don't load, and importing it fails where it looks up two of them. Its transforms, datasets, and models are
plain Python and don't call them. The stubs have no implementation: calling one fails.
"""

from __future__ import annotations

import importlib
import sys
from contextlib import suppress

_PACKAGE = "torchvision"
_SCHEMAS = (
    "nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
)

_declared: list[object] = []
"""Keeps the libraries alive, because their operators disappear with them."""


def import_torchvision() -> None:
    """Import TorchVision, if it is installed, with or without its compiled operators."""
    with suppress(ImportError):
        try:
            importlib.import_module(_PACKAGE)
        except RuntimeError:  # operator torchvision::nms does not exist
            _forget_modules()
            _declare()
            importlib.import_module(_PACKAGE)


def _forget_modules() -> None:
    """Remove the modules of a failed import."""
    for name in [name for name in sys.modules if name.partition(".")[0] == _PACKAGE]:
        del sys.modules[name]


def _declare() -> None:
    library = importlib.import_module("torch.library").Library(_PACKAGE, "FRAGMENT")
    for schema in _SCHEMAS:
        library.define(schema)
    _declared.append(library)
