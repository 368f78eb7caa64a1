"""Locale: one language of the site, its words, and its writing conventions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from espejo.model.grammar import TERRITORY
from espejo.model.problems import Place, quote
from espejo.model.text import Checked, key


class MarkPair(Checked):
    """An opening and a closing mark, such as ¿?."""

    @classmethod
    def find_fault(cls, written: str) -> str:
        return (
            "" if len(written) == 2 else f"not a pair of marks: {quote(written)}. Expected something like: ¿?"
        )


class Phrase(Checked):
    """Some words, among which {label} stands for the label of a choice."""

    MAX_WORDS: ClassVar = 8

    @classmethod
    def find_fault(cls, written: str) -> str:
        parts = written.lower().split()
        words = [word for word in parts if word != "{label}"]
        if words and len(parts) <= cls.MAX_WORDS and not re.search("[{}]", " ".join(words)):
            return ""
        return f"{quote(written)} is not a phrase. Expected words and {{label}}, such as: choice {{label}}"


class WordPattern(Checked):
    """A word, or with one * every word that begins or ends in a certain way, such as un*ed; or some words."""

    @classmethod
    def find_fault(cls, written: str) -> str:
        words = written.split()
        is_pattern = len(words) == 1 and written.strip("*") and written.count("*") <= 1
        if is_pattern or ("*" not in written and 1 < len(words) <= Phrase.MAX_WORDS):
            return ""
        return f"{quote(written)} is not a word. Expected a word with at most one *, such as: un*ed"


class Territory(Checked):
    """A language and a country, for dates and decimal separators."""

    @classmethod
    def find_fault(cls, written: str) -> str:
        if TERRITORY.fullmatch(written):
            return ""
        return f"invalid territory {quote(written)}. Expected something like: en_US"


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """Writing conventions of a language, for the lints. A convention that is not given is not checked."""

    quotes: str = key(default="")  # opening and closing
    openings: tuple[MarkPair, ...] = key(default=())  # marks that come in pairs in a sentence
    endings: tuple[str, ...] = key(default=())  # inflectional endings
    common: tuple[str, ...] = key(default=())  # short words that identify the language
    ordinals: tuple[str, ...] = key(default=())  # what follows the digits of an ordinal number
    negations: tuple[WordPattern, ...] = key(default=())
    concord: tuple[WordPattern, ...] = key(default=())  # negations that repeat one in the same sentence
    denials: tuple[WordPattern, ...] = key(default=())  # words that may translate a negation
    idioms: tuple[Phrase, ...] = key(default=())  # phrases that contain one of these words and deny nothing
    order: tuple[Phrase, ...] = key(default=())  # phrases that depend on the order of the choices
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Locale:
    """One language of the site and every word the site itself says in it."""

    name: str = key()
    mark: str = key()  # shown before a passage in this language on a page in another one
    flag: str = key(default="")
    territory: Territory = key()
    root: bool = key(default=False)  # whether its addresses have no prefix
    words: Mapping[str, str] = key()
    fields: Mapping[str, str] = key()  # what each key of a file is for
    writing: Writing | None = key(default=None)
    place: Place
