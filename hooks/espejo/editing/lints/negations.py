"""Negation lint: find a negation that only one of two languages has, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from espejo.editing.lints.language_facts import LanguageFacts, Side, find_words
from espejo.markdown.parsed import CLAUSE_END, SENTENCE_END, Found, ParsedPassage, Remark, split_at
from espejo.messages.message import Message, comma_separated, message

MAX_NEGATIONS = 20  # that are reported in one passage
_MAX_SHOWN = 5  # words in one message

_COMMA = re.compile(r"[,()–—]")


class Negations(NamedTuple):
    """How often a piece of prose says no."""

    words: list[str]  # each negation, without those that only repeat one
    options: int  # what may repeat one or be one more: 'nada' after a comma, 'si no', 'not only'
    denials: int  # words that may translate a negation: 'unchanged'


def compare_negations(first: Side, second: Side) -> Iterator[Remark]:
    """Each sentence says no as often in both languages, if only by a word such as 'unchanged' or 'avoid'."""
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
    """Pair what corresponds: the smallest pieces, of which both passages have the same number."""
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
    """Count what says no: 'nada' repeats what comes before it in its clause, as in 'no cambia nada'.

    After a comma it may repeat that or be a negation of its own.
    """
    if not facts.may_have_senses(part.value):
        return Negations([], 0, 0)
    words: list[str] = []
    options = denials = 0
    is_denied = False  # by an earlier clause
    for clause in _COMMA.split(part.value):
        is_repeat = False  # because the clause is denied already
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
    """Whether one says no more often than the other can account for.

    A denial that both have, such as 'fails' and 'falla', translates the other one and no negation.
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
