"""Word processing for lints: tokenizer, stemmer, alphabetical sort key, and phrase search."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import takewhile
from typing import Generic, TypeVar

Name = TypeVar("Name")
Words = tuple[str, ...]

WORD = re.compile(r"\w+(?:['-]\w+)*")
"""A word; hyphens and apostrophes join its parts."""


_VOWELS = frozenset("aeiou")


def split_words(prose: str) -> list[str]:
    """Split prose into lowercase words; hyphens and apostrophes join parts into one word."""
    return WORD.findall(prose.lower().replace("’", "'"))


def remove_accents(word: str) -> str:
    """Strip accents and other diacritics from a word."""
    if word.isascii():
        return word
    decomposed = unicodedata.normalize("NFD", word)
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def alphabetical_key(word: str) -> tuple[str, str]:
    """Sort key for words: accents only break ties."""
    return remove_accents(word.casefold()), word.casefold()


@lru_cache(maxsize=16384)
def are_forms(word: str, other: str) -> bool:
    """Whether two words with the same stem are singular and plural: 'capa', 'capas' but not 'cape'.

    Accents count ('pérdida' isn't 'perdida'), unless a plural with one more syllable moves or drops them:
    'función', 'funciones'.
    """
    if word == other:
        return True
    plain, plain_other = remove_accents(word), remove_accents(other)
    same = len(list(takewhile(bool, map(str.__eq__, plain, plain_other))))
    endings = plain[same:], plain_other[same:]
    if all(endings) and any(ending[0] in _VOWELS for ending in endings):
        return False
    has_vowel = [not _VOWELS.isdisjoint(ending) for ending in endings]
    return has_vowel[0] != has_vowel[1] or word[:same] == other[:same]


class Stemmer(dict[str, str]):
    """Cache of stems by word: 'capa' and 'capas' both have 'cap'."""

    def __init__(self, endings: Iterable[str]) -> None:
        super().__init__()
        self._endings = sorted(endings, key=len, reverse=True)

    def __missing__(self, word: str) -> str:
        self[word] = stem = self._strip_ending(remove_accents(word))
        return stem

    def _strip_ending(self, word: str) -> str:
        for ending in self._endings:
            stem = word.removesuffix(ending)
            # Do not split a double letter: the s of 'loss' is not an ending.
            if stem != word and len(stem) > 2 and stem[-1] != ending[0]:
                return stem
        return word


class Phrases(Generic[Name]):
    """Named phrases to find in a sequence of words."""

    def __init__(self, phrases: Iterable[tuple[Words, Name]]) -> None:
        self._names: dict[Words, Name] = {}
        lengths: dict[str, set[int]] = {}
        for words, name in phrases:
            if words:
                self._names.setdefault(words, name)
                lengths.setdefault(words[0], set()).add(len(words))
        self._lengths = {
            word: sorted(found, reverse=True) for word, found in lengths.items()
        }  # by first words

    def find(self, words: Words) -> Iterator[tuple[Name, slice]]:
        """Find phrases; yield the name and word range of each. The longest match wins."""
        if self._lengths.keys().isdisjoint(words):
            return
        end = 0
        for start, word in enumerate(words):
            if start >= end and word in self._lengths:
                for length in self._lengths[word]:
                    if name := self._names.get(phrase := words[start : start + length]):
                        end = start + len(phrase)  # a slice at the end may be shorter than requested
                        yield name, slice(start, end)
                        break
