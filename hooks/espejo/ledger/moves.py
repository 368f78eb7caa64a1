"""Moved content: where the old URLs of pages, questions, and cards lead now, according to the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from espejo.ledger.deck_names import LANGUAGES
from espejo.model.addresses import could_be_unit, list_data_pages, list_taken
from espejo.model.bank import Bank


@dataclass(frozen=True, slots=True)
class Moves:
    """The old URLs of a bank. Entries in data/redirects.yaml take precedence."""

    pages: Mapping[str, str]
    """Pages that are gone, and their replacements; an empty string is home."""
    items: Mapping[str, Mapping[str, str]]
    """By page: the ids that moved away from it, and the page each is on now."""
    redirects: Mapping[str, str]
    """Pages redirected by data/redirects.yaml; disjoint from `pages`."""

    def follow(self, path: str) -> str:
        """Where a path, with or without an anchor, leads now."""
        page, mark, anchor = path.partition("#")
        page = self.redirects.get(page, page)
        return self.pages.get(page, page) + mark + anchor


def find_moves(bank: Bank) -> Moves:
    """Find what has moved. A page that is gone leads to where most of its items are, or its collection."""
    pages = set(list_data_pages(bank))
    redirected = {str(redirect.old): str(redirect.new) for redirect in bank.redirects}
    items: dict[str, dict[str, str]] = {}
    for placed in bank.items():
        if entry := bank.ledger.by_id.get(placed.item.id):
            for old in entry.pages:
                if old != placed.path:
                    items.setdefault(old, {})[entry.id] = placed.path
    known = dict.fromkeys([*items, *(deck.path for deck in bank.ledger.decks if deck.path != LANGUAGES)])
    taken = list_taken(bank)
    lost = (path for path in known if path not in pages and path not in redirected)
    gone = [path for path in lost if could_be_unit(path, taken)]
    return Moves({path: _find_target(path, items, pages) for path in gone}, items, redirected)


def _find_target(path: str, items: Mapping[str, Mapping[str, str]], pages: set[str]) -> str:
    if left := items.get(path):
        return Counter(left.values()).most_common(1)[0][0]
    folder = path.partition("/")[0]
    return folder if folder in pages else ""
