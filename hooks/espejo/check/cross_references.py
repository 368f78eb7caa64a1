"""Address and cross-reference rules: unique addresses, redirects, prerequisites, `see`, and the home page."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping

from espejo.ledger.moves import find_moves
from espejo.messages.message import Message, message, sentences
from espejo.model.addresses import (
    ANCHORS,
    SPECIAL,
    TOPICS,
    Address,
    list_addresses,
    list_data_pages,
    list_destinations,
    list_taken,
    list_views,
    topic_path,
)
from espejo.model.bank import Bank, Home
from espejo.model.grammar import SLUG
from espejo.model.problems import Problem, Suggester, quote
from espejo.model.text import Name

_PATH = re.compile(rf"{SLUG.pattern}(?:/{SLUG.pattern}){{0,2}}")  # the longest are print views: a/print/b


def check_addresses(bank: Bank) -> Iterator[Problem]:
    """Page addresses are unique, ignoring case, and contain no reserved names."""
    first: dict[str, Address] = {}
    for address in list_addresses(bank):
        path, place, owner = address
        other = first.setdefault(path.casefold(), address)
        if special := _find_special_name(path):
            fact = message("'{name}' has a special meaning in an address. Choose another name.", name=special)
            yield Problem(place, owner, fact)
        elif other.place.file != place.file:  # the id rules report duplicate ids within a file
            fact = message(
                "the address '{address}' is taken ({place}). Choose another name.",
                address=path,
                place=f"{other.place.file}:{other.place.line}",
            )
            yield Problem(place, owner, fact)


def check_anchors(bank: Bank) -> Iterator[Problem]:
    """A term's id is not already used as an anchor on its page."""
    for term in bank.reference.terms:
        if term.id in ANCHORS:
            fact = message("'{id}' is a part of the page. Choose another id.", id=term.id)
            yield Problem(term.place, term.id, fact)


def _find_special_name(path: str) -> str:
    """The first reserved name in an address, or an empty string."""
    return next((name for name in path.split("/") if SPECIAL.fullmatch(name.casefold())), "")


def check_packages(bank: Bank) -> Iterator[Problem]:
    """One-language and two-language decks have different file names."""
    pairs = {f"{bank.root}-{locale}".casefold() for locale in bank.locales if locale != bank.root}
    for locale, language in bank.locales.items():
        if locale.casefold() in pairs:
            fact = message(
                "the decks in two languages are called '{code}' too. Use another code.", code=locale
            )
            yield Problem(language.place, "", fact)


def check_redirects(bank: Bank) -> Iterator[Problem]:
    """Each old address is a former page, is listed once, and leads to a page that exists or has moved."""
    pages, taken, moved = set(list_data_pages(bank)), list_taken(bank), find_moves(bank).pages
    existing = {*pages, *(view.path for view in list_views(bank))}
    suggest = Suggester()
    first: dict[str, Name] = {}
    for redirect in bank.redirects:
        old, new = redirect.old, redirect.new
        if fault := _find_redirect_fault(old, existing, taken) if old else None:
            yield Problem(old.place, "", fault)
        elif old and first.setdefault(old, old) is not old:
            fact = message(
                "'{old}' is listed twice, also on line {line}.", old=old, line=str(first[old].place.line)
            )
            yield Problem(old.place, "", fact)
        if new and new not in pages and new not in moved:
            fact = message("no page has the address {address}.", address=quote(new))
            hint = suggest(new, pages, message("something like: quizzes"))
            yield Problem(new.place, "", sentences(fact, hint))


def _find_redirect_fault(old: Name, pages: Container[str], taken: Container[str]) -> Message | None:
    """Describe what is wrong with an old address; `taken` are first segments that the site reserves."""
    if not _PATH.fullmatch(old):
        return message(
            "invalid address {address}. Expected something like: quizzes/first-steps",
            address=quote(old),
        )
    if special := _find_special_name(old):
        return message("'{name}' has a special meaning in an address. It cannot be redirected.", name=special)
    if old in pages:
        return message("'{page}' is an existing page. It cannot be redirected.", page=old)
    head, _, rest = old.partition("/")
    topic, _, number = rest.partition("/")
    if head == TOPICS and number.isdecimal() and topic_path(topic) in pages:
        return message("'{page}' is one of the pages of a topic. It cannot be redirected.", page=old)
    if head in taken and not (head == TOPICS and rest):
        return message(
            "'{name}' is part of the site itself. Expected a quiz, a deck, a collection or a topic.",
            name=head,
        )
    return None


