"""Edits that keep the meaning: tells a corrected spelling, punctuation, or space from a changed statement.

An edit of one language leaves the other possibly out of date, unless it cannot have changed what is said. We
claim that only of edits that fix words that weren't words, and signs that carry no meaning of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path

from espejo.check.versions import Versions
from espejo.editing.lints.dictionary import Dictionary, find_dictionary
from espejo.editing.lints.language_facts import LanguageFacts
from espejo.ledger.drift import Stale, find_drifts, list_stale
from espejo.ledger.fingerprints import list_remembered
from espejo.markdown.parsed import ParsedPassage
from espejo.model.bank import Bank
from espejo.model.language import Locale
from espejo.model.text import Text

MIN_WORD = 4
"""Shorter words are too much alike: 'is' and 'as', 'un' and 'en'."""

MAX_DIFFERENCE = 2
"""Letters by which a misspelled word may differ from the right one."""

# Signs that may come and go. Those that ask, deny, compute, or enclose may not.
_SIGNS = re.compile(r"[,.;:…“”«»„\"'‘’¿¡–—\s\0]+")
_TOKEN = re.compile(r"\w+|[^\w\s]")
_WORD = re.compile(r"[^\W\d_]+")


def find_same(versions: Versions, stale: Sequence[Stale], project: Path) -> frozenset[str]:
    """The ids of records in which every edit of one language alone kept the meaning.

    A record that was already out of date stays so.
    """
    if not stale:
        return frozenset()
    earlier = {one.id for one in list_stale(find_drifts(versions.base))}
    before = {one.record.id: one.texts for one in list_remembered(versions.base)}
    judge = _Judge(versions.bank, project)
    by_id: dict[str, list[Stale]] = {}
    for one in stale:
        by_id.setdefault(one.id, []).append(one)
    return frozenset(
        id_
        for id_, found in by_id.items()
        if id_ not in earlier and all(judge.keeps_meaning(one, before.get(id_, ())) for one in found)
    )


class _Judge:
    def __init__(self, bank: Bank, project: Path) -> None:
        self._bank = bank
        self._project = project
        self._dictionaries: dict[str, Dictionary | None] = {}

    def keeps_meaning(self, stale: Stale, before: tuple[Text, ...]) -> bool:
        """Whether the edited passage says what it said when the other one was the same as now."""
        other = stale.text.passages.get(stale.locale)
        olds = [text for text in before if other is not None and text.passages.get(stale.locale) == other]
        new = stale.text.passages.get(stale.since, "")
        return any(self._is_same(one.passages.get(stale.since, ""), new, stale.since) for one in olds)

    def _is_same(self, before: str, after: str, locale: str) -> bool:
        if not before or not after:
            return False
        old, new = ParsedPassage(before), ParsedPassage(after)
        if _list_exact(old) != _list_exact(new) or old.items != new.items:
            return False
        words = (_TOKEN.findall(_SIGNS.sub(" ", one.prose)) for one in (old, new))
        moved = _SIGNS.findall(old.prose) != _SIGNS.findall(new.prose)
        if moved and LanguageFacts(locale, self._bank).may_negate(old.words):
            return False  # "No, it works" and "No it works"
        pairs = zip_longest(*words, fillvalue="")
        return all(one == other or self._is_spelling(one, other, locale) for one, other in pairs)

    def _is_spelling(self, old: str, new: str, locale: str) -> bool:
        """Whether a word that isn't one became one that is."""
        if not (_WORD.fullmatch(old) and _WORD.fullmatch(new)) or min(len(old), len(new)) < MIN_WORD:
            return False
        dictionary = self._find_dictionary(locale)
        return (
            dictionary is not None
            and _count_differences(old.lower(), new.lower()) <= MAX_DIFFERENCE
            and not dictionary.knows(old)
            and not dictionary.knows(old.lower())
            and (dictionary.knows(new) or dictionary.knows(new.lower()))
        )

    def _find_dictionary(self, locale: str) -> Dictionary | None:
        if locale not in self._dictionaries:
            self._dictionaries[locale] = _open_dictionary(self._bank.locales[locale], self._project)
        return self._dictionaries[locale]


def _open_dictionary(locale: Locale, project: Path) -> Dictionary | None:
    folder = find_dictionary(project, locale.writing.dictionary) if locale.writing else None
    return Dictionary(folder, ()) if folder else None


def _list_exact(passage: ParsedPassage) -> list[list[str]]:
    """What must be the same to the letter: code, listings, formulas, and addresses."""
    parts = (passage.code, passage.listings, passage.math, passage.links)
    return [[part.value for part in one] for one in parts]


def _count_differences(one: str, other: str) -> int:
    """The number of letters to add, remove, or replace to get from one word to the other."""
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        before, row[0] = row[0], number
        for at, wanted in enumerate(other, 1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (letter != wanted))
    return row[-1]
