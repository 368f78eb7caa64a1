"""Language lints: find what a passage writes differently from the rules of its language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from espejo.lints.language_facts import Side, find_words
from espejo.lints.parsed import BLANK, Found, split_words

MIN_FOREIGN_WORDS = 2  # a single one may be an abbreviation, or a gloss in parentheses

_QUOTATION = re.compile("[«“][^«»“”]*[»”]")
_SPACES = re.compile(r"(?<=\S) {2,}(?=\S)")
_SINGLE_QUOTE = re.compile(r"(?<!\w)'(?=\w[^']*\w'(?!\w))")


def find_spaces(side: Side) -> Iterator[Found]:
    """Find two spaces between words."""
    if "  " in side.passage.prose and (match := _SPACES.search(side.passage.prose)):
        yield Found(match.end(), "two spaces in a row. Keep one.")


def find_quotes(side: Side) -> Iterator[Found]:
    """Find quotation marks of other languages; an apostrophe is not one."""
    prose = side.passage.prose
    for mark in side.facts.wrong_quotes:
        if mark not in prose:
            continue
        match = _SINGLE_QUOTE.search(prose) if mark == "'" else re.search(mark, prose)
        if match:
            fact = f"wrong quotation mark {mark} in {side.facts.name}. Use {side.facts.quotes}."
            yield Found(match.start(), fact)
            return


def find_openings(side: Side) -> Iterator[Found]:
    """Find unbalanced question and exclamation marks, in a language that has an opening one."""
    prose = side.passage.prose
    for pair in side.facts.openings:
        opening, closing = pair[0], pair[-1]
        if prose.count(opening) == prose.count(closing):
            continue
        depth = 0
        for match in re.finditer(f"[{re.escape(opening + closing)}]", prose):
            depth += 1 if match[0] == opening else -1
            if depth < 0:
                yield Found(match.start(), f"{closing} without an opening {opening}.")
                break
        else:
            yield Found(prose.rindex(opening), f"{opening} without a closing {closing}.")


def find_untranslated(side: Side) -> Iterator[Found]:
    """Find several words outside quotations that are typical of another language."""
    foreign = side.facts.foreign
    if not foreign.isdisjoint(side.passage.words):
        unquoted = _QUOTATION.sub("", side.passage.prose)
        found = [word for word in split_words(unquoted) if word in foreign]
        if len(found) >= MIN_FOREIGN_WORDS:
            offset = max(find_words(side.passage.prose, found[:1]), 0)
            words = ", ".join(f"'{word}'" for word in found[:3])
            fact = f"words not in {side.facts.name}: {words}. Translate them, or put them in quotation marks."
            yield Found(offset, fact)


def is_written_in(side: Side, other: Side) -> bool:
    """Whether a passage has several typical words of another language, and none of its own."""
    words = side.passage.words
    own, others = side.facts.common - other.facts.common, other.facts.common - side.facts.common
    return own.isdisjoint(words) and sum(word in others for word in words) >= MIN_FOREIGN_WORDS


def find_order(side: Side) -> Iterator[Found]:
    """Find phrases that are only true while the choices are in a fixed order."""
    if side.facts.order.keys().isdisjoint(side.passage.words):
        return
    for word in sorted(side.facts.order.keys() & side.passage.words):
        if match := side.facts.order[word].search(side.passage.prose):
            phrase = match[0].replace(BLANK, " ")
            yield Found(
                match.start(), f"'{phrase}' is wrong when the choices are shuffled. Spell out what it means."
            )
