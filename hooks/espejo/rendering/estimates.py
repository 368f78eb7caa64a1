"""Estimates from the length of texts: minutes of a quiz or topic, and ruled lines of the book."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from math import ceil

from espejo.markdown.fragments import plain
from espejo.model.kinds import KINDS
from espejo.model.quiz import Item, Question

SECONDS_PER_WORD = 60 / 200
"""Technical prose is read at about 200 words a minute."""

SECONDS_PER_CODE_LINE = 4
SECONDS_PER_FORMULA = 4
SECONDS_PER_CARD = 10
"""Time to follow a line of code or a formula, and to recall the back of a card."""

WORDS_PER_LINE = 9
"""Handwritten words that fit on a line of the book."""

MOST_LINES = 6

_LISTING = re.compile(r"^ *```.*\n((?:(?! *```).*\n?)*)", re.MULTILINE)
_FORMULA = re.compile(r"\$\$[^$]*\$\$|\$[^$\n]*\$")
_WORD = re.compile(r"\w+(?:[-'’.]\w+)*")


def estimate_minutes(items: Iterable[Item], locale: str) -> int:
    """Estimate how many minutes some questions or cards take; never less than one.

    Adds up the seconds to read each text once (words, lines of code, formulas) and to think of the answer
    (`Kind.seconds`, per choice if it has choices). Hints, sources, and corrections don't count, because
    not everybody reads them. Words are counted in `locale`; pass the same one to get the same estimate in
    every language.
    """
    seconds = sum(_count_seconds(item, locale) for item in items)
    return max(1, ceil(seconds / 60))


def _count_seconds(item: Item, locale: str) -> float:
    aids = {id(item.corrects), *(id(text) for source in item.sources for text in source.texts())}
    if isinstance(item, Question):
        aids.add(id(item.hint))
        kind = KINDS.get(item.kind)
        thinking = kind.seconds * max(1, len(item.choices)) if kind else 0
    else:
        thinking = SECONDS_PER_CARD
    read = (text.show(locale).markdown for text in item.texts() if id(text) not in aids)
    return thinking + sum(map(_count_reading, read))


@lru_cache(maxsize=1 << 16)  # while serving, nearly all texts stay the same
def _count_reading(markdown: str) -> float:
    """Estimate the seconds to read a text."""
    lines = sum(len(listing[1].strip().splitlines()) for listing in _LISTING.finditer(markdown))
    prose = _LISTING.sub(" ", markdown)
    formulas = len(_FORMULA.findall(prose))
    words = len(_WORD.findall(_FORMULA.sub(" ", prose)))
    return words * SECONDS_PER_WORD + lines * SECONDS_PER_CODE_LINE + formulas * SECONDS_PER_FORMULA


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
