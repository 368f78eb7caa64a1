"""Question kinds `free` and `recall`: open answers that learners compare with a model answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from espejo.model.kinds.base import Kind, Verdict
from espejo.model.quiz import Labels, Question


class Free(Kind):
    """An answer in your own words; `points` lists what a good one mentions."""

    name = "free"
    template = "open"
    seconds = 90
    needs = ("answer",)
    may_have = ("points",)
    words: ClassVar[Mapping[str, str]] = {
        "kind_free": "the label of a question with a free answer",
        "free_answer": "the verdict of a question with a free answer",
        "points": "the label before the points of a good answer",
    }
    wants_hint = True
    written = True
    self_graded = True
    computable = False

    def verdict(self, question: Question, labels: Labels) -> Verdict | None:
        return Verdict("free_answer")


class Recall(Kind):
    """A short answer from memory; `points` lists what to grade it by."""

    name = "recall"
    template = "open"
    seconds = 40
    needs = ("answer",)
    may_have = ("points",)
    words: ClassVar[Mapping[str, str]] = {
        "kind_recall": "the label of a question to answer from memory",
        "points": Free.words["points"],
    }
    wants_hint = True
    written = True
    self_graded = True
    computable = False
