"""Words of the interface: what pages say too, from the package's files, in the language of the output."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from espejo.commands.terminal import spoken_language, tell
from espejo.load.languages import complete_locale
from espejo.messages.message import Value
from espejo.model.language import Locale
from espejo.model.problems import Place


def word(name: str, /, **blanks: Value) -> str:
    """Say the word with this name, with its blanks filled in."""
    said = {blank: tell(value) if isinstance(value, str) else value for blank, value in blanks.items()}
    return _list_words(spoken_language())[name].format_map(said)


def count_word(name: str, count: int) -> str:
    """Say a word that has two forms, for one and for any other number: "1 card", "2 cards"."""
    return word(f"{name}_one" if count == 1 else f"{name}_many", count=count)


@cache
def _list_words(language: str) -> Mapping[str, str]:
    return complete_locale(language, Locale(place=Place("", 1, 1))).words
