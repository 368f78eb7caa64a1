"""How a language is written: what the lints have to know of it, from its file under data/locales."""

from __future__ import annotations

from dataclasses import dataclass

from espejo.problems import Place
from espejo.text import key


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """What is peculiar to one language. What it does not say is not looked at."""

    quotes: str = key(default="")  # opening and closing
    openings: tuple[str, ...] = key(default=())  # marks that come in pairs in a sentence
    endings: tuple[str, ...] = key(default=())  # what inflection puts at the end of a word
    common: tuple[str, ...] = key(default=())  # short words by which the language is known at once
    negations: tuple[str, ...] = key(default=())
    denials: tuple[str, ...] = key(default=())  # what may stand where another language says no
    order: tuple[str, ...] = key(default=())  # phrases that need the choices in one order
    place: Place
