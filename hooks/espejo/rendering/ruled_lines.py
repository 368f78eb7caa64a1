"""Ruled lines in the book: estimates the space for a written answer from the model answer's length."""

from __future__ import annotations

from math import ceil

from espejo.markdown.fragments import plain
from espejo.model.kinds import KINDS
from espejo.model.quiz import Question

WORDS_PER_LINE = 9
"""Handwritten words that fit on a line of the book."""

MOST_LINES = 6


def count_lines(question: Question, locale: str) -> int:
    """Count the lines to rule below a question; `locale` is the one whose words are counted.

    Questions without a written answer get none; a number or a word gets one. People who answer from memory
    write less than the model answer, so half its length plus one line is enough. Code counts by its lines.
    """
    if not KINDS[question.kind].written:
        return 0
    if not question.answer:
        return 1
    answer = question.answer.show(locale).markdown
    written = [len(plain(part).split()) / WORDS_PER_LINE for part in answer.split("```")[::2]]
    listed = [part.strip().count("\n") for part in answer.split("```")[1::2]]
    needed = ceil(sum(written)) + sum(listed)
    return min(MOST_LINES, needed if needed <= 2 else needed // 2 + 1)
