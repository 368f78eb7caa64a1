"""Kinds of question in a terminal, by their names; a module for each, as in `espejo.model.kinds`."""

from __future__ import annotations

from collections.abc import Mapping

from espejo.model.quiz import KindName
from espejo.runner.kinds.base import TerminalKind
from espejo.runner.kinds.choices import Multiple, Single
from espejo.runner.kinds.numeric import Numeric
from espejo.runner.kinds.open import Free, Recall
from espejo.runner.kinds.truefalse import TrueFalse

TERMINAL_KINDS: Mapping[KindName, TerminalKind] = {
    "single": Single(),
    "multiple": Multiple(),
    "truefalse": TrueFalse(),
    "numeric": Numeric(),
    "free": Free(),
    "recall": Recall(),
}
