"""Last-modified time of each glossary card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from espejo.ledger.fingerprints import fingerprint_term
from espejo.ledger.write import next_time
from espejo.model.bank import Bank
from espejo.model.ledger import TermEntry
from espejo.model.reference import Term


class TermChange(NamedTuple):
    """A term whose cards in these locales differ from the ledger, and its new entry."""

    term: Term
    locales: tuple[str, ...]
    entry: TermEntry
    is_new: bool


def find_term_changes(bank: Bank, now: datetime) -> Iterator[TermChange]:
    """Compare each term with the ledger. Drafts wait until they are written.

    Removed terms stay in the ledger, so that a new one with the same id gets a later time.
    """
    for term in bank.reference.terms:
        if any(text.is_draft for text in term.texts()):
            continue
        known = bank.ledger.terms_by_id.get(term.id) or TermEntry(id=term.id, place=term.place)
        digests = {locale: fingerprint_term(term, locale) for locale in bank.locales}
        changed = tuple(locale for locale in bank.locales if known.digest(locale) != digests[locale])
        if changed:
            seen = known.seen or {}
            times = {locale: next_time(seen.get(locale, ""), now) for locale in changed}
            new = {locale: f"{time} {digests[locale]}" for locale, time in times.items()}
            yield TermChange(term, changed, replace(known, seen={**seen, **new}), not seen)
