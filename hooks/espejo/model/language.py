"""Locale: one language of the site, its words, and its writing conventions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from espejo.messages.message import Message, Word, message
from espejo.model.grammar import TERRITORY
from espejo.model.problems import Place, quote
from espejo.model.text import Checked, key

MAX_WORD = 40
"""Maximum length of a dictionary word, in letters."""

NO_DICTIONARY = "none"
"""Value of `dictionary` in a bank that wants no spell check."""

BLANK = re.compile(r"\{(\w+)\}")
"""A placeholder in a word, such as {count}."""

_BRACES = re.compile(r"\{(\w*)\}|[{}]")


@lru_cache(maxsize=4096)
def find_blanks(text: str) -> frozenset[str]:
    """The names of the placeholders in a word; any other brace counts as one without a name."""
    return frozenset(blank[1] or "" for blank in _BRACES.finditer(text))


class MarkPair(Checked):
    """An opening and a closing mark, such as ¿?."""

    @classmethod
    def find_fault(cls, written: str) -> Message | None:
        if len(written) == 2:
            return None
        return message("not a pair of marks: {got}. Expected something like: ¿?", got=quote(written))


class Phrase(Checked):
    """Some words, among which {label} stands for the label of a choice."""

    MAX_WORDS: ClassVar = 8

    @classmethod
    def find_fault(cls, written: str) -> Message | None:
        parts = written.lower().split()
        words = [word for word in parts if word != "{label}"]
        if words and len(parts) <= cls.MAX_WORDS and not re.search("[{}]", " ".join(words)):
            return None
        return message(
            "{got} is not a phrase. Expected words and {{label}}, such as: choice {{label}}",
            got=quote(written),
        )


class WordPattern(Checked):
    """A word, or with one * every word that begins or ends in a certain way, such as un*ed; or some words."""

    @classmethod
    def find_fault(cls, written: str) -> Message | None:
        words = written.split()
        is_pattern = len(words) == 1 and written.strip("*") and written.count("*") <= 1
        if is_pattern or ("*" not in written and 1 < len(words) <= Phrase.MAX_WORDS):
            return None
        return message(
            "{got} is not a word. Expected a word with at most one *, such as: un*ed", got=quote(written)
        )


class DictionaryName(Checked):
    """The dictionary of a language, by what follows `dictionary-` in the name of its npm package."""

    @classmethod
    def find_fault(cls, written: str) -> Message | None:
        if written == NO_DICTIONARY or re.fullmatch(r"[a-z]{2,3}(?:-[a-z]{2,12})*", written):
            return None
        return message(
            "{got} is not a dictionary. Expected the code of a language, such as: es", got=quote(written)
        )


class SpelledWord(Checked):
    """A word of letters that a dictionary lacks."""

    @classmethod
    def find_fault(cls, written: str) -> Message | None:
        if written.isalpha() and len(written) <= MAX_WORD:
            return None
        return message("{got} is not a word. Expected letters only, such as: tensor", got=quote(written))


class Affix(Checked):
    """What words are derived with: a prefix such as re- or a suffix such as -lo."""

    @classmethod
    def find_fault(cls, written: str) -> Message | None:
        if re.fullmatch(r"[^\W\d_]{1,12}-|-'?[^\W\d_]{1,12}", written):
            return None
        return message("{got} is neither a prefix nor a suffix. Expected: re- or -lo", got=quote(written))


class Territory(Checked):
    """A language and a country, for dates and decimal separators."""

    @classmethod
    def find_fault(cls, written: str) -> Message | None:
        if TERRITORY.fullmatch(written):
            return None
        return message("invalid territory {got}. Expected something like: en_US", got=quote(written))


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """Writing conventions of a language, for the lints and the search. One that is not given is not used."""

    quotes: str = key(default="")  # opening and closing
    openings: tuple[MarkPair, ...] = key(default=())  # marks that come in pairs in a sentence
    endings: tuple[str, ...] = key(default=())  # inflectional endings
    common: tuple[str, ...] = key(default=())  # short words that identify the language
    stopwords: tuple[str, ...] = key(default=())  # words that a search can do without
    ordinals: tuple[str, ...] = key(default=())  # what follows the digits of an ordinal number
    negations: tuple[WordPattern, ...] = key(default=())
    concord: tuple[WordPattern, ...] = key(default=())  # negations that repeat one in the same sentence
    denials: tuple[WordPattern, ...] = key(default=())  # words that may translate a negation
    idioms: tuple[Phrase, ...] = key(default=())  # phrases that contain one of these words and deny nothing
    order: tuple[Phrase, ...] = key(default=())  # phrases that depend on the order of the choices
    catch_alls: tuple[Phrase, ...] = key(default=())  # choices that speak of the others: 'none of these'
    dictionary: DictionaryName | None = key(default=None)  # for the spelling
    affixes: tuple[Affix, ...] = key(default=())  # what the dictionary may know a word without
    words: tuple[SpelledWord, ...] = key(default=())  # good words that the dictionary lacks
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Locale:
    """One language of the site: its words and its writing conventions.

    A file in data/locales may leave out any key; the loader fills it in from the package.
    """

    name: str = key(default="")
    mark: str = key(default="")  # shown before a passage in this language on a page in another one
    languages: Mapping[str, str] = key(default_factory=dict)  # the names of languages in this one
    flag: str = key(default="")
    territory: Territory = key(default=Territory("", Place("", 1, 1)))
    words: Mapping[str, str] = key(default_factory=dict)
    fields: Mapping[str, str] = key(default_factory=dict)  # what each key of a file is for
    writing: Writing | None = key(default=None)
    missing: tuple[str, ...] = ()  # words and field sentences shown in English instead
    place: Place

    @property
    def untranslated(self) -> int:
        return len(self.missing)


def name_language(code: str, locales: Mapping[str, Locale]) -> Word:
    """The name of a language, as each language calls it."""
    known = {locale: one.languages.get(code, "") for locale, one in locales.items()}
    forms = {locale: name for locale, name in known.items() if name}
    return Word(locales[code].name, forms)
