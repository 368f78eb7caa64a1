"""Cross-reference rules: `see` links, prerequisites, and what the home page shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from espejo.ledger.moves import find_moves
from espejo.messages.message import message, sentences
from espejo.model.addresses import list_destinations
from espejo.model.bank import Bank, Home
from espejo.model.problems import Problem, Suggester
from espejo.model.text import Name


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
    """The question on the home page exists, and each door has a unique, existing destination."""
    if bank.home:
        yield from _check_shown_question(bank, bank.home)
        yield from _check_doors(bank, bank.home)


def _check_shown_question(bank: Bank, home: Home) -> Iterator[Problem]:
    name, known = home.question, {question.id for _, question in bank.questions()}
    if name and name not in known:
        fact = message("no question has the id '{id}'.", id=name)
        expected = message("the id of a question such as {example}", example=min(known, default="q-07-01"))
        yield Problem(name.place, "", sentences(fact, Suggester()(name, known, expected)))


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
