"""Choice lints: find texts that depend on the order of choices, and right choices that stand out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from itertools import pairwise
from operator import gt, lt
from typing import NamedTuple

from espejo.editing.lints.language_facts import LanguageFacts
from espejo.editing.lints.lint import Remark, Side
from espejo.editing.lints.meaning_lints import read_number
from espejo.markdown.parsed import BLANK, parse_passage
from espejo.messages.message import message
from espejo.model.kinds import KINDS
from espejo.model.quiz import Question
from espejo.model.text import Text

MAX_LENGTH_RATIO = 1.5
MAX_LENGTH_DIFFERENCE = 20
MIN_SORTED = 3  # two numbers are always in order

# A number, plain or as code or a formula, and its unit: '`64`', '$-0.5$', '0,5 MB'.
_QUANTITY = re.compile(r"[`$]?(?P<sign>[-−+]?)(?P<number>\d{1,15}(?:[.,]\d{1,15})*)[`$]?(?P<unit>[^\d]*)")


class ChoiceRemark(NamedTuple):
    """A remark about a choice in one language."""

    text: Text
    locale: str
    remark: Remark


def find_order(side: Side) -> Iterator[Remark]:
    """Find phrases that are only true if choices have a fixed order."""
    found = side.facts.order.keys() & side.passage.words if side.is_shuffled else ()
    for word in sorted(found):
        if match := side.facts.order[word].search(side.passage.prose):
            fact = message(
                "'{phrase}' is wrong when the choices are shuffled. "
                "Spell out what it means, or add 'fixed_order: true'.",
                phrase=match[0].replace(BLANK, " "),
            )
            yield Remark(match.start(), fact)


def find_order_of_choices(
    question: Question, languages: Mapping[str, LanguageFacts]
) -> Iterator[ChoiceRemark]:
    """Find choices that refer to other choices, and sorted numbers; reported in one language only."""
    for locale, facts in languages.items() if question.is_shuffled else ():
        if found := next(_find_catch_alls(question, facts), None) or _find_sorted(question, facts):
            yield ChoiceRemark(found[0], locale, found[1])
            return


def _find_catch_alls(question: Question, facts: LanguageFacts) -> Iterator[tuple[Text, Remark]]:
    """Find choices such as 'none of these' and 'A and B'.

    If half of the choices are like that, they refer to the question, as in 'I and II' for its statements.
    """
    texts = [choice.text for choice in question.choices if choice.text.differs]
    found = [text for text in texts if facts.is_catch_all(parse_passage(text.show(facts.locale).markdown))]
    for text in found if 2 * len(found) < len(question.choices) else ():
        fact = message(
            "'{choice}' refers to the other choices, which may be shuffled. Add 'fixed_order: true'.",
            choice=text.show(facts.locale).markdown.strip(),
        )
        yield text, Remark(0, fact)


def _find_sorted(question: Question, facts: LanguageFacts) -> tuple[Text, Remark] | None:
    """Report choices that are sorted numbers, all with the same unit or none."""
    texts = [choice.text for choice in question.choices]
    quantities = [_QUANTITY.fullmatch(text.show(facts.locale).markdown.strip()) for text in texts]
    numbers = [_read(match) for match in quantities if match]
    units = {match["unit"].strip() for match in quantities if match}
    if len(texts) < MIN_SORTED or len(numbers) < len(texts) or len(units) > 1:
        return None
    if not any(all(compare(*pair) for pair in pairwise(numbers)) for compare in (lt, gt)):
        return None
    fact = message("the choices are numbers in order, and they may be shuffled. Add 'fixed_order: true'.")
    return texts[0], Remark(0, fact)


def _read(quantity: re.Match[str]) -> Decimal:
    number = read_number(quantity["number"])
    whole, _, decimals = number.partition(".")
    size = Decimal(f"{whole}.{decimals.replace('.', '')}") if decimals else Decimal(whole)
    return -size if quantity["sign"] in ("-", "−") and size else size


def find_longest_choice(question: Question, languages: Mapping[str, LanguageFacts]) -> Iterator[ChoiceRemark]:
    """Find a right choice given away by being much longer than the others; reported in one language only."""
    if not (question.kind and KINDS[question.kind].one_right):
        return
    right = [choice.text for choice in question.choices if choice.correct]
    wrong = [choice.text for choice in question.choices if not choice.correct]
    for locale, facts in languages.items() if right and wrong else ():
        length = len(right[0].show(locale).markdown)
        longest = max(len(text.show(locale).markdown) for text in wrong)
        if length > max(MAX_LENGTH_RATIO * longest, longest + MAX_LENGTH_DIFFERENCE):
            fact = message(
                "the right choice is by far the longest in {language}: {length} characters, the next {next}.",
                language=facts.name,
                length=length,
                next=longest,
            )
            yield ChoiceRemark(right[0], locale, Remark(0, fact))
            return


LINTS: dict[str, Callable[[Question, Mapping[str, LanguageFacts]], Iterator[ChoiceRemark]]] = {
    "order": find_order_of_choices,
    "length": find_longest_choice,
}
"""Lints that look at all choices of a question, by name."""
