"""TorchVision's operators: declared if its compiled ones do not load, so that it can be imported.

On PyPI, TorchVision is compiled against the PyTorch with CUDA. Beside a PyTorch for the processor alone, its
compiled operators do not load, and importing it stops where it looks two of them up. Its transforms, datasets
and models are plain Python and call none. What is declared here has no code: a program that calls it fails.
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
"""What declares the operators. They last as long as it does."""


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
    """Forget the modules of an import that stopped halfway."""
    for name in [name for name in sys.modules if name.partition(".")[0] == _PACKAGE]:
        del sys.modules[name]


def _declare() -> None:
    library = importlib.import_module("torch.library").Library(_PACKAGE, "FRAGMENT")
    for schema in _SCHEMAS:
        library.define(schema)
    _declared.append(library)
