"""Translation lints: compare a passage in two languages and find what only one of them has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from espejo.lints.language_facts import Side, find_words
from espejo.lints.parsed import Found, split_words
from espejo.model.problems import quote

Differences = Iterator[Found]
"""Messages about how two passages differ, each with its offset in the second one."""

MAX_TERMS = 20  # that are reported in one passage
MIN_SENTENCE = 4  # in words; fewer may be a name

_NUMBER = re.compile(r"\d+(?:[.,]\d+|[ \u00a0\u202f]\d{3}(?!\d))*|[¹²³⁰⁴-⁹₀-₉]+")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:[.,\s]\d{3})+")
_SEPARATOR = re.compile(r"[.,\s]")
_TEX_TEXT = re.compile(r"\\(?:text\w*|mathrm|operatorname\*?)\s*\{[^{}]*\}")
# The parts of a listing that may be translated: comments and strings. An escape outside of them is matched
# too: the quotation mark in it would begin a string that never ends, and the search would be quadratic.
_COMMENT_OR_STRING = re.compile(
    r"""#[^\n]*|(\"{3}|'{3}).*?\1|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(\\.)""", re.DOTALL
)


def compare_numbers(first: Side, second: Side) -> Differences:
    """Both have the same numbers, however their languages write them: 1,000 is 1.000 and 0.5 is 0,5."""
    ours, theirs = first.passage.prose, second.passage.prose
    if _NUMBER.findall(ours) != _NUMBER.findall(theirs):
        yield from _differ("the numbers differ", first, second, _find_numbers(ours), _find_numbers(theirs))


def _find_numbers(prose: str) -> list[Found]:
    return [Found(match.start(), read_number(match[0])) for match in _NUMBER.finditer(prose)]


def read_number(written: str) -> str:
    """Normalize a number: no thousands separators, and a point before the decimals."""
    if _THOUSANDS.fullmatch(written):
        return _SEPARATOR.sub("", written)
    *whole, last = _SEPARATOR.split(written)
    if len(whole) > 1 and len(set(_SEPARATOR.findall(written))) == 1:
        return ".".join((*whole, last))  # a version: 2.13.1
    return f"{''.join(whole)}.{last}" if whole else last


def compare_code(first: Side, second: Side) -> Differences:
    """Both have the same inline code, and the same listings apart from comments and strings."""
    if {part.value for part in first.passage.code} != {part.value for part in second.passage.code}:
        distinct = (_remove_repeats(side.passage.code) for side in (first, second))
        yield from _differ("the code differs", first, second, *distinct)
    ours, theirs = first.passage.listings, second.passage.listings
    if len(ours) != len(theirs):
        counts = f"{len(ours)} in {first.facts.name}, {len(theirs)} in {second.facts.name}"
        yield Found(0, f"the listings differ: {counts}. Make them match.")
    for our_listing, their_listing in zip(ours, theirs, strict=False):
        if our_listing.value != their_listing.value:
            yield from _compare_listings(first, second, our_listing, their_listing)


def _remove_repeats(parts: list[Found]) -> list[Found]:
    """Each value once: how often a name is repeated is a matter of style."""
    return list({part.value: part for part in reversed(parts)}.values())


def _compare_listings(first: Side, second: Side, ours: Found, theirs: Found) -> Differences:
    our_lines, their_lines = _strip_listing(ours.value), _strip_listing(theirs.value)
    if unlike := next(((a, b) for a, b in zip(our_lines, their_lines, strict=False) if a != b), None):
        lines = f"{quote(unlike[0])} in {first.facts.name}, {quote(unlike[1])} in {second.facts.name}"
        yield Found(theirs.offset, f"the listings differ: {lines}. Make them match.")
    elif len(our_lines) != len(their_lines):
        yield Found(theirs.offset, "the listings differ: one is longer. Make them match.")


def _strip_listing(listing: str) -> list[str]:
    """The lines of a listing without comments, the contents of strings, and blank lines."""
    code = _COMMENT_OR_STRING.sub(
        lambda match: match[2] or ("" if match[0].startswith("#") else '""'), listing
    )
    return [line.rstrip() for line in code.split("\n") if line.strip()]


