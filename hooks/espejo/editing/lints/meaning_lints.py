"""Meaning lints: find numbers and negations that only one of two languages has, whatever their notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from espejo.editing.lints.language_facts import LanguageFacts, find_words
from espejo.editing.lints.lint import Remark, Side, report_differences, subtract
from espejo.markdown.parsed import CLAUSE_END, SENTENCE_END, Found, ParsedPassage, split_at
from espejo.messages.message import Message, comma_separated, message

_NUMBER = re.compile(r"\d+(?:[.,]\d+|[ \u00a0\u202f]\d{3}(?!\d))*|[¹²³⁰⁴-⁹₀-₉]+")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:[.,\s]\d{3})+")
_SEPARATOR = re.compile(r"[.,\s]")


def compare_numbers(first: Side, second: Side) -> Iterator[Remark]:
    """Both have the same numbers: 1,000 is 1.000, and 0.5 is 0,5.

    One language may spell out an ordinal such as '3rd': '3rd party' is 'terceros'.
    """
    if _NUMBER.findall(first.passage.prose) == _NUMBER.findall(second.passage.prose):
        return
    ours, theirs = _find_numbers(first), _find_numbers(second)
    ours, theirs = subtract(ours, theirs), subtract(theirs, ours)
    are_ordinals = _are_ordinals(first, ours) and _are_ordinals(second, theirs)
    if (ours and theirs) or not are_ordinals:
        yield from report_differences(first, second, ours, theirs, _describe_numbers)


def _describe_numbers(details: Message) -> Message:
    return message("the numbers differ: {details}. Correct whichever is wrong.", details=details)


def _find_numbers(side: Side) -> list[Found]:
    """Find numbers, ordinals first, so that they are the surplus if one side has a number more often."""
    prose = side.passage.prose
    matches = sorted(_NUMBER.finditer(prose), key=lambda match: not side.facts.is_ordinal(prose, match.end()))
    return [Found(match.start(), read_number(match[0])) for match in matches]


def _are_ordinals(side: Side, numbers: Iterable[Found]) -> bool:
    prose = side.passage.prose
    matches = (_NUMBER.match(prose, number.offset) for number in numbers)
    return all(match and side.facts.is_ordinal(prose, match.end()) for match in matches)


def read_number(written: str) -> str:
    """Normalize a number: no thousands separators, and a decimal point."""
    if _THOUSANDS.fullmatch(written):
        return _SEPARATOR.sub("", written)
    *whole, last = _SEPARATOR.split(written)
    if len(whole) > 1 and len(set(_SEPARATOR.findall(written))) == 1:
        return ".".join((*whole, last))  # a version: 2.13.1
    return f"{''.join(whole)}.{last}" if whole else last


MAX_NEGATIONS = 20  # maximum findings per passage
_MAX_SHOWN = 5  # maximum words per message

_COMMA = re.compile(r"[,()–—]")


class Negations(NamedTuple):
    """Negations in a piece of prose."""

    words: list[str]  # negations, without words that only repeat one
    options: int  # may or may not be negations: 'nada' after a comma, 'si no', 'not only'
    denials: int  # words that may translate a negation: 'unchanged'


def compare_negations(first: Side, second: Side) -> Iterator[Remark]:
    """Compare negations per sentence; a word such as 'unchanged' or 'avoid' may translate one."""
    if not first.facts.may_negate(first.passage.words) and not second.facts.may_negate(second.passage.words):
        return
    yield from islice(_compare_sentences(first, second), MAX_NEGATIONS)


def _compare_sentences(first: Side, second: Side) -> Iterator[Remark]:
    for ours, theirs in align_sentences(first.passage, second.passage):
        our_count, their_count = count_negations(first.facts, ours), count_negations(second.facts, theirs)
        if exceeds(our_count, their_count):
            yield Remark(theirs.offset, _describe(first.facts, our_count, second.facts, their_count))
        elif exceeds(their_count, our_count):
            offset = theirs.offset + max(find_words(theirs.value, their_count.words[:1]), 0)
            yield Remark(offset, _describe(second.facts, their_count, first.facts, our_count))


def align_sentences(first: ParsedPassage, second: ParsedPassage) -> Iterator[tuple[Found, Found]]:
    """Pair the smallest pieces (clauses, sentences, or blocks) that both passages have equally many of."""
    ours, theirs = first.split_blocks(), second.split_blocks()
    if len(ours) != len(theirs):
        ours, theirs = [Found(0, first.prose)], [Found(0, second.prose)]
    for pair in zip(ours, theirs, strict=True):
        for stop in (CLAUSE_END, SENTENCE_END):
            our_parts, their_parts = (split_at(stop, block) for block in pair)
            if len(our_parts) == len(their_parts):
                yield from zip(our_parts, their_parts, strict=True)
                break
        else:
            yield pair


def count_negations(facts: LanguageFacts, part: Found) -> Negations:
    """Count negations: 'nada' repeats an earlier one in its clause, as in 'no cambia nada'.

    After a comma it may repeat that one or be a new negation.
    """
    words: list[str] = []
    options = denials = 0
    is_denied = False  # an earlier clause has a negation
    for clause in _COMMA.split(part.value):
        is_repeat = False  # this clause already has a negation
        for sense, word in facts.find_senses(clause):
            match sense:
                case "concord" if is_repeat:
                    pass
                case "option":
                    options += 1
                case "concord" if is_denied:
                    options += 1
                case "negation" | "concord":
                    words.append(word)
                case "denial":
                    denials += 1
            is_repeat = is_repeat or sense not in ("", "idiom")
        is_denied = is_denied or is_repeat
    return Negations(words, options, denials)


def exceeds(one: Negations, other: Negations) -> bool:
    """Whether one has more negations than the other can account for.

    Denials in both, such as 'fails' and 'falla', translate each other, so they account for no negation.
    """
    spare = max(other.denials - one.denials, 0)
    return len(one.words) > len(other.words) + other.options + spare


def _describe(facts: LanguageFacts, more: Negations, other: LanguageFacts, fewer: Negations) -> Message:
    words = comma_separated(f"'{word}'" for word in more.words[:_MAX_SHOWN])
    if not fewer.words:
        return message(
            "{language} has {words}, but {other} has no negation. Correct whichever is wrong.",
            language=facts.name,
            words=words,
            other=other.name,
        )
    return message(
        "in this sentence {language} has {more} negations ({words}), but {other} has {fewer}. "
        "Correct whichever is wrong.",
        language=facts.name,
        more=len(more.words),
        words=words,
        other=other.name,
        fewer=len(fewer.words),
    )
