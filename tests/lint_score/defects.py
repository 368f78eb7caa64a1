"""Defects: edits after which the two languages no longer say the same, or one is not written well."""

from __future__ import annotations

import re
from collections.abc import Iterable

from espejo.editing.lints.language_facts import find_words
from espejo.markdown.parsed import Found, ParsedPassage

from .editing import Change, Passages, Sample, add_link, choose, edit_prose, replace_span, with_passage
from .negation_edits import add_negation, drop_negation

_DIGIT = re.compile(r"(?<![\d.,])\d")
_LETTER = re.compile(r"[a-z]{3,}")
_FORMULA = re.compile(r"(?<!\\)(?<![a-zA-Z])(?:[a-z](?![a-zA-Z])|\d|[+<>=-])")
_ITEM = re.compile(r"^[ \t]*(?:[-*]|\d+\.) .*(?:\n(?![ \t]*(?:[-*]|\d+\.) |\n).*)*\n?", re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.!?])[ \n](?=[A-ZÁÉÍÓÚ¿¡])")
_LONG_WORD = re.compile(r"(?<!\w)([a-záéíóúñ]{2})([a-záéíóúñ])(?!\2)([a-záéíóúñ])([a-záéíóúñ]{2,})(?!\w)")
_SPACE = re.compile(r"(?<=\w) (?=\w)")
_QUOTES = {"en": str.maketrans("“”", "«»"), "es": str.maketrans("«»", "“”")}
_SWAPS = {"+": "-", "-": "+", "<": ">", ">": "<", "=": "<", "z": "a"}
_NO_PLAIN_NAME = re.compile(r"[^\w\s-]|\d|\bsin\b|\bno\b")  # it would differ in more than the term
_ORDER = {"en": "All of the above", "es": "Todas las anteriores"}


def change_number(sample: Sample, locale: str) -> Passages | None:
    return edit_prose(sample, locale, _DIGIT, lambda match: str((int(match[0]) + 1) % 10))


def change_code(sample: Sample, locale: str) -> Passages | None:
    """Change a letter of inline code that the other languages have too."""
    return _edit_part(sample, locale, ParsedPassage(sample.passages[locale]).code, _LETTER)


def change_listing(sample: Sample, locale: str) -> Passages | None:
    """Change a letter of a listing, in a line without comments and strings."""
    markdown = sample.passages[locale]
    lines = [
        Found(0, line)
        for listing in ParsedPassage(markdown).listings
        for line in listing.value.split("\n")
        if line.strip() and not re.search("[#\"']", line)
    ]
    return _edit_part(sample, locale, lines, _LETTER)


def change_formula(sample: Sample, locale: str) -> Passages | None:
    """Change a variable, a digit or a sign of a formula."""
    return _edit_part(sample, locale, ParsedPassage(sample.passages[locale]).math, _FORMULA)


def change_link(sample: Sample, locale: str) -> Passages | None:
    """Lead a link that both passages have to another page in one of them."""
    linked = add_link(sample, "https://docs.test/stable/list.html")
    return {**linked, locale: linked[locale].replace("docs.test/stable", "docs.test/1.0")}


def drop_item(sample: Sample, locale: str) -> Passages | None:
    """Delete an item of a list that has more than one."""
    markdown = sample.passages[locale]
    parsed = ParsedPassage(markdown)
    items = [
        one for one in _ITEM.finditer(markdown) if parsed.prose[one.start() : one.end()].strip("\0\1 \n")
    ]
    item = choose(sample, items) if parsed.items > 1 and len(items) == parsed.items else None
    return with_passage(sample, locale, replace_span(markdown, *item.span(), "")) if item else None


def swap_term(sample: Sample, locale: str) -> Passages | None:
    """Call a glossary term by the name of another one."""
    ours, theirs = _leading(sample), sample.facts[locale]
    if ours == locale:
        return None
    words = ParsedPassage(sample.passages[ours]).words
    found = sorted({id_ for id_, _ in sample.facts[ours].find_terms(words)})
    markdown = sample.passages[locale]
    prose = ParsedPassage(markdown).prose
    places = [
        (start, start + len(theirs.terms[id_]))
        for id_ in found
        if (start := find_words(prose, theirs.terms[id_].split())) >= 0
        if theirs.terms[id_] != sample.facts[ours].terms[id_] and not _NO_PLAIN_NAME.search(theirs.terms[id_])
    ]
    place = choose(sample, places)
    others = {name for name in theirs.terms.values() if not _NO_PLAIN_NAME.search(name)}
    other = choose(sample, sorted(others))
    return with_passage(sample, locale, replace_span(markdown, *place, other)) if place and other else None


