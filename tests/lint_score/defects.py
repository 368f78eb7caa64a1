"""Defects: edits that make the two languages differ in meaning, or leave one badly written."""

from __future__ import annotations

import re

from espejo.editing.lints.language_facts import find_words
from espejo.markdown.parsed import ParsedPassage

from .editing import Change, Passages, Sample, add_link, choose, replace_span, rewriting, with_passage

_LETTER = re.compile(r"[a-z]{3,}")
_FORMULA = re.compile(r"(?<!\\)(?<![a-zA-Z])(?:[a-z](?![a-zA-Z])|\d|[+<>=-])")
_ITEM = re.compile(r"^[ \t]*(?:[-*]|\d+\.) .*(?:\n(?![ \t]*(?:[-*]|\d+\.) |\n).*)*\n?", re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.!?])[ \n](?=[A-ZÁÉÍÓÚ¿¡])")
_QUOTES = {"en": str.maketrans("“”", "«»"), "es": str.maketrans("«»", "“”")}
_SWAPS = {"+": "-", "-": "+", "<": ">", ">": "<", "=": "<", "z": "a"}
_NO_PLAIN_NAME = re.compile(r"[^\w\s-]|\d|\bsin\b|\bno\b")  # skipped: more than the term would differ
_LONG_WORD = r"(?<!\w)([a-záéíóúñ]{2})([a-záéíóúñ])(?!\2)([a-záéíóúñ])([a-záéíóúñ]{2,})(?!\w)"
_CLAUSE = r"[^.;:?!]*(?<!\w)"
_SPANISH_VERBS = (
    "es|son|está|están|puede|pueden|tiene|tienen|hay|sirve|devuelve|conserva|calcula|necesita|aprende"
    "|depende|funciona|permite|convierte|recibe|produce|debe|hace"
)
_ORDER = {"en": "All of the above", "es": "Todas las anteriores"}


def change_code(sample: Sample, locale: str) -> Passages | None:
    """Changes a letter of inline code that the other languages share."""
    return _edit_part(
        sample, locale, [one.value for one in ParsedPassage(sample.passages[locale]).code], _LETTER
    )


def change_listing(sample: Sample, locale: str) -> Passages | None:
    """Changes a letter of a listing, in a line without comments and strings."""
    listings = ParsedPassage(sample.passages[locale]).listings
    lines = [line for one in listings for line in one.value.split("\n") if not re.search("[#\"']", line)]
    return _edit_part(sample, locale, lines, _LETTER)


def change_formula(sample: Sample, locale: str) -> Passages | None:
    """Changes a variable, digit, or sign of a formula."""
    return _edit_part(
        sample, locale, [one.value for one in ParsedPassage(sample.passages[locale]).math], _FORMULA
    )


def change_link(sample: Sample, locale: str) -> Passages | None:
    """Changes the target of a shared link in one of the passages."""
    linked = add_link(sample, "https://docs.test/stable/list.html")
    return {**linked, locale: linked[locale].replace("docs.test/stable", "docs.test/1.0")}


def drop_item(sample: Sample, locale: str) -> Passages | None:
    """Deletes an item of a list that has more than one."""
    markdown = sample.passages[locale]
    parsed = ParsedPassage(markdown)
    items = [
        one for one in _ITEM.finditer(markdown) if parsed.prose[one.start() : one.end()].strip("\0\1 \n")
    ]
    item = choose(sample, items) if parsed.items > 1 and len(items) == parsed.items else None
    return with_passage(sample, locale, replace_span(markdown, *item.span(), "")) if item else None


def swap_term(sample: Sample, locale: str) -> Passages | None:
    """Replaces a glossary term with another one."""
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
    """Leaves the whole passage untranslated, unless it's only a few words, which may be a shared name."""
    source = sample.passages[_other(sample, locale)]
    return with_passage(sample, locale, source) if len(ParsedPassage(source).words) > 5 else None


def leave_sentence(sample: Sample, locale: str) -> Passages | None:
    """Leaves the last of several sentences untranslated."""
    ours = _SENTENCE.split(sample.passages[_other(sample, locale)])
    theirs = _SENTENCE.split(sample.passages[locale])
    if len(ours) != len(theirs) or len(ours) < 2 or len(ParsedPassage(ours[-1]).words) < 6:
        return None
    markdown = sample.passages[locale]
    return with_passage(sample, locale, markdown.removesuffix(theirs[-1]) + ours[-1])


