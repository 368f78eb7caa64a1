"""Ledger records: the bank's history of each id, Anki deck names, and retired ids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from espejo.messages.message import message
from espejo.model.grammar import DECK_NAME, ITEM_ID, REFERENCE_ID, SLUG, Form
from espejo.model.problems import Place
from espejo.model.text import key

MISSING = "none"
"""Placeholder fingerprint for a missing translation."""

_TIME = "20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
"""Timestamps of this century only: extreme dates overflow when adding a second, and no Anki note is older."""

ID = Form(re.compile(f"{ITEM_ID.pattern}|{REFERENCE_ID.pattern}"), message("an id such as q-07-01 or f-01"))
_SEEN = Form(
    re.compile(f"{_TIME} [0-9a-f]{{8}}"),
    message("a time and a fingerprint such as 2026-11-16T05:00:00Z 3fa9c1d2"),
)
_AGREED = Form(
    re.compile(f"(?:[0-9a-f]{{6}}|{MISSING})(?: (?:[0-9a-f]{{6}}|{MISSING}))*"),
    message("fingerprints such as {example}", example=f"ba09d9 {MISSING} c849bf"),
)
_PROVEN = Form(
    re.compile("[0-9a-f]{12}(?: [a-z0-9_-]+ [0-9][0-9A-Za-z.!+_-]*)*"),
    message("a digest and versions such as 819fc332ede7 python 3.11"),
)
_RIGHT = Form(
    re.compile(r'true|false|-?[0-9][0-9.e+-]{0,30}|\[[0-9A-Z", ]{1,100}\]'),
    message('what a proof computed, such as [2], ["A", "C"], true or 0.5'),
)
MAX_VALUE = 80
"""Length limit for the value of a choice."""

_VALUE = Form(
    re.compile(rf"[^\x00-\x1f\x7f-\x9f\u2028\u2029]{{1,{MAX_VALUE}}}"),
    message("a value in one line of at most {limit} characters", limit=MAX_VALUE),
)
_PATH = Form(
    re.compile(f"{SLUG.pattern}(?:/{SLUG.pattern})?"), message("an address such as quizzes/first-steps")
)


_TERM_ID = Form(SLUG, message("an id such as water-cycle"))


class Dated:
    """An entry that knows when learners last saw a change, per locale."""

    __slots__ = ()

    seen: Mapping[str, str] | None

    def digest(self, locale: str) -> str:
        return (self.seen or {}).get(locale, "").partition(" ")[2]

    def time(self, locale: str) -> int:
        """Last change visible to learners in this locale, as a Unix timestamp; 0 if unknown."""
        return read_time((self.seen or {}).get(locale, ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Dated):
    """The ledger entry of one id."""

    id: str = key(form=ID)
    at: str = key(default="", form=_PATH)  # the page a question or card is on
    was: tuple[str, ...] = key(default=(), form=_PATH)  # the pages it was on before, oldest first
    seen: Mapping[str, str] | None = key(
        default=None, form=_SEEN
    )  # per locale: last-modified time, fingerprint
    agreed: Mapping[str, str] | None = key(default=None, form=_AGREED)  # per locale: accepted together
    proven: str = key(default="", form=_PROVEN)  # digest and library versions of the last proof that passed
    right: str = key(default="", form=_RIGHT)  # what that proof computed, as JSON
    values: tuple[str, ...] = key(default=(), form=_VALUE)  # the value of each choice, in order
    place: Place

    @property
    def pages(self) -> tuple[str, ...]:
        """Every page it was recorded on, oldest first."""
        return (*self.was, self.at) if self.at else self.was

    def rows(self, locales: Iterable[str]) -> list[tuple[str, ...]]:
        """The accepted fingerprints of each text, one column per locale."""
        columns = [(self.agreed or {}).get(locale, "").split() for locale in locales]
        longest = max(map(len, columns), default=0)
        return list(zip(*(column or [MISSING] * longest for column in columns), strict=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class TermEntry(Dated):
    """The ledger entry of one glossary term: when its cards last changed."""

    id: str = key(form=_TERM_ID)
    seen: Mapping[str, str] | None = key(default=None, form=_SEEN)  # as in Entry
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckName:
    """The permanent name of an Anki deck."""

    path: str = key(
        form=_PATH
    )  # of a collection, quiz, deck, or `glossary`; `languages` for the top-level decks
    name: Mapping[str, str] = key(form=DECK_NAME)
    place: Place


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """The contents of data/ledger.yaml."""

    entries: tuple[Entry, ...] = key(default=())
    terms: tuple[TermEntry, ...] = key(default=())
    decks: tuple[DeckName, ...] = key(default=())
    retired: tuple[str, ...] = key(default=(), form=ID)
    place: Place = field(default=Place("data/ledger.yaml", 1, 1))

    @cached_property
    def by_id(self) -> Mapping[str, Entry]:
        return {entry.id: entry for entry in self.entries if entry.id}

    @cached_property
    def terms_by_id(self) -> Mapping[str, TermEntry]:
        return {entry.id: entry for entry in self.terms if entry.id}

    @property
    def dated(self) -> tuple[Entry | TermEntry, ...]:
        """All entries with timestamps."""
        return (*self.entries, *self.terms)

    def find(self, entry: Entry | TermEntry) -> Entry | TermEntry | None:
        """This ledger's entry for the same record."""
        known = self.terms_by_id if isinstance(entry, TermEntry) else self.by_id
        return known.get(entry.id)

    @cached_property
    def proven(self) -> Mapping[str, Entry]:
        return {entry.id: entry for entry in self.entries if entry.id and entry.proven}

    @cached_property
    def names(self) -> Mapping[str, Mapping[str, str]]:
        return {deck.path: deck.name for deck in self.decks if deck.path}

    def changed(self, id_: str, locales: Iterable[str]) -> int:
        """Last visible change of an id in these locales, as a Unix timestamp; 0 if unknown."""
        return _last_time(self.by_id.get(id_), locales)

    def changed_term(self, id_: str, locales: Iterable[str]) -> int:
        """Like `changed`, for a glossary term."""
        return _last_time(self.terms_by_id.get(id_), locales)

    def last_change(self, locale: str) -> int:
        """Last visible change of anything in this locale, as a Unix timestamp; 0 if unknown."""
        return max((entry.time(locale) for entry in self.dated), default=0)


def _last_time(entry: Entry | TermEntry | None, locales: Iterable[str]) -> int:
    return max((entry.time(locale) for locale in locales), default=0) if entry else 0


def read_time(seen: str) -> int:
    """The time at the start of a `seen` value, as a Unix timestamp; 0 if missing."""
    time = seen.partition(" ")[0]
    try:
        return int(datetime.fromisoformat(time).timestamp()) if re.fullmatch(_TIME, time) else 0
    except ValueError:
        return 0
