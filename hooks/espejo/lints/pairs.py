"""A passage in two languages enters; what one says and the other does not leaves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from espejo.lints.language_facts import Side, find_words
from espejo.lints.parsed import Found, split_words
from espejo.model.problems import quote

Slips = Iterator[Found]
"""What is wrong with the second of two passages, and where in it that is."""

MANY_WORDS = 4  # fewer may be a name

_NUMBER = re.compile(r"\d+(?:[.,]\d+|[ \u00a0\u202f]\d{3}(?!\d))*")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:[.,\s]\d{3})+")
_SEPARATOR = re.compile(r"[.,\s]")
_TEX_TEXT = re.compile(r"\\(?:text\w*|mathrm|operatorname\*?)\s*\{[^{}]*\}")
# In a listing, what people read and the machine does not: comments and strings.
_SAID = re.compile(r"""#[^\n]*|(\"{3}|'{3}).*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)


def compare_numbers(one: Side, other: Side) -> Slips:
    """Numbers as read: 1,000 is 1.000 and 0.5 is 0,5."""
    prose, mirror = one.passage.prose, other.passage.prose
    if _NUMBER.findall(prose) != _NUMBER.findall(mirror):
        yield from _differ("the numbers differ", one, other, _numbers(prose), _numbers(mirror))


def _numbers(prose: str) -> list[Found]:
    return [Found(one.start(), read_number(one[0])) for one in _NUMBER.finditer(prose)]


def read_number(written: str) -> str:
    """A number without what each language sets between its digits, and with a point for its decimals."""
    if _THOUSANDS.fullmatch(written):
        return _SEPARATOR.sub("", written)
    *whole, last = _SEPARATOR.split(written)
    if len(whole) > 1 and len(set(_SEPARATOR.findall(written))) == 1:
        return ".".join((*whole, last))  # a version: 2.13.1
    return f"{''.join(whole)}.{last}" if whole else last


def compare_code(one: Side, other: Side) -> Slips:
    """The same code in a line, and the same listings but for comments and strings."""
    if {part.value for part in one.passage.code} != {part.value for part in other.passage.code}:
        said = (_once(side.passage.code) for side in (one, other))
        yield from _differ("the code differs", one, other, *said)
    ours, theirs = one.passage.listings, other.passage.listings
    if len(ours) != len(theirs):
        shown = f"{len(ours)} in {one.facts.name}, {len(theirs)} in {other.facts.name}"
        yield Found(0, f"the listings differ: {shown}. Make them agree.")
    for first, second in zip(ours, theirs, strict=False):
        if first.value != second.value:
            yield from _compare_listings(one, other, first, second)


def _once(parts: list[Found]) -> list[Found]:
    """Each piece once: how often a name is said is a matter of style."""
    return list({part.value: part for part in reversed(parts)}.values())


def _compare_listings(one: Side, other: Side, first: Found, second: Found) -> Slips:
    lines = zip(_as_run(first.value), _as_run(second.value), strict=False)
    if unlike := next(((a, b) for a, b in lines if a != b), None):
        shown = f"{quote(unlike[0])} in {one.facts.name}, {quote(unlike[1])} in {other.facts.name}"
        yield Found(second.at, f"the listings differ: {shown}. Make them agree.")
    elif len(_as_run(first.value)) != len(_as_run(second.value)):
        yield Found(second.at, "the listings differ: one is longer. Make them agree.")


def _as_run(listing: str) -> list[str]:
    said = _SAID.sub(lambda found: "" if found[0].startswith("#") else '""', listing)
    return [line.rstrip() for line in said.split("\n") if line.strip()]


def compare_math(one: Side, other: Side) -> Slips:
    """The same formulas, but for the words in them."""
    if one.passage.math != other.passage.math:
        ours, theirs = (
            [Found(part.at, _as_meant(part.value)) for part in side.passage.math] for side in (one, other)
        )
        yield from _differ("the formulas differ", one, other, ours, theirs)


