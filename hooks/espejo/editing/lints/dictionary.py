"""Spelling dictionary: a Hunspell dictionary from npm, with a cache of looked-up words.

Loading one takes about 0.1 s, so it is loaded only for words missing from the cache. The cache is optional,
and a corrupt one can at worst hide a finding or show a wrong one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property
from hashlib import blake2s
from pathlib import Path
from typing import Protocol

from espejo.files import replace_file
from espejo.load.data_files import UnreadableError, read_bytes
from espejo.model.language import MAX_WORD, DictionaryName

MAX_SUGGESTIONS = 3
MAX_CORRECTED = 10
"""Maximum suggestions per misspelled word, and maximum words that get any."""

_MAX_CACHE = 2_000_000
_CACHES = Path(".cache", "spelling")


class _Hunspell(Protocol):
    def spell(self, word: str) -> bool: ...

    def add(self, word: str) -> int: ...


def find_dictionary(project: Path, name: DictionaryName | None) -> Path | None:
    """The folder of a dictionary such as `es`; None if there is no name or it is not installed."""
    folder = project / "node_modules" / f"dictionary-{name}"
    return folder if name and all((folder / file).is_file() for file in ("index.aff", "index.dic")) else None


class Dictionary:
    """The dictionary in a folder; `accepted` are extra words that it may suggest."""

    def __init__(self, folder: Path, project: Path, accepted: Iterable[str]) -> None:
        self._folder = folder
        self._accepted = accepted
        self._cache = project / _CACHES / f"{folder.name}.json"
        self._cached = read_cache(self._cache, self._digest)
        self._found: dict[str, bool] = {}
        self._corrections: dict[str, list[str]] = {}

    def knows(self, word: str) -> bool:
        """Whether the dictionary has a word of letters and apostrophes, in any form."""
        if len(word) > MAX_WORD:
            return False
        if word not in self._found:
            cached = self._cached.get(word)
            self._found[word] = self._hunspell.spell(word) if cached is None else cached
        return self._found[word]

    def suggest(self, word: str) -> list[str]:
        """Suggest corrections, words used in the bank first; only for the first `MAX_CORRECTED` words.

        Hunspell can make suggestions, too, but takes 0.1 s per word.
        """
        if word not in self._corrections and len(self._corrections) < MAX_CORRECTED and len(word) <= MAX_WORD:
            near = [one for one in list_near(word, self._letters) if self._hunspell.spell(one)]
            near.sort(key=lambda one: not self._found.get(one, False))
            self._corrections[word] = near[:MAX_SUGGESTIONS]
        return self._corrections.get(word, [])

    def save(self) -> None:
        """Write the cache if new words were looked up. It keeps only the words of this run."""
        if not self._found.keys() <= self._cached.keys():
            content = {"dictionary": self._digest, "words": dict(sorted(self._found.items()))}
            with suppress(OSError):
                replace_file(self._cache, json.dumps(content, ensure_ascii=False).encode())

    @cached_property
    def _letters(self) -> list[str]:
        """The letters of all looked-up words."""
        return sorted({letter for word in self._found for letter in word.lower()})

    @cached_property
    def _digest(self) -> str:
        files = (self._folder / name for name in ("index.aff", "index.dic"))
        return blake2s(b"".join(file.read_bytes() for file in files)).hexdigest()

    @cached_property
    def _hunspell(self) -> _Hunspell:
        from hunspell import Hunspell  # most runs don't need it

        loaded: _Hunspell = Hunspell("index", str(self._folder), sys.getfilesystemencoding())
        for word in self._accepted:
            if len(word) <= MAX_WORD:
                loaded.add(word)
        return loaded


def list_near(word: str, letters: Iterable[str]) -> list[str]:
    """All texts at an edit distance of one: a letter added, removed, or replaced, or two swapped."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    swapped = [f"{a}{b[1]}{b[0]}{b[2:]}" for a, b in cuts if len(b) > 1]
    deleted = [f"{a}{b[1:]}" for a, b in cuts if b]
    replaced = [f"{a}{letter}{b[1:]}" for a, b in cuts if b for letter in letters]
    inserted = [f"{a}{letter}{b}" for a, b in cuts for letter in letters]
    return list(dict.fromkeys((*swapped, *deleted, *replaced, *inserted)))


def read_cache(path: Path, digest: str) -> dict[str, bool]:
    """Read the cache of this dictionary: whether it has each word; empty if the cache is invalid."""
    try:
        content = json.loads(read_bytes(path, _MAX_CACHE))
    except (UnreadableError, ValueError, RecursionError):
        return {}
    if not isinstance(content, dict) or content.get("dictionary") != digest:
        return {}
    words = content.get("words")
    if not isinstance(words, dict) or not all(isinstance(one, bool) for one in words.values()):
        return {}
    return words