def check_see(bank: Bank) -> Iterator[Problem]:
    """Each id in `see` exists, is not the item's own, and is listed once."""
    suggest = Suggester()
    known = {record.id for record in bank.provable()} | {term.id for term in bank.reference.terms}
    for placed in bank.items():
        item = placed.item
        first: dict[str, Name] = {}
        for name in filter(None, item.see):
            if name == item.id:
                yield Problem(name.place, item.id, message("refers to itself in 'see'. Remove it."))
            elif name not in known:
                fact = message("unknown id '{id}' in 'see'.", id=name)
                expected = message("the id of a formula, a pattern, a term, a question or a card.")
                yield Problem(name.place, item.id, sentences(fact, suggest(name, known, expected)))
            elif first.setdefault(name, name) is not name:
                yield Problem(name.place, item.id, message("'{id}' is in 'see' twice. Keep one.", id=name))


def check_prerequisites(bank: Bank) -> Iterator[Problem]:
    """The prerequisites of a quiz or deck exist, are listed once, and form no cycle.

    A renamed file is still found by its old path, so a rename needs no other edits.
    """
    units = {f"{collection.folder}/{slug}": unit for collection, slug, unit in bank.units()}
    moves, suggest = find_moves(bank), Suggester()
    before: dict[str, dict[str, Name]] = {}
    for path, unit in units.items():
        first = before.setdefault(path, {})
        for name in filter(None, unit.prerequisites):
            if name == path:
                yield Problem(name.place, "", message("is its own prerequisite. Remove it."))
            elif (target := moves.follow(name)) not in units:
                expected = message("the path of a quiz or deck such as {example}", example=next(iter(units)))
                fact = message("unknown prerequisite '{path}'.", path=name)
                yield Problem(name.place, "", sentences(fact, suggest(name, units, expected)))
            elif first.setdefault(target, name) is not name:
                fact = message("the prerequisite '{path}' is listed twice. Keep one.", path=name)
                yield Problem(name.place, "", fact)
    yield from _report_cycles(before)


def check_home(bank: Bank) -> Iterator[Problem]:
    """The questions of the home page and its path exist; each door has a unique, existing destination."""
    if bank.home:
        yield from _check_shown_question(bank, bank.home)
        yield from _check_doors(bank, bank.home)
        yield from _check_path(bank, bank.home)


def _check_shown_question(bank: Bank, home: Home) -> Iterator[Problem]:
    if home.question:
        yield from _check_questions(bank, [home.question])


def _check_path(bank: Bank, home: Home) -> Iterator[Problem]:
    yield from _check_questions(
        bank, [name for step in home.path for name in (*step.items, step.check) if name]
    )


def _check_questions(bank: Bank, names: Iterable[Name]) -> Iterator[Problem]:
    known, suggest = {question.id for _, question in bank.questions()}, Suggester()
    for name in names:
        if name not in known:
            fact = message("no question has the id '{id}'.", id=name)
            expected = message(
                "the id of a question such as {example}", example=min(known, default="q-07-01")
            )
            yield Problem(name.place, "", sentences(fact, suggest(name, known, expected)))


def _check_doors(bank: Bank, home: Home) -> Iterator[Problem]:
    """Check the doors; like prerequisites, they may use the old path of a renamed file."""
    known, moves, suggest = list_destinations(bank), find_moves(bank), Suggester()
    first: dict[str, Name] = {}
    for path in filter(None, (door.path for door in home.doors)):
        if moves.follow(path) not in known:
            fact = message("no collection, quiz, deck or course has the path '{path}'.", path=path)
            expected = message("something like: {example}", example=next(iter(known), "quizzes"))
            yield Problem(path.place, "", sentences(fact, suggest(path, known, expected)))
        elif first.setdefault(path, path) is not path:
            yield Problem(path.place, "", message("another door leads to '{path}' too. Keep one.", path=path))


def _report_cycles(before: Mapping[str, Mapping[str, Name]]) -> Iterator[Problem]:
    for cycle in find_cycles(before):
        name = before[cycle[0]][cycle[1]]
        shown = " → ".join([*cycle, cycle[0]])
        fact = message("the prerequisites go around in a circle: {cycle}. Remove one of them.", cycle=shown)
        yield Problem(name.place, "", fact)


def find_cycles(before: Mapping[str, Iterable[str]]) -> Iterator[list[str]]:
    """Find cycles of a graph that share no nodes, in linear time: each node is visited once."""
    left = {path: iter(names) for path, names in before.items()}
    done: set[str] = set()
    for start in before:
        walk = [start] if start not in done else []
        steps = {path: step for step, path in enumerate(walk)}
        while walk:
            following = next((path for path in left[walk[-1]] if path not in done), None)
            if following is None:
                done.add(walk.pop())
            elif following in steps:
                cycle = walk[steps[following] :]
                yield cycle
                done.update(cycle)
                del walk[steps[following] :]
            else:
                steps[following] = len(walk)
                walk.append(following)