def _as_meant(tex: str) -> str:
    return "".join(_TEX_TEXT.sub(r"\\text{}", tex).replace("{,}", ".").split())


def compare_links(one: Side, other: Side) -> Slips:
    """Links to the same pages, each maybe to its version in the language of the text."""
    if one.passage.links or other.passage.links:
        yield from _differ("the links differ", one, other, *(_targets(side) for side in (one, other)))


def _targets(side: Side) -> list[Found]:
    return [Found(part.at, _target(part.value, side.facts.locale)) for part in side.passage.links]


def _target(address: str, locale: str) -> str:
    """An address without its language; of a host for one language, where pages have other names, no more."""
    host = address.partition("://")[2].partition("/")[0]
    if host.startswith(f"{locale}."):
        return host.removeprefix(f"{locale}.")
    return "/".join(part for part in address.split("/") if part.lower().partition("-")[0] != locale)


def compare_lists(one: Side, other: Side) -> Slips:
    ours, theirs = one.passage.items, other.passage.items
    if ours != theirs:
        shown = f"{ours} items in {one.facts.name}, {theirs} in {other.facts.name}"
        yield Found(0, f"the lists differ: {shown}. Make them agree.")


def compare_negations(one: Side, other: Side) -> Slips:
    """A negation on one side has a word on the other that can stand for it."""
    for side, mirror in ((one, other), (other, one)):
        if side.facts.negations.isdisjoint(side.passage.words):
            continue
        if not mirror.facts.denies(mirror.passage.words):
            said = next(word for word in side.passage.words if word in side.facts.negations)
            at = find_words(side.passage.prose, [said]) if side is other else 0
            fact = f"{side.facts.name} says '{said}', and {mirror.facts.name} has no negation."
            yield Found(at, f"{fact} Make them agree.")


def compare_terms(one: Side, other: Side) -> Slips:
    """What one calls by a term of the glossary the other calls so too, if only elsewhere in the record."""
    found = dict(one.facts.find_terms(one.passage.words))
    theirs = set(map(other.facts.stems.__getitem__, other.passage.words)) if found else set()
    missing = [id_ for id_ in found if not other.facts.has_term(theirs, id_)]
    theirs = _record_stems(other) if missing else theirs
    for id_ in missing:
        said = one.passage.words[found[id_]]
        if not other.facts.has_term(theirs, id_) and find_words(one.passage.prose, said) >= 0:
            expected = f"The glossary has {quote(other.facts.terms[id_])} for it in {other.facts.name}"
            yield Found(0, f"{one.facts.name} says {quote(' '.join(said))}. {expected}: use that.")


def _record_stems(side: Side) -> set[str]:
    shown = (text.show(side.facts.locale) for text in side.record)
    words = (split_words(one.markdown) for one in shown if one.locale == side.facts.locale)
    return {side.facts.stems[word] for found in words for word in found}


def compare_words(one: Side, other: Side) -> Slips:
    """Two passages that are the same are no more than a name."""
    if len(one.passage.words) >= MANY_WORDS:
        yield Found(0, f"the same words in {one.facts.name} and {other.facts.name}. Translate them.")


def _differ(what: str, one: Side, other: Side, ours: list[Found], theirs: list[Found]) -> Slips:
    """Says what stands on one side more often than on the other."""
    if sorted(part.value for part in ours) == sorted(part.value for part in theirs):
        return
    counts, there = (Counter(part.value for part in parts) for parts in (ours, theirs))
    lacks, has = counts - there, there - counts
    at = next((part.at for part in theirs if part.value in has), 0)
    said = [
        f"only {side.facts.name} has {', '.join(map(quote, list(values.elements())[:5]))}"
        for side, values in ((one, lacks), (other, has))
        if values
    ]
    yield Found(at, f"{what}: {'; '.join(said)}. Make them agree.")
