"""Pending ledger changes (the ledger gap): finds, describes, and applies them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime

from espejo.ledger.deck_names import suggest_names
from espejo.ledger.drift import Drift, keep_stale
from espejo.ledger.fingerprints import Row, fingerprint_term
from espejo.ledger.moves import Moves
from espejo.ledger.write import next_time
from espejo.messages.message import Message, message, plural
from espejo.model.bank import Bank
from espejo.model.ledger import DeckName, Entry, Ledger, TermEntry
from espejo.model.problems import Notice


@dataclass(frozen=True, slots=True)
class LedgerGap:
    """Changes the ledger hasn't recorded yet: as notices, and as the entries and names it should have."""

    follow_ups: list[Notice]
    entries: Mapping[str, Entry]
    terms: Mapping[str, TermEntry]
    names: Mapping[str, Mapping[str, str]]
    retired: Sequence[str]

    def __bool__(self) -> bool:
        return bool(self.count())

    def count(self, *others: str) -> int:
        """The number of records to change; `others` are ids of records with further pending changes."""
        return len({*self.entries, *self.names, *self.retired, *others}) + len(self.terms)

    def summary(self) -> Message:
        """One line: how many records are pending, and that no action is needed."""
        return plural(
            "{count} record isn't in the ledger yet; the merge adds it.",
            "{count} records aren't in the ledger yet; the merge adds them.",
            self.count(),
        )


def find_gap(
    bank: Bank, drifts: Iterable[Drift], moves: Moves, now: datetime, same: AbstractSet[str] = frozenset()
) -> LedgerGap:
    """Find all pending changes: drifts, and records that are new or gone.

    A text edited in one language stays stale in the other, unless its id is in `same`: the ids someone has
    declared to still mean the same in all languages. Drafts wait until they are written.
    """
    locales = tuple(bank.locales)
    follow_ups: list[Notice] = []
    entries = {}
    for drift in drifts:
        declared = drift.id in same and bool(drift.stale)
        is_open = drift.moved or declared or not (drift.settled and drift.is_placed)
        if drift.subject.is_draft or not is_open:
            continue
        follow_ups += [
            Notice(drift.subject.record.place, drift.id, fact) for fact in _describe(drift, bank, declared)
        ]
        rows = drift.now.rows if declared else keep_stale(drift, locales)
        entries[drift.id] = _make_entry(drift, now, locales, rows)
    terms = dict(_find_terms(bank, now, follow_ups))
    names = dict(_find_unnamed(bank, moves, follow_ups))
    return LedgerGap(follow_ups, entries, terms, names, list(_find_gone(bank, follow_ups)))


def _describe(drift: Drift, bank: Bank, declared: bool) -> Iterator[Message]:
    """Describe what will be recorded about one record, for the person merging the change."""
    if not (drift.before and drift.before.seen):
        yield _describe_new()
        return
    if drift.left:
        yield message(
            "moves from {old} to {new}, and its old address leads there.",
            old=drift.left,
            new=drift.subject.path,
        )
    if edited := drift.edited:
        yield _describe_change(drift, edited, bank, declared)
    elif declared:
        yield message("is said to mean the same.")


def _describe_new() -> Message:
    return message("new. Learners get it with their next import.")


def _describe_change(drift: Drift, edited: Sequence[str], bank: Bank, declared: bool) -> Message:
    """Describe which languages of a record change, and what that means for the others."""
    count, languages = len(edited), bank.list_languages(edited)
    if declared:
        return plural(
            "{languages} changes, and is said to mean the same.",
            "{languages} change, and are said to mean the same.",
            count,
            languages=languages,
        )
    if drift.stale:
        return plural(
            "{languages} changes, and {waiting} will ask for a second look.",
            "{languages} change, and {waiting} will ask for a second look.",
            count,
            languages=languages,
            waiting=bank.list_languages(dict.fromkeys(one.locale for one in drift.stale)),
        )
    return _describe_edit(count, languages)


