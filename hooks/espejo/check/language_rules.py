"""Rules about languages: their names, words, and field descriptions; and what is still in English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from espejo.load.file_kinds import FIELDS
from espejo.load.languages import FALLBACK, english_words, read_language
from espejo.markdown.checks import find_faults
from espejo.markdown.passages import is_paragraph
from espejo.messages.message import Message, message, sentences
from espejo.model.bank import Bank
from espejo.model.grammar import MARKUP
from espejo.model.language import Locale, find_blanks
from espejo.model.problems import Notice, Place, Problem, Suggester
from espejo.model.text import Written


def check_words(bank: Bank) -> Iterator[Problem]:
    """Words exist, are plain text, and have the same placeholders as in English."""
    suggest, english = Suggester(), english_words()
    for language in bank.locales.values():
        for name, text in language.words.items():
            for fact in _find_word_faults(name, text, english, suggest):
                yield Problem(_place(text, language), "", fact)
        yield from _check_names(language)


def _find_word_faults(
    name: str, text: str, english: Mapping[str, str], suggest: Suggester
) -> Iterator[Message]:
    if name not in english:
        yield sentences(message("unknown word '{word}'.", word=name), suggest(name, english))
    elif find_blanks(text) != find_blanks(english[name]):
        yield message(
            "wrong blanks in '{word}'. Expected those in: {english}", word=name, english=english[name]
        )
    if "<" in text:
        yield message("HTML in the word '{word}'. Words are plain text.", word=name)


def _place(text: str, language: Locale) -> Place:
    return text.place if isinstance(text, Written) else language.place


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
    """Field descriptions are about known files, keys, and options, and a page can show them."""
    suggest = Suggester()
    for language in bank.locales.values():
        for name, text in language.fields.items():
            place = _place(text, language)
            if name not in FIELDS:
                fact = sentences(message("unknown field '{field}'.", field=name), suggest(name, FIELDS))
                yield Problem(place, "", fact)
            faults = list(find_faults(text))
            for fault in faults:
                fact = message("field '{field}': {fact}", field=name, fact=fault.fact)
                yield Problem(place, "", fact)
            if not faults and not is_paragraph(text):
                fact = message("field '{field}': expected a single paragraph.", field=name)
                yield Problem(place, "", fact)


def find_untranslated_words(bank: Bank) -> Iterator[Notice]:
    """Count the words and field descriptions that a language lacks, so that readers see English."""
    for code, language in bank.locales.items():
        if language.untranslated:
            fact = message(
                "{count} of {total} words of the interface are not in {language} yet; shown in {fallback}.",
                count=language.untranslated,
                total=len(language.words) + len(language.fields),
                language=bank.language(code),
                fallback=read_language(FALLBACK).locale.name,
            )
            yield Notice(language.place, "", fact)
