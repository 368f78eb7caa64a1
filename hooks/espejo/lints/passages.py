"""A passage in one language enters; what its language writes otherwise leaves."""

from __future__ import annotations

import re
from collections.abc import Iterator

from espejo.lints.language_facts import Side, find_words
from espejo.lints.parsed import BLANK, Found, split_words

SEVERAL = 2  # one alone may be an abbreviation, or a gloss in parentheses

_QUOTATION = re.compile("[«“][^«»“”]*[»”]")
_SPACES = re.compile(r"(?<=\S) {2,}(?=\S)")
_SINGLE = re.compile(r"(?<!\w)'(?=\w[^']*\w'(?!\w))")


def find_spaces(side: Side) -> Iterator[Found]:
    """Two spaces between two words are one too many."""
    if "  " in side.passage.prose and (found := _SPACES.search(side.passage.prose)):
        yield Found(found.end(), "two spaces in a row. Keep one.")


def find_quotes(side: Side) -> Iterator[Found]:
    """A quotation stands between the marks of its language; an apostrophe is no such mark."""
    prose = side.passage.prose
    for mark in side.facts.wrong_quotes:
        if mark not in prose:
            continue
        found = _SINGLE.search(prose) if mark == "'" else re.search(mark, prose)
        if found:
            fact = f"the quotation mark {mark} in {side.facts.name}. Its marks are {side.facts.quotes}."
            yield Found(found.start(), fact)
            return


def find_openings(side: Side) -> Iterator[Found]:
    """Where a language opens its questions and exclamations, none is left unopened."""
    prose = side.passage.prose
    for pair in side.facts.openings:
        opening, closing = pair[0], pair[-1]
        if prose.count(opening) == prose.count(closing):
            continue
        open_ = 0
        for found in re.finditer(f"[{re.escape(opening + closing)}]", prose):
            open_ += 1 if found[0] == opening else -1
            if open_ < 0:
                yield Found(found.start(), f"a {closing} that no {opening} opens.")
                break
        else:
            yield Found(prose.rindex(opening), f"a {opening} that no {closing} closes.")


def find_leftovers(side: Side) -> Iterator[Found]:
    """Outside quotations there are no several words by which another language is known at once."""
    foreign = side.facts.foreign
    if not foreign.isdisjoint(side.passage.words):
        own = _QUOTATION.sub("", side.passage.prose)
        found = [word for word in split_words(own) if word in foreign]
        if len(found) >= SEVERAL:
            at = max(find_words(side.passage.prose, found[:1]), 0)
            said = ", ".join(f"'{word}'" for word in found[:3])
            fact = f"not {side.facts.name}: {said}. Translate it, or put it between quotation marks."
            yield Found(at, fact)


def find_order(side: Side) -> Iterator[Found]:
    """Nothing is said that is only true while the choices stand in one order."""
    if side.facts.order.keys().isdisjoint(side.passage.words):
        return
    for rare in sorted(side.facts.order.keys() & side.passage.words):
        if found := side.facts.order[rare].search(side.passage.prose):
            said = found[0].replace(BLANK, " ")
            yield Found(found.start(), f"'{said}' is wrong once the choices are shuffled. Say what it means.")
