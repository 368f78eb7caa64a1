"""How a language is written: what the lints have to know of it, from its file under data/locales."""

from __future__ import annotations

from dataclasses import dataclass

from espejo.problems import Place
from espejo.text import key


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """What is peculiar to one language. What it does not say is not looked at."""

    quotes: str = key("Its quotation marks, opening and closing: “”.", default="")
    openings: tuple[str, ...] = key("Marks that come in pairs in a sentence: ¿?.", default=())
    endings: tuple[str, ...] = key("What inflection puts at the end of a word: s, es.", default=())
    common: tuple[str, ...] = key("Short words by which the language is known at once.", default=())
    negations: tuple[str, ...] = key("Words that say no.", default=())
    denials: tuple[str, ...] = key(
        "Words that may stand where another language says no; un* is every word that begins so.", default=()
    )
    order: tuple[str, ...] = key(
        "Phrases that need the choices in one order; {label} is the label of one.", default=()
    )
    place: Place