def _describe_edit(count: int, languages: Message) -> Message:
    return plural("{languages} changes.", "{languages} change.", count, languages=languages)


def _make_entry(drift: Drift, now: datetime, locales: tuple[str, ...], rows: Iterable[Row]) -> Entry:
    known = drift.before or Entry(id=drift.id, place=drift.subject.record.place)
    seen = known.seen or {}
    moved = {
        locale: f"{next_time(seen.get(locale, ''), now)} {drift.now.seen[locale]}" for locale in drift.moved
    }
    columns = zip(*rows, strict=True)
    agreed = {locale: " ".join(column) for locale, column in zip(locales, columns, strict=False)}
    at = drift.subject.path
    was = tuple(dict.fromkeys(one for one in known.pages if one != at))
    return replace(known, at=at, was=was, seen={**seen, **moved}, agreed=agreed)


def _find_terms(bank: Bank, now: datetime, follow_ups: list[Notice]) -> Iterator[tuple[str, TermEntry]]:
    """Glossary terms whose cards are new or have changed, in the locales concerned. Drafts wait.

    Removed terms stay in the ledger, so that a new one with the same id gets a later time.
    """
    for term in bank.reference.terms:
        known = bank.ledger.terms_by_id.get(term.id) or TermEntry(id=term.id, place=term.place)
        digests = {locale: fingerprint_term(term, locale) for locale in bank.locales}
        changed = [locale for locale in bank.locales if known.digest(locale) != digests[locale]]
        if changed and not any(text.is_draft for text in term.texts()):
            seen = known.seen or {}
            new = {one: f"{next_time(seen.get(one, ''), now)} {digests[one]}" for one in changed}
            edit = _describe_edit(len(changed), bank.list_languages(changed))
            follow_ups.append(Notice(term.place, term.id, edit if seen else _describe_new()))
            yield term.id, replace(known, seen={**seen, **new})


def _find_unnamed(
    bank: Bank, moves: Moves, follow_ups: list[Notice]
) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Missing deck names. A quiz or deck whose file was renamed keeps its old name."""
    known = bank.ledger.names
    renamed = {new: known[old] for old, new in moves.pages.items() if old in known and new not in known}
    for path, place, suggested in suggest_names(bank):
        frozen = {**renamed.get(path, {}), **known.get(path, {})}
        new = {locale: name for locale, name in suggested.items() if locale not in frozen}
        if new or path in renamed:
            follow_ups += [Notice(place, "", _describe_name(path, *one)) for one in new.items()]
            yield path, {**new, **frozen}


def _describe_name(path: str, locale: str, name: str) -> Message:
    return message(
        "the Anki deck of {path} will be called “{name}” ({locale}) for good.",
        path=path,
        name=name,
        locale=locale,
    )


def _find_gone(bank: Bank, follow_ups: list[Notice]) -> Iterator[str]:
    present = {record.id for record in bank.provable()}
    for entry in bank.ledger.entries:
        if entry.id not in present:
            fact = message("removed. Its id retires for good, and learners keep the cards that they have.")
            follow_ups.append(Notice(entry.place, entry.id, fact))
            yield entry.id


def update_ledger(ledger: Ledger, gap: LedgerGap) -> Ledger:
    """Return the ledger with all pending changes applied."""
    entries = {**ledger.by_id, **gap.entries}
    terms = {**ledger.terms_by_id, **gap.terms}
    names = {**ledger.names, **gap.names}
    decks = [DeckName(path=path, name=name, place=ledger.place) for path, name in names.items()]
    kept = [entry for id_, entry in entries.items() if id_ not in gap.retired]
    retired = dict.fromkeys([*ledger.retired, *gap.retired])
    return replace(
        ledger,
        entries=tuple(kept),
        terms=tuple(terms.values()),
        decks=tuple(decks),
        retired=tuple(retired),
    )
