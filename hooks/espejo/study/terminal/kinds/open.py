"""Kinds `free` and `recall` in the terminal: learners compare and grade their answers themselves."""

from __future__ import annotations

from espejo.messages.message import message
from espejo.study.terminal.kinds.base import TerminalKind


class Free(TerminalKind):
    """An answer in the learner's own words."""

    name = message("free answer")


class Recall(TerminalKind):
    """A short answer from memory."""

    name = message("from memory")
