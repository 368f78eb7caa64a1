"""Locale: one language of the site, its words, and its writing conventions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from espejo.model.problems import Place
from espejo.model.text import key


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """Writing conventions of a language, for the lints. A convention that is not given is not checked."""

    quotes: str = key(default="")  # opening and closing
    openings: tuple[str, ...] = key(default=())  # marks that come in pairs in a sentence
    endings: tuple[str, ...] = key(default=())  # inflectional endings
    common: tuple[str, ...] = key(default=())  # short words that identify the language
    negations: tuple[str, ...] = key(default=())
    denials: tuple[str, ...] = key(default=())  # words that may translate a negation
    order: tuple[str, ...] = key(default=())  # phrases that depend on the order of the choices
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Locale:
    """One language of the site and every word the site itself says in it."""

    name: str = key()
    mark: str = key()  # shown before a passage in this language on a page in another one
    flag: str = key(default="")
    territory: str = key()
    root: bool = key(default=False)  # whether its addresses have no prefix
    words: Mapping[str, str] = key()
    fields: Mapping[str, str] = key()  # what each key of a file is for
    writing: Writing | None = key(default=None)
    place: Place