def compare_math(first: Side, second: Side) -> Differences:
    """Both have the same formulas, apart from the words in them."""
    if first.passage.math != second.passage.math:
        ours, theirs = (
            [Found(part.offset, _normalize_tex(part.value)) for part in side.passage.math]
            for side in (first, second)
        )
        yield from _differ("the formulas differ", first, second, ours, theirs)


def _normalize_tex(tex: str) -> str:
    return "".join(_TEX_TEXT.sub(r"\\text{}", tex).replace("{,}", ".").split())


def compare_links(first: Side, second: Side) -> Differences:
    """Both link to the same pages, or each to the version in its own language."""
    if first.passage.links or second.passage.links:
        yield from _differ("the links differ", first, second, _list_targets(first), _list_targets(second))


def _list_targets(side: Side) -> list[Found]:
    return [
        Found(part.offset, _remove_language(part.value, side.facts.locale)) for part in side.passage.links
    ]


def _remove_language(address: str, locale: str) -> str:
    """An address without its language; only the host if it is for one language, with other page names."""
    host = address.partition("://")[2].partition("/")[0]
    if host.startswith(f"{locale}."):
        return host.removeprefix(f"{locale}.")
    return "/".join(part for part in address.split("/") if part.lower().partition("-")[0] != locale)


def compare_lists(first: Side, second: Side) -> Differences:
    ours, theirs = first.passage.items, second.passage.items
    if ours != theirs:
        counts = f"{ours} items in {first.facts.name}, {theirs} in {second.facts.name}"
        yield Found(0, f"the lists differ: {counts}. Make them match.")


def compare_negations(first: Side, second: Side) -> Differences:
    """A negation in one has a word in the other that can translate it."""
    for side, mirror in ((first, second), (second, first)):
        if side.facts.negations.isdisjoint(side.passage.words):
            continue
        if not mirror.facts.has_denial(mirror.passage.words):
            negation = next(word for word in side.passage.words if word in side.facts.negations)
            offset = find_words(side.passage.prose, [negation]) if side is second else 0
            fact = f"{side.facts.name} has '{negation}', but {mirror.facts.name} has no negation."
            yield Found(offset, f"{fact} Make them match.")


def compare_terms(first: Side, second: Side) -> Differences:
    """A glossary term in the first has its translation in the second, or elsewhere in the same record."""
    found = dict(first.facts.find_terms(first.passage.words))
    stems = set(map(second.facts.stems.__getitem__, second.passage.words)) if found else set()
    missing = [id_ for id_ in found if not second.facts.has_term(stems, id_)]
    stems = _stem_record(second) if missing else stems
    for id_ in missing[:MAX_TERMS]:
        words = first.passage.words[found[id_]]
        if not second.facts.has_term(stems, id_) and find_words(first.passage.prose, words) >= 0:
            expected = f"Its glossary term in {second.facts.name} is {quote(second.facts.terms[id_])}"
            yield Found(0, f"{first.facts.name} has {quote(' '.join(words))}. {expected}: use that.")


def _stem_record(side: Side) -> set[str]:
    """The stems of all words of the record in this language."""
    passages = (text.show(side.facts.locale) for text in side.record)
    words = (split_words(passage.markdown) for passage in passages if passage.locale == side.facts.locale)
    return {side.facts.stems[word] for in_passage in words for word in in_passage}


def compare_words(first: Side, second: Side) -> Differences:
    """A passage that is the same in both is no longer than a name."""
    if len(first.passage.words) >= MIN_SENTENCE:
        yield Found(0, f"the same words in {first.facts.name} and {second.facts.name}. Translate them.")


def _differ(fact: str, first: Side, second: Side, ours: list[Found], theirs: list[Found]) -> Differences:
    """Report the values that one side has more often than the other."""
    if sorted(part.value for part in ours) == sorted(part.value for part in theirs):
        return
    our_values, their_values = (Counter(part.value for part in parts) for parts in (ours, theirs))
    only_ours, only_theirs = our_values - their_values, their_values - our_values
    offset = next((part.offset for part in theirs if part.value in only_theirs), 0)
    details = [
        f"only {side.facts.name} has {', '.join(map(quote, list(values.elements())[:5]))}"
        for side, values in ((first, only_ours), (second, only_theirs))
        if values
    ]
    yield Found(offset, f"{fact}: {'; '.join(details)}. Make them match.")
