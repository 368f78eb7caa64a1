"""Spelling dictionary: a Hunspell dictionary from npm, such as `dictionary-es`."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from espejo.messages.message import message
from espejo.model.bank import Bank
from espejo.model.language import MAX_WORD, DictionaryName
from espejo.model.problems import Notice
from espejo.packages import find_packages

HAS_HUNSPELL = find_spec("hunspell") is not None
"""Whether mkdocs-espejo[spelling] is installed."""

MAX_SUGGESTIONS = 3
MAX_CORRECTED = 10
"""Maximum suggestions per misspelled word, and maximum words that get any."""


class _Hunspell(Protocol):
    def spell(self, word: str) -> bool: ...


def find_dictionary(project: Path, name: DictionaryName | None) -> Path | None:
    """The folder of a dictionary such as `es`; None without a name, or if it or Hunspell is not installed."""
    if not HAS_HUNSPELL:
        return None
    folder = find_packages(project) / f"dictionary-{name}"
    return folder if name and all((folder / file).is_file() for file in ("index.aff", "index.dic")) else None


def find_missing_dictionaries(bank: Bank, project: Path) -> Iterator[Notice]:
    """Find languages whose spelling is not checked, because their dictionary is not installed.

    Without Hunspell, which a bank may choose to install, no spelling is checked.
    """
    for name, locale in bank.locales.items() if HAS_HUNSPELL else ():
        dictionary = locale.writing.dictionary if locale.writing else None
        if dictionary and not find_dictionary(project, dictionary):
            fact = message(
                "the spelling of {language} is not checked: its dictionary is not installed. "
                "Install it with: make setup",
                language=bank.language(name),
            )
            yield Notice(locale.place, "", fact)


class Dictionary:
    """The dictionary in a folder; `accepted` are extra words that it may suggest."""

    def __init__(self, folder: Path, accepted: Collection[str]) -> None:
        self._hunspell = _load_hunspell(folder.resolve())
        self._accepted = accepted
        self._found: dict[str, bool] = {}
        self._corrections: dict[str, list[str]] = {}

    def knows(self, word: str) -> bool:
        """Whether the dictionary has a word of letters and apostrophes, in any form."""
        if word not in self._found:
            self._found[word] = len(word) <= MAX_WORD and self._hunspell.spell(word)
        return self._found[word]

    def suggest(self, word: str) -> list[str]:
        """Suggest corrections, words used in the bank first; only for the first `MAX_CORRECTED` words.

        Hunspell can make suggestions, too, but takes 0.1 s per word.
        """
        if word not in self._corrections and len(self._corrections) < MAX_CORRECTED and len(word) <= MAX_WORD:
            near = [
                one
                for one in list_near(word, self._letters)
                if one in self._accepted or self._hunspell.spell(one)
            ]
            near.sort(key=lambda one: not self._found.get(one, False))
            self._corrections[word] = near[:MAX_SUGGESTIONS]
        return self._corrections.get(word, [])

    @cached_property
    def _letters(self) -> list[str]:
        """The letters of all looked-up words."""
        return sorted({letter for word in self._found for letter in word.lower()})


@cache
def _load_hunspell(folder: Path) -> _Hunspell:
    """Load a dictionary, which takes about 0.1 s."""
    from hunspell import Hunspell  # only lints need it

    loaded: _Hunspell = Hunspell("index", str(folder), sys.getfilesystemencoding())
    return loaded


def list_near(word: str, letters: Iterable[str]) -> list[str]:
    """All texts at an edit distance of one: a letter added, removed, or replaced, or two swapped."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    swapped = [f"{a}{b[1]}{b[0]}{b[2:]}" for a, b in cuts if len(b) > 1]
    deleted = [f"{a}{b[1:]}" for a, b in cuts if b]
    replaced = [f"{a}{letter}{b[1:]}" for a, b in cuts if b for letter in letters]
    inserted = [f"{a}{letter}{b}" for a, b in cuts for letter in letters]
    return list(dict.fromkeys((*swapped, *deleted, *replaced, *inserted)))
