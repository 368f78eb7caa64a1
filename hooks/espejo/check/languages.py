"""Rules about the languages: their words, their field descriptions, and which one is the root."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.load.file_kinds import FIELDS
from espejo.model.bank import Bank
from espejo.model.grammar import MARKUP
from espejo.model.language import Locale
from espejo.model.problems import Problem, Suggester
from espejo.model.words import WORDS, find_blanks
from espejo.passages.markdown import find_faults, is_paragraph


def check_root(bank: Bank) -> Iterator[Problem]:
    """Exactly one language has addresses without a prefix."""
    roots = [language for language in bank.locales.values() if language.root]
    if not roots:
        place = next(iter(bank.locales.values())).place
        yield Problem(place, "", "no language has 'root: true'. Add it to one file in data/locales.")
    for language in roots[1:]:
        fact = f"'root: true' is already in {roots[0].place.file}. Keep only one."
        yield Problem(language.place, "", fact)


def check_words(bank: Bank) -> Iterator[Problem]:
    """Every language has the words that the site needs, as plain text and with the same blanks."""
    suggest = Suggester()
    for language in bank.locales.values():
        for name in WORDS.keys() - language.words.keys():
            yield Problem(language.place, "", f"missing word '{name}': {WORDS[name]}.")
        for name, text in language.words.items():
            if name not in WORDS:
                yield Problem(language.place, "", f"unknown word '{name}'.{suggest(name, WORDS)}")
            elif find_blanks(text) != find_blanks(WORDS[name]):
                yield Problem(
                    language.place, "", f"wrong blanks in '{name}'. Expected those in: {WORDS[name]}."
                )
            if "<" in text:
                yield Problem(language.place, "", f"HTML in the word '{name}'. Words are plain text.")
        yield from _check_names(language)


def _check_names(language: Locale) -> Iterator[Problem]:
    if MARKUP.search(f"{language.name}{language.mark}{language.flag}"):
        yield Problem(
            language.place, "", "markup or a line break in 'name', 'mark' or 'flag'. They are plain."
        )
    if language.territory and not _is_known(language.territory):
        fact = f"unknown territory '{language.territory}'. Expected a language and a country: en_US"
        yield Problem(language.territory.place, "", fact)


def _is_known(territory: str) -> bool:
    """Whether Babel knows the dates and numbers of a territory. Babel is slow to import."""
    from babel.localedata import exists

    return exists(territory)


def check_fields(bank: Bank) -> Iterator[Problem]:
    """Every language describes each file, key and option, in a passage that a page can show."""
    suggest = Suggester()
    for language in bank.locales.values():
        for name in sorted(FIELDS - language.fields.keys()):
            yield Problem(language.place, "", f"missing field '{name}'. Describe it under 'fields'.")
        for name, text in language.fields.items():
            if name not in FIELDS:
                yield Problem(language.place, "", f"unknown field '{name}'.{suggest(name, FIELDS)}")
            faults = list(find_faults(text))
            for fault in faults:
                yield Problem(language.place, "", f"field '{name}': {fault.fact}")
            if not faults and not is_paragraph(text):
                yield Problem(language.place, "", f"field '{name}': expected a single paragraph.")
