"""Question kinds `free` and `recall`: open answers that learners compare with a model answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from espejo.model.kinds.base import Kind, Verdict
from espejo.model.quiz import Labels, Question


class _Open(Kind):
    template = "open"
    needs = ("answer",)
    may_have = ("points",)
    words: ClassVar[Mapping[str, str]] = {"points": "the label before the points of a good answer"}
    wants_hint = True
    written = True
    self_graded = True
    computable = False


class Free(_Open):
    """An answer in your own words; `points` lists what a good one mentions."""

    name = "free"
    seconds = 90
    words: ClassVar[Mapping[str, str]] = {
        "kind_free": "the label of a question with a free answer",
        "free_answer": "the verdict of a question with a free answer",
        **_Open.words,
    }

    def verdict(self, question: Question, labels: Labels) -> Verdict | None:
        return Verdict("free_answer")


class Recall(_Open):
    """A short answer from memory; `points` lists what to grade it by."""

    name = "recall"
    seconds = 40
    words: ClassVar[Mapping[str, str]] = {
        "kind_recall": "the label of a question to answer from memory",
        **_Open.words,
    }