def change_quotes(sample: Sample, locale: str) -> Passages | None:
    return with_passage(sample, locale, sample.passages[locale].translate(_QUOTES.get(locale, {})))


def name_order(sample: Sample, locale: str) -> Passages | None:
    """Replaces a short passage with a choice that depends on the order."""
    short = len(sample.passages[locale]) < 80
    return with_passage(sample, locale, _ORDER[locale]) if short and locale in _ORDER else None


def _edit_part(sample: Sample, locale: str, parts: list[str], pattern: re.Pattern[str]) -> Passages | None:
    """Changes one character in one of the parts that occur once in the passage."""
    markdown = sample.passages[locale]
    part = choose(sample, [one for one in parts if markdown.count(one) == 1 and pattern.search(one)])
    place = choose(sample, list(pattern.finditer(part))) if part else None
    if not part or not place:
        return None
    new = replace_span(part, place.start(), place.start() + 1, _next(part[place.start()]))
    return with_passage(sample, locale, markdown.replace(part, new, 1))


def _next(character: str) -> str:
    """Another character of the same type."""
    if character.isdigit():
        return str((int(character) + 1) % 10)
    return _SWAPS.get(character) or chr(ord(character) + 1)


def _other(sample: Sample, locale: str) -> str:
    return next(one for one in sample.passages if one != locale)


def _leading(sample: Sample) -> str:
    leading = (one for one in sample.passages if sample.facts[one].is_leading)
    return next(leading, next(iter(sample.passages)))


drop_negation = rewriting(
    *((r"(?<!\w)(?:does|do|did) not (?!even|yet)", "", "en"), (r"n['’]t(?!\w)", "", "en")),
    *(
        (r"(?<!\w)cannot(?!\w)", "can", "en"),
        (r"(?<!or)(?<!does)(?<!do)(?<!did) not(?! only| just|\w)", "", "en"),
    ),
    *((r"(?<!\w)without(?!\w)", "with", "en"), (r"(?<!\w)never(?!\w)", "always", "en")),
    (r"(?<!\w)no (?!longer|matter|doubt)(?=\w+s(?!\w))", "", "en"),
    (
        rf"(?<!\w)(?<!o )no (?!obstante|sol[oó](?!\w))(?!{_CLAUSE}(?:nunca|jamás|nad[ai]|ning|ni(?!\w)))",
        "",
        "es",
    ),
    (r"(?<!\w)sin(?! embargo| importar| duda)(?!\w)", "con", "es"),
)
add_negation = rewriting(
    (
        r"(?<!\w)(is|are|was|were|can|will|should|must|may)(?!\w)(?! (?:not|no|nothing|never|none)(?!\w))",
        r"\1 not",
        "en",
    ),
    (rf"(?<!\w)(?<!no )(?<!ni )(?<!se )(?<!lo )({_SPANISH_VERBS})(?!\w)", r"no \1", "es"),
)

_MISSING = frozenset(("negation", "numbers", "code", "math", "links", "terms"))
_FOREIGN = frozenset(("negation", "terms", "quotes", "openings", "untranslated", "spelling"))
_MISSPELLED = frozenset(("terms", "negation"))  # a misspelled term or negation isn't recognized
_ORDERED = _MISSING | {"lists", "quotes"}

DEFECTS = (
    Change("negation dropped", drop_negation, "negation"),
    Change("negation added", add_negation, "negation"),
    Change("number changed", rewriting((r"(?<![\d.,])[0-8]", "9")), "numbers"),
    Change("inline code changed", change_code, "code"),
    Change("listing changed", change_listing, "code"),
    Change("formula changed", change_formula, "math"),
    Change("link changed", change_link, "links"),
    Change("list item dropped", drop_item, "lists", _MISSING),
    Change("term swapped", swap_term, "terms"),
    Change("passage left in the other language", leave_untranslated, "untranslated", _FOREIGN),
    Change("sentence left in the other language", leave_sentence, "untranslated", _FOREIGN),
    Change("letter dropped", rewriting((_LONG_WORD, r"\1\3\4")), "spelling", _MISSPELLED),
    Change("letters swapped", rewriting((_LONG_WORD, r"\1\3\2\4")), "spelling", _MISSPELLED),
    Change("two spaces", rewriting((r"(?<=\w) (?=\w)", "  ")), "spaces"),
    Change("quotation marks of the other language", change_quotes, "quotes"),
    Change("opening mark forgotten", rewriting(("[¿¡]", "")), "openings"),
    Change("choice that depends on the order", name_order, "order", _ORDERED, choices_only=True),
)
