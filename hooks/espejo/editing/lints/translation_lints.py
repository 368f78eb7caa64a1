"""Translation lints: compare the code, formulas, links, lists, and terms of a passage in two languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from espejo.editing.lints.comments import blank_comments
from espejo.editing.lints.language_facts import find_words
from espejo.editing.lints.language_lints import count_ordinary_words, find_foreign_words, is_written_in
from espejo.editing.lints.lint import Remark, Side, TranslationLint, report_differences, subtract
from espejo.editing.lints.meaning_lints import compare_negations, compare_numbers
from espejo.markdown.parsed import Found, Listing
from espejo.markdown.words import split_words
from espejo.messages.message import Message, message
from espejo.model.problems import quote

MAX_TERMS = 20  # maximum findings per passage
MIN_SENTENCE = 4  # words; fewer may be a name

_TEX_TEXT = re.compile(r"\\(?:text\w*|mathrm|operatorname\*?)\s*\{[^{}]*\}")


def compare_code(first: Side, second: Side) -> Iterator[Remark]:
    """Both have the same inline code, and the same listings apart from comments and strings."""
    if {part.value for part in first.passage.code} != {part.value for part in second.passage.code}:
        ours, theirs = (_remove_repeats(side.passage.code) for side in (first, second))
        ours, theirs = subtract(ours, theirs), subtract(theirs, ours)
        our_code, their_code = _remove_sentences(first, ours, theirs), _remove_sentences(second, theirs, ours)
        if len(ours) - len(our_code) == len(theirs) - len(their_code):
            ours, theirs = our_code, their_code
        yield from report_differences(first, second, ours, theirs, _describe_code)
    yield from _compare_all_listings(first, second)


def _describe_code(details: Message) -> Message:
    return message("the code differs: {details}. Correct whichever is wrong.", details=details)


def _remove_sentences(side: Side, parts: list[Found], others: list[Found]) -> list[Found]:
    """Remove code with common words of its language that the other side lacks, such as `<a> and <b>`."""
    words = side.facts.common.difference(*(split_words(other.value) for other in others))
    return [part for part in parts if words.isdisjoint(split_words(part.value))]


def _compare_all_listings(first: Side, second: Side) -> Iterator[Remark]:
    ours, theirs = first.passage.listings, second.passage.listings
    if len(ours) != len(theirs):
        fact = message(
            "the listings differ: {ours} in {language}, {theirs} in {other}. Correct whichever is wrong.",
            ours=len(ours),
            language=first.facts.name,
            theirs=len(theirs),
            other=second.facts.name,
        )
        yield Remark(0, fact)
    for our_listing, their_listing in zip(ours, theirs, strict=False):
        if our_listing.value != their_listing.value:
            yield from _compare_listings(first, second, our_listing, their_listing)


def _remove_repeats(parts: list[Found]) -> list[Found]:
    """Keep each value once, because repeating a name is a matter of style."""
    return list({part.value: part for part in reversed(parts)}.values())


def _compare_listings(first: Side, second: Side, ours: Listing, theirs: Listing) -> Iterator[Remark]:
    our_lines, their_lines = _strip_listing(ours), _strip_listing(theirs)
    if unlike := next(((a, b) for a, b in zip(our_lines, their_lines, strict=False) if a != b), None):
        fact = message(
            "the listings differ: {ours} in {language}, {theirs} in {other}. Correct whichever is wrong.",
            ours=quote(unlike[0]),
            language=first.facts.name,
            theirs=quote(unlike[1]),
            other=second.facts.name,
        )
        yield Remark(theirs.offset, fact)
    elif len(our_lines) != len(their_lines):
        fact = message("the listings differ: one is longer. Correct whichever is wrong.")
        yield Remark(theirs.offset, fact)


def _strip_listing(listing: Listing) -> list[str]:
    """The lines of a listing without comments, string contents, and blank lines."""
    code = blank_comments(listing.value, listing.language)
    return [line.rstrip() for line in code.split("\n") if line.strip()]


def compare_math(first: Side, second: Side) -> Iterator[Remark]:
    """Both have the same formulas, ignoring words in them."""
    ours, theirs = (
        [Found(part.offset, _normalize_tex(part.value)) for part in side.passage.math]
        for side in (first, second)
    )
    yield from report_differences(first, second, ours, theirs, _describe_math)


def _describe_math(details: Message) -> Message:
    return message("the formulas differ: {details}. Correct whichever is wrong.", details=details)


def _normalize_tex(tex: str) -> str:
    return "".join(_TEX_TEXT.sub(r"\\text{}", tex).replace("{,}", ".").split())


def compare_links(first: Side, second: Side) -> Iterator[Remark]:
    """Both link to the same pages, or to their versions in each language."""
    ours, theirs = first.passage.links, second.passage.links
    ours, theirs = subtract(ours, theirs), subtract(theirs, ours)
    our_pages, their_pages = _name_pages(first, ours), _name_pages(second, theirs)
    only_ours = _restore(ours, subtract(our_pages, their_pages))
    only_theirs = _restore(theirs, subtract(their_pages, our_pages))
    yield from report_differences(first, second, only_ours, only_theirs, _describe_links)


def _describe_links(details: Message) -> Message:
    return message("the links differ: {details}. Correct whichever is wrong.", details=details)


def _name_pages(side: Side, links: Iterable[Found]) -> list[Found]:
    return [Found(part.offset, _remove_language(part.value, side.facts.locale)) for part in links]


def _restore(links: list[Found], pages: Iterable[Found]) -> list[Found]:
    """The links to these pages, as written."""
    offsets = {page.offset for page in pages}
    return [link for link in links if link.offset in offsets]


def _remove_language(address: str, locale: str) -> str:
    """Remove the language from a URL; if it is in the host, keep only the host, since page names differ."""
    host = address.partition("://")[2].partition("/")[0]
    if host.startswith(f"{locale}."):
        return host.removeprefix(f"{locale}.")
    pattern = rf"[/.?&](?:\w+=)?{re.escape(locale)}(?:[-_]\w{{2,4}})?(?=[/.?&#]|$)"
    return re.sub(pattern, "", address, flags=re.IGNORECASE)


def compare_lists(first: Side, second: Side) -> Iterator[Remark]:
    """Both have the same number of list items, or one has at least as many sentences instead."""
    ours, theirs = first.passage.items, second.passage.items
    if ours != theirs and not _says_in_prose(first, theirs) and not _says_in_prose(second, ours):
        fact = message(
            "the lists differ: {ours} items in {language}, {theirs} in {other}. Correct whichever is wrong.",
            ours=ours,
            language=first.facts.name,
            theirs=theirs,
            other=second.facts.name,
        )
        yield Remark(0, fact)


def _says_in_prose(side: Side, items: int) -> bool:
    return not side.passage.items and side.passage.count_sentences() >= items


def compare_terms(first: Side, second: Side) -> Iterator[Remark]:
    """A glossary term in the first has its translation in the second, or elsewhere in the same record.

    Elsewhere is not enough if the second has another term, which may have been used instead.
    """
    found = dict(first.facts.find_terms(first.passage.words)) if first.facts.is_leading else {}
    stems = set(map(second.facts.stems.__getitem__, second.passage.words)) if found else set()
    missing = [id_ for id_ in found if not second.facts.has_term(stems, id_)]
    if missing and not _has_another_term(first, second):
        stems = _stem_record(second)
    for id_ in missing[:MAX_TERMS]:
        words = first.passage.words[found[id_]]
        if not second.facts.has_term(stems, id_) and find_words(first.passage.prose, words) >= 0:
            fact = message(
                "{language} has {words}. Its glossary term in {other} is {term}: use that.",
                language=first.facts.name,
                words=quote(" ".join(words)),
                other=second.facts.name,
                term=quote(second.facts.terms[id_]),
            )
            yield Remark(0, fact)


def _has_another_term(first: Side, second: Side) -> bool:
    """Whether the second passage has a term that is nowhere in the record in the first language."""
    stems = _stem_record(first)
    found = second.facts.find_terms(second.passage.words)
    return any(not first.facts.has_term(stems, id_) for id_, _ in found)


def _stem_record(side: Side) -> set[str]:
    """The stems of all words in the record in this language."""
    passages = (text.show(side.facts.locale) for text in side.record)
    words = (split_words(passage.markdown) for passage in passages if passage.locale == side.facts.locale)
    return {side.facts.stems[word] for in_passage in words for word in in_passage}


def compare_words(first: Side, second: Side) -> Iterator[Remark]:
    """A passage that is the same in both is short enough to be a name."""
    words = count_ordinary_words(first.passage)
    if words < MIN_SENTENCE and any(any(find_foreign_words(side)) for side in (first, second)):
        words = len(first.passage.words)  # words typical of a language show that it isn't a name
    if words >= MIN_SENTENCE:
        fact = message(
            "the same words in {language} and {other}. Translate them.",
            language=first.facts.name,
            other=second.facts.name,
        )
        yield Remark(0, fact)


def find_swap(first: Side, second: Side) -> Iterator[Remark]:
    """Find two passages whose languages are swapped."""
    if is_written_in(first, second) and is_written_in(second, first):
        yield Remark(0, describe_swap(first, second))


def describe_swap(first: Side, second: Side) -> Message:
    """Message: two passages are each in the language of the other."""
    return message(
        "the languages are swapped: the text after '{first}' is in {second_language}, "
        "and the text after '{second}' is in {first_language}. Exchange the two texts.",
        first=first.facts.locale,
        second_language=second.facts.name,
        second=second.facts.locale,
        first_language=first.facts.name,
    )


LINTS: dict[str, TranslationLint] = {
    "numbers": compare_numbers,
    "code": compare_code,
    "math": compare_math,
    "links": compare_links,
    "lists": compare_lists,
    "negation": compare_negations,
    "terms": compare_terms,
}
"""Lints that compare a passage in two languages, by name."""

SAME_PASSAGE: dict[str, TranslationLint] = {"untranslated": compare_words}
"""Lints for a passage that is the same in both languages, by name."""
