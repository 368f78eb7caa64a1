"""Collection rules: folders, prefixes, file names, and ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from espejo.ledger.free_ids import FreeIds, find_stem
from espejo.load.advice.missing import UNKNOWN_ID
from espejo.messages.message import Message, message, sentences
from espejo.model.addresses import list_taken
from espejo.model.bank import Bank
from espejo.model.grammar import ITEM_ID, PREFIX, SLUG, UNIT_FILE
from espejo.model.problems import Place, Problem
from espejo.model.quiz import Item


def check_collections(bank: Bank) -> Iterator[Problem]:
    """Each collection has a unique, valid folder and prefix."""
    taken_folders, taken_prefixes = set(list_taken(bank)), set()
    for collection in bank.collections:
        folder, prefix = collection.folder, collection.prefix
        if folder and not SLUG.fullmatch(folder):
            fact = message("invalid folder name '{name}'. Expected something like: quizzes", name=folder)
            yield Problem(collection.place, "", fact)
        elif folder in taken_folders:
            fact = message("the folder '{folder}' is taken. Choose another name.", folder=folder)
            yield Problem(collection.place, "", fact)
        if prefix and not PREFIX.fullmatch(prefix):
            fact = message("invalid prefix '{prefix}'. Expected letters, such as q.", prefix=prefix)
            yield Problem(collection.place, "", fact)
        elif prefix in taken_prefixes:
            fact = message("the prefix '{prefix}' is taken. Choose other letters.", prefix=prefix)
            yield Problem(collection.place, "", fact)
        taken_folders.add(folder)
        taken_prefixes.add(prefix)


def check_file_names(bank: Bank) -> Iterator[Problem]:
    for _, slug, unit in bank.units():
        if not UNIT_FILE.fullmatch(slug):
            fact = message(
                "invalid file name '{name}'. Expected something like: phase-07-scalar-autograd", name=slug
            )
            yield Problem(unit.place._replace(line=1, column=1), "", fact)


def check_ids(bank: Bank) -> Iterator[Problem]:
    """Each id is well formed, and a new one starts with the prefix of its collection.

    Ids in the ledger may be in any collection: a question keeps its id when it moves.
    """
    for collection, slug, unit in bank.units():
        stem = find_stem(collection, slug)
        example = f"{stem or f'{collection.prefix}-07-'}01"
        for item in unit.items:
            is_ours = item.id.startswith(f"{collection.prefix}-") or item.id in bank.ledger.by_id
            if item.id and not ITEM_ID.fullmatch(item.id):
                fact = message(
                    "malformed id '{id}'. Expected something like {example}.", id=item.id, example=example
                )
                yield Problem(item.place, item.id, fact)
            elif item.id and not is_ours:
                fact = message(
                    "the id does not begin with the letters of its collection. "
                    "Expected something like {example}.",
                    example=example,
                )
                yield Problem(item.place, item.id, fact)


def check_ids_unique(bank: Bank) -> Iterator[Problem]:
    """No two questions or cards have the same id."""
    first: dict[str, Item] = {}
    free = FreeIds(bank)
    for placed in bank.items():
        item = placed.item
        if item.id and first.setdefault(item.id, item) is not item:
            next_id = free.take(find_stem(placed.collection, placed.slug))
            yield Problem(item.place, item.id, describe_taken(first[item.id].place, item.place, next_id))


def fill_in_ids(bank: Bank, problems: Iterable[Problem]) -> Iterator[Problem]:
    """Fill in the next free id in the loader's problems about missing ids."""
    free = FreeIds(bank)
    stems = {unit.place.file: find_stem(collection, slug) for collection, slug, unit in bank.units()}
    for problem in problems:
        fact = problem.fact
        lacks_id = fact.values.get("id") == UNKNOWN_ID
        next_id = free.take(stem) if lacks_id and (stem := stems.get(problem.place.file)) else ""
        filled = Message(fact.template, {**fact.values, "id": next_id}, fact.plural) if next_id else fact
        yield problem._replace(fact=filled)


def describe_taken(first: Place, second: Place, next_id: str) -> Message:
    """Say where an id is already used, and suggest the next free one if known."""
    return sentences(
        message("the id is taken on line {line}.", line=str(first.line))
        if first.file == second.file
        else message("the id is taken ({place}).", place=f"{first.file}:{first.line}"),
        message("Use the next free one: {id}", id=next_id) if next_id else message("Use another one."),
    )
