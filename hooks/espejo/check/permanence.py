"""Permanence rules: the ledger is valid, and edits keep existing ids, times, deck names, and addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from espejo.ledger.deck_names import name_root
from espejo.ledger.free_ids import FreeIds
from espejo.load.file_kinds import REDIRECTS
from espejo.messages.message import Message, message, sentences
from espejo.model.addresses import list_data_pages, print_path
from espejo.model.bank import Bank
from espejo.model.ledger import Entry, TermEntry, read_time
from espejo.model.problems import Place, Problem


def check_ledger(bank: Bank) -> Iterator[Problem]:
    """Retired ids are never reused, entries and decks are unique, times are valid, and columns match."""
    retired, free = frozenset(bank.ledger.retired), FreeIds(bank)
    for record in bank.provable():
        if record.id in retired:
            next_id = free.take(record.id[: record.id.rindex("-") + 1])
            advice = (
                message("Use the next free one: {id}", id=next_id) if next_id else message("Use another one.")
            )
            yield Problem(record.place, record.id, sentences(message("the id is retired."), advice))
    decks: dict[str, int] = {}
    for deck in bank.ledger.decks:
        if deck.path and decks.setdefault(deck.path, deck.place.line) != deck.place.line:
            fact = message(
                "'{path}' is listed twice, also on line {line}. Keep the earlier one.",
                path=deck.path,
                line=str(decks[deck.path]),
            )
            yield Problem(deck.place, "", fact)
    yield from _check_listed(bank.ledger.entries)
    yield from _check_listed(bank.ledger.terms)
    for entry in bank.ledger.entries:
        if len({len(column.split()) for column in (entry.agreed or {}).values()}) > 1:
            fact = message(
                "the number of accepted passages differs between languages. "
                "Delete 'agreed' and accept the id again."
            )
            yield Problem(entry.place, entry.id, fact)


def _check_listed(entries: Iterable[Entry | TermEntry]) -> Iterator[Problem]:
    """Check that each id is listed once and has valid times."""
    first: dict[str, int] = {}
    for entry in entries:
        if first.setdefault(entry.id, entry.place.line) != entry.place.line:
            fact = message(
                "listed twice, also on line {line}. Keep the later one.", line=str(first[entry.id])
            )
            yield Problem(entry.place, entry.id, fact)
        for locale, seen in (entry.seen or {}).items():
            if not read_time(seen):
                fact = message(
                    "there is no such time: {time} ('{locale}'). Restore the line, or accept the id again.",
                    time=seen.partition(" ")[0],
                    locale=locale,
                )
                yield Problem(entry.place, entry.id, fact)


_DAY = 24 * 60 * 60  # in seconds: clocks and time zones differ


def check_permanence(base: Bank, bank: Bank) -> Iterator[Problem]:
    """Apply all permanence rules to a bank and an earlier version, `base`."""
    for rule in PERMANENCE_RULES:
        yield from rule(base, bank)


def check_ids_kept(base: Bank, bank: Bank) -> Iterator[Problem]:
    """Every id in the base is still in the data or retired."""
    retired = set(bank.ledger.retired)
    known = {record.id for record in bank.provable()} | bank.ledger.by_id.keys() | retired
    for id_ in dict.fromkeys([*base.ledger.by_id, *(record.id for record in base.provable())]):
        if id_ and id_ not in known:
            fact = message("the id is gone. Add it to the ledger, under 'retired': - {id}", id=id_)
            yield Problem(bank.ledger.place, id_, fact)
    for id_ in base.ledger.retired:
        if id_ not in retired:
            fact = message("no longer listed under 'retired'. Restore it: - {id}", id=id_)
            yield Problem(bank.ledger.place, id_, fact)


def check_pages_kept(base: Bank, bank: Bank) -> Iterator[Problem]:
    """The ledger keeps every page a question or card has been on, because old links point there."""
    for entry in bank.ledger.entries:
        before = base.ledger.by_id.get(entry.id)
        for page in before.pages if before else ():
            if page not in entry.pages:
                fact = message(
                    "the ledger no longer says that it was on '{page}'. Restore its entry.", page=page
                )
                yield Problem(entry.place, entry.id, fact)


def check_times_kept(base: Bank, bank: Bank) -> Iterator[Problem]:
    """Times in the ledger never move backward, because Anki ignores cards older than its own."""
    for entry in bank.ledger.dated:
        before = base.ledger.find(entry) or entry
        for locale in entry.seen or {}:
            if 0 < entry.time(locale) < before.time(locale):
                fact = message(
                    "the time for '{locale}' moved backward. Expected {earliest} or later.",
                    locale=locale,
                    earliest=(before.seen or {})[locale].partition(" ")[0],
                )
                yield Problem(entry.place, entry.id, fact)


def find_future_times(base: Bank, bank: Bank, now: datetime) -> Iterator[Problem]:
    """Find new times later than tomorrow.

    A note with a future time overwrites the learner's own edits at every import, and later changes couldn't
    get a later time.
    """
    latest = max([int(now.timestamp()), *(base.ledger.last_change(locale) for locale in bank.locales)])
    for entry in bank.ledger.dated:
        for locale, seen in (entry.seen or {}).items():
            if entry.time(locale) > latest + _DAY:
                fact = message(
                    "the time for '{locale}' is in the future: {time}. "
                    "Restore the line, or accept the id again.",
                    locale=locale,
                    time=seen.partition(" ")[0],
                )
                yield Problem(entry.place, entry.id, fact)


def check_decks_kept(base: Bank, bank: Bank) -> Iterator[Problem]:
    """Names of Anki decks are never changed or removed."""
    decks = {deck.path: deck for deck in bank.ledger.decks}
    for path, names in base.ledger.names.items():
        for locale, name in names.items():
            deck, expected = decks.get(path), f"{locale}: '{name}'"
            if not deck:
                fact = message(
                    "the Anki deck name of '{path}' is gone. Expected {name}", path=path, name=expected
                )
                yield Problem(bank.ledger.place, "", fact)
            elif deck.name.get(locale) != name:
                fact = message(
                    "the Anki deck of '{path}' was renamed. Expected {name}", path=path, name=expected
                )
                yield Problem(deck.place, "", fact)


def check_identity_kept(base: Bank, bank: Bank) -> Iterator[Problem]:
    """The namespace and the root of deck names never change: they identify learners' notes and decks."""
    place = bank.identity.place
    if bank.identity.namespace != base.identity.namespace:
        fact = message(
            "the namespace changed, and with it the identity of every note that learners have. "
            "Restore it: namespace: {namespace}",
            namespace=base.identity.namespace,
        )
        yield Problem(place, "", fact)
    if name_root(bank) != name_root(base):
        fact = message(
            "the names of all Anki decks would change. Keep what they begin with: decks: {name}",
            name=name_root(base),
        )
        yield Problem(place, "", fact)


