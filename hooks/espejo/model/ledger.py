"""Ledger records: what the bank remembers about each id, about Anki decks, and about retired ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from espejo.model.problems import Place
from espejo.model.text import key

MISSING = "none"
"""Stands for the fingerprint of a passage that a language does not have."""

TIME = re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z(?: |$)")
"""A time of this century: dates far away overflow when a second is added, and no Anki note is that old."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the ledger remembers about one id."""

    id: str = key()
    seen: Mapping[str, str] | None = key(default=None)  # per locale: time of the last change, fingerprint
    agreed: Mapping[str, str] | None = key(default=None)  # per locale: fingerprints accepted together
    proven: str = key(default="")  # the digest of the last proof that passed, and its versions
    place: Place

    def digest(self, locale: str) -> str:
        return (self.seen or {}).get(locale, "").partition(" ")[2]

    def time(self, locale: str) -> int:
        """When what a learner sees in this locale last changed, in seconds since 1970; 0 if unknown."""
        return read_time((self.seen or {}).get(locale, ""))

    def rows(self, locales: Iterable[str]) -> list[tuple[str, ...]]:
        """The accepted fingerprints of each text, one column per locale."""
        columns = [(self.agreed or {}).get(locale, "").split() for locale in locales]
        longest = max(map(len, columns), default=0)
        return list(zip(*(column or [MISSING] * longest for column in columns), strict=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckName:
    """The permanent name of an Anki deck."""

    path: str = key()  # of a collection, quiz or deck; or `languages` for the top-level decks
    name: Mapping[str, str] = key()
    place: Place


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """The memory of the bank, from data/ledger.yaml."""

    entries: tuple[Entry, ...] = key(default=())
    decks: tuple[DeckName, ...] = key(default=())
    retired: tuple[str, ...] = key(default=())
    place: Place = field(default=Place("data/ledger.yaml", 1, 1))

    @cached_property
    def by_id(self) -> Mapping[str, Entry]:
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def proven(self) -> Mapping[str, str]:
        return {entry.id: entry.proven for entry in self.entries if entry.proven}

    @cached_property
    def names(self) -> Mapping[str, Mapping[str, str]]:
        return {deck.path: deck.name for deck in self.decks}

    def changed(self, id_: str, locales: Iterable[str]) -> int:
        """When what a learner sees of an id in these locales last changed, in seconds; 0 if unknown."""
        entry = self.by_id.get(id_)
        return max((entry.time(locale) for locale in locales), default=0) if entry else 0


def read_time(seen: str) -> int:
    """The time at the start of a `seen` value, in seconds since 1970; 0 if there is none."""
    try:
        return int(datetime.fromisoformat(seen.partition(" ")[0]).timestamp()) if TIME.match(seen) else 0
    except ValueError:
        return 0