def leave_untranslated(sample: Sample, locale: str) -> Passages | None:
    """Leave the whole passage in the other language; a name of a few words can be the same in both."""
    source = sample.passages[_other(sample, locale)]
    return with_passage(sample, locale, source) if len(ParsedPassage(source).words) > 5 else None


def leave_sentence(sample: Sample, locale: str) -> Passages | None:
    """Leave the last sentence of several in the other language."""
    ours = _SENTENCE.split(sample.passages[_other(sample, locale)])
    theirs = _SENTENCE.split(sample.passages[locale])
    if len(ours) != len(theirs) or len(ours) < 2 or len(ParsedPassage(ours[-1]).words) < 6:
        return None
    markdown = sample.passages[locale]
    return with_passage(sample, locale, markdown.removesuffix(theirs[-1]) + ours[-1])


def drop_letter(sample: Sample, locale: str) -> Passages | None:
    """Leave out a letter within a word."""
    part = sample.dice.random()

    def drop(match: re.Match[str]) -> str:
        at = 1 + int(part * (len(match[0]) - 2))
        return match[0][:at] + match[0][at + 1 :]

    return edit_prose(sample, locale, _LONG_WORD, drop)


def swap_letters(sample: Sample, locale: str) -> Passages | None:
    """Exchange the third and the fourth letter of a word."""
    return edit_prose(sample, locale, _LONG_WORD, lambda match: f"{match[1]}{match[3]}{match[2]}{match[4]}")


def double_space(sample: Sample, locale: str) -> Passages | None:
    return edit_prose(sample, locale, _SPACE, lambda _match: "  ")


def change_quotes(sample: Sample, locale: str) -> Passages | None:
    return with_passage(sample, locale, sample.passages[locale].translate(_QUOTES.get(locale, {})))


def drop_opening(sample: Sample, locale: str) -> Passages | None:
    """Forget a mark that opens a question or an exclamation."""
    marks = "".join(pair[0] for pair in sample.facts[locale].openings)
    pattern = re.compile(f"[{marks}]") if marks else None
    return edit_prose(sample, locale, pattern, lambda _match: "") if pattern else None


def name_order(sample: Sample, locale: str) -> Passages | None:
    """Replace a short passage by a choice that depends on the order."""
    short = len(sample.passages[locale]) < 80
    return with_passage(sample, locale, _ORDER[locale]) if short and locale in _ORDER else None


def _edit_part(
    sample: Sample, locale: str, parts: Iterable[Found], pattern: re.Pattern[str]
) -> Passages | None:
    """Change one character in one of the parts that occur in the passage once."""
    markdown = sample.passages[locale]
    once = [part.value for part in parts if markdown.count(part.value) == 1 and pattern.search(part.value)]
    part = choose(sample, once)
    place = choose(sample, list(pattern.finditer(part))) if part else None
    if not part or not place:
        return None
    new = replace_span(part, place.start(), place.start() + 1, _next(part[place.start()]))
    return with_passage(sample, locale, markdown.replace(part, new, 1))


def _next(character: str) -> str:
    """Another character of the same sort."""
    if character.isdigit():
        return str((int(character) + 1) % 10)
    return _SWAPS.get(character) or chr(ord(character) + 1)


def _other(sample: Sample, locale: str) -> str:
    return next(one for one in sample.passages if one != locale)


def _leading(sample: Sample) -> str:
    leading = (one for one in sample.passages if sample.facts[one].is_leading)
    return next(leading, next(iter(sample.passages)))


_MISSING = frozenset(("negation", "numbers", "code", "math", "links", "terms"))
_FOREIGN = frozenset(("negation", "terms", "quotes", "openings", "untranslated", "spelling"))

_MISSPELLED = frozenset(("terms", "negation"))  # a misspelled term or negation isn't one
_ORDERED = _MISSING | {"lists", "quotes"}

DEFECTS = (
    Change("negation dropped", drop_negation, "negation"),
    Change("negation added", add_negation, "negation"),
    Change("number changed", change_number, "numbers"),
    Change("inline code changed", change_code, "code"),
    Change("listing changed", change_listing, "code"),
    Change("formula changed", change_formula, "math"),
    Change("link changed", change_link, "links"),
    Change("list item dropped", drop_item, "lists", _MISSING),
    Change("term swapped", swap_term, "terms"),
    Change("passage left in the other language", leave_untranslated, "untranslated", _FOREIGN),
    Change("sentence left in the other language", leave_sentence, "untranslated", _FOREIGN),
    Change("letter dropped", drop_letter, "spelling", _MISSPELLED),
    Change("letters swapped", swap_letters, "spelling", _MISSPELLED),
    Change("two spaces", double_space, "spaces"),
    Change("quotation marks of the other language", change_quotes, "quotes"),
    Change("opening mark forgotten", drop_opening, "openings"),
    Change("choice that depends on the order", name_order, "order", _ORDERED, choices_only=True),
)
