"""Question kinds `free` and `recall`: open answers that learners compare with a model answer."""

from __future__ import annotations

from espejo.model.kinds.base import Kind, Verdict
from espejo.model.quiz import Labels, Question


class _Open(Kind):
    template = "open"
    needs = ("answer",)
    may_have = ("points",)
    wants_hint = True
    written = True
    self_graded = True
    computable = False


class Free(_Open):
    """An answer in your own words; `points` lists what a good one mentions."""

    name = "free"
    aliases = ("open", "short_answer", "essay", "text")
    seconds = 90

    def verdict(self, question: Question, labels: Labels) -> Verdict | None:
        return Verdict("free_answer")


class Recall(_Open):
    """A short answer from memory; `points` lists what to grade it by."""

    name = "recall"
    seconds = 40
