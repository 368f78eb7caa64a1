"""Ruled lines in the book: how much room a written answer needs, from the length of the model answer."""

from __future__ import annotations

from math import ceil

from espejo.markdown.fragments import plain
from espejo.model.kinds import KINDS
from espejo.model.quiz import Question

WORDS_PER_LINE = 9
"""How many words fit on a line of the book by hand."""

MOST_LINES = 6


def count_lines(question: Question, locale: str) -> int:
    """How many lines to rule below a question, none if its answer is picked; `locale` is that of the words.

    A number or a word gets one line. Whoever answers from memory writes less than the model answer says, so a
    line more than half of its length is enough; listings are counted by their lines.
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
