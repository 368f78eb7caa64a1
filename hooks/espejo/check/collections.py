"""Rules about collections, file names and ids."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.authoring.draft import FreeIds, find_stem
from espejo.model.addresses import list_taken
from espejo.model.bank import Bank
from espejo.model.grammar import ITEM_ID, PREFIX, SLUG, UNIT_FILE
from espejo.model.problems import Problem
from espejo.model.quiz import Item


def check_collections(bank: Bank) -> Iterator[Problem]:
    """A collection has its own folder and prefix, and its address is not that of another page."""
    taken_folders, taken_prefixes = set(list_taken(bank)), set()
    for collection in bank.collections:
        folder, prefix = collection.folder, collection.prefix
        if folder and not SLUG.fullmatch(folder):
            yield Problem(
                collection.place, "", f"invalid folder name '{folder}'. Expected something like: quizzes"
            )
        elif folder in taken_folders:
            yield Problem(collection.place, "", f"the folder '{folder}' is taken. Choose another name.")
        if prefix and not PREFIX.fullmatch(prefix):
            yield Problem(collection.place, "", f"invalid prefix '{prefix}'. Expected letters, such as q.")
        elif prefix in taken_prefixes:
            yield Problem(collection.place, "", f"the prefix '{prefix}' is taken. Choose other letters.")
        taken_folders.add(folder)
        taken_prefixes.add(prefix)


def check_file_names(bank: Bank) -> Iterator[Problem]:
    for _, slug, unit in bank.units():
        if not UNIT_FILE.fullmatch(slug):
            fact = f"invalid file name '{slug}'. Expected something like: phase-07-scalar-autograd"
            yield Problem(unit.place._replace(line=1, column=1), "", fact)


def check_ids(bank: Bank) -> Iterator[Problem]:
    """Each id is well formed, and a new one begins with the letters of its collection.

    One that the ledger knows may stand anywhere: a question keeps its id when it moves.
    """
    for collection, slug, unit in bank.units():
        stem = find_stem(collection, slug)
        example = f"Expected something like {stem or f'{collection.prefix}-07-'}01."
        for item in unit.items:
            is_ours = item.id.startswith(f"{collection.prefix}-") or item.id in bank.ledger.by_id
            if item.id and not ITEM_ID.fullmatch(item.id):
                yield Problem(item.place, item.id, f"malformed id '{item.id}'. {example}")
            elif item.id and not is_ours:
                fact = f"the id does not begin with the letters of its collection. {example}"
                yield Problem(item.place, item.id, fact)


def check_ids_unique(bank: Bank) -> Iterator[Problem]:
    """No two questions or cards have the same id."""
    first: dict[str, Item] = {}
    free = FreeIds(bank)
    for placed in bank.items():
        item = placed.item
        if item.id and first.setdefault(item.id, item) is not item:
            place = first[item.id].place
            next_id = free.take(find_stem(placed.collection, placed.slug))
            todo = f"Use the next free one: {next_id}" if next_id else "Use another one."
            yield Problem(item.place, item.id, f"the id is taken ({place.file}:{place.line}). {todo}")
