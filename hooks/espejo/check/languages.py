"""Rules about the languages: their words, their field descriptions, and which one is the root."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.load.file_kinds import FIELDS
from espejo.markdown.checks import find_faults
from espejo.markdown.passages import is_paragraph
from espejo.messages.message import message, sentences
from espejo.model.bank import Bank
from espejo.model.grammar import MARKUP
from espejo.model.language import Locale
from espejo.model.problems import Problem, Suggester
from espejo.model.words import WORDS, find_blanks


def check_root(bank: Bank) -> Iterator[Problem]:
    """Exactly one language has addresses without a prefix."""
    roots = [language for language in bank.locales.values() if language.root]
    if not roots:
        place = next(iter(bank.locales.values())).place
        fact = message("no language has 'root: true'. Add it to one file in data/locales.")
        yield Problem(place, "", fact)
    for language in roots[1:]:
        fact = message("'root: true' is already in {file}. Keep only one.", file=roots[0].place.file)
        yield Problem(language.place, "", fact)


def check_words(bank: Bank) -> Iterator[Problem]:
    """Every language has the words that the site needs, as plain text and with the same blanks."""
    suggest = Suggester()
    for language in bank.locales.values():
        for name in WORDS.keys() - language.words.keys():
            fact = message("missing word '{word}': {meaning}.", word=name, meaning=WORDS[name])
            yield Problem(language.place, "", fact)
        for name, text in language.words.items():
            if name not in WORDS:
                fact = sentences(message("unknown word '{word}'.", word=name), suggest(name, WORDS))
                yield Problem(language.place, "", fact)
            elif find_blanks(text) != find_blanks(WORDS[name]):
                fact = message(
                    "wrong blanks in '{word}'. Expected those in: {meaning}.", word=name, meaning=WORDS[name]
                )
                yield Problem(language.place, "", fact)
            if "<" in text:
                fact = message("HTML in the word '{word}'. Words are plain text.", word=name)
                yield Problem(language.place, "", fact)
        yield from _check_names(language)


def _check_names(language: Locale) -> Iterator[Problem]:
    if MARKUP.search(f"{language.name}{language.mark}{language.flag}"):
        fact = message("markup or a line break in 'name', 'mark' or 'flag'. They are plain.")
        yield Problem(language.place, "", fact)
    if language.territory and not _is_known(language.territory):
        fact = message(
            "unknown territory '{territory}'. Expected a language and a country: en_US",
            territory=language.territory,
        )
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
            fact = message("missing field '{field}'. Describe it under 'fields'.", field=name)
            yield Problem(language.place, "", fact)
        for name, text in language.fields.items():
            if name not in FIELDS:
                fact = sentences(message("unknown field '{field}'.", field=name), suggest(name, FIELDS))
                yield Problem(language.place, "", fact)
            faults = list(find_faults(text))
            for fault in faults:
                fact = message("field '{field}': {fact}", field=name, fact=fault.fact)
                yield Problem(language.place, "", fact)
            if not faults and not is_paragraph(text):
                fact = message("field '{field}': expected a single paragraph.", field=name)
                yield Problem(language.place, "", fact)