def check_redirects_kept(base: Bank, bank: Bank) -> Iterator[Problem]:
    """Redirects are never removed, unless their old address is a page again."""
    known = {*list_data_pages(bank), *(redirect.old for redirect in bank.redirects)}
    for redirect in base.redirects:
        if redirect.old not in known:
            fact = message(
                "the redirect from '{old}' is gone. Restore it in {file}.",
                old=redirect.old,
                file=f"data/{REDIRECTS}",
            )
            yield Problem(Place(redirect.place.file, 1, 1), "", fact)


def check_print_views_kept(base: Bank, bank: Bank) -> Iterator[Problem]:
    """Print views of guides and courses still exist or have a redirect."""
    known = {*_list_print_views(bank), *(redirect.old for redirect in bank.redirects)}
    for address, (place, course) in _list_print_views(base).items():
        if address not in known:
            new = address.partition("/")[0]
            remedy = message(
                "Restore it, or add to {file}, under 'redirects': - {{old: {old}, new: {new}}}",
                file=f"data/{REDIRECTS}",
                old=address,
                new=new,
            )
            yield Problem(place, "", sentences(_describe_gone(address, course), remedy))


def _describe_gone(address: str, course: str) -> Message:
    if course:
        return message(
            "the course '{course}' is gone, and so is the page '{page}'.", course=course, page=address
        )
    return message("the guide is gone, and so is the page '{page}'.", page=address)


def _list_print_views(bank: Bank) -> dict[str, tuple[Place, str]]:
    """The file of the guide and the id of the course, if any, by address of the print view."""
    views = {}
    for collection in bank.collections:
        if collection.guide:
            place = collection.guide.place._replace(line=1, column=1)
            views[print_path(collection.folder)] = place, ""
            for course in collection.guide.courses:
                views[print_path(collection.folder, course.id)] = place, course.id
    return views


PERMANENCE_RULES: tuple[Callable[[Bank, Bank], Iterator[Problem]], ...] = (
    check_ids_kept,
    check_pages_kept,
    check_times_kept,
    check_decks_kept,
    check_identity_kept,
    check_redirects_kept,
    check_print_views_kept,
)
