"""Kinds of question in the terminal, by name; the modules match those in `espejo.model.kinds`."""

from __future__ import annotations

from collections.abc import Mapping

from espejo.model.quiz import KindName
from espejo.study.terminal.kinds.base import TerminalKind
from espejo.study.terminal.kinds.choices import Multiple, Single
from espejo.study.terminal.kinds.numeric import Numeric
from espejo.study.terminal.kinds.open import Free, Recall
from espejo.study.terminal.kinds.truefalse import TrueFalse

TERMINAL_KINDS: Mapping[KindName, TerminalKind] = {
    "single": Single(),
    "multiple": Multiple(),
    "truefalse": TrueFalse(),
    "numeric": Numeric(),
    "free": Free(),
    "recall": Recall(),
}
