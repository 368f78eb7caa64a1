"""Moves: where questions and cards stood before, from the ledger, and where their old addresses lead now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from espejo.ledger.deck_names import LANGUAGES
from espejo.model.addresses import could_be_unit, list_data_pages, list_taken
from espejo.model.bank import Bank


@dataclass(frozen=True, slots=True)
class Moves:
    """The old addresses of a bank. What data/redirects.yaml says of a page comes first."""

    pages: Mapping[str, str]
    """Pages that are gone, each with the page that takes its place; empty for home."""
    items: Mapping[str, Mapping[str, str]]
    """By page: the ids that once stood there and now stand elsewhere, each with its page."""
    redirects: Mapping[str, str]
    """The pages that data/redirects.yaml redirects, which are not among `pages`."""

    def follow(self, path: str) -> str:
        """Where a path leads now, with the anchor that it may have."""
        page, mark, anchor = path.partition("#")
        page = self.redirects.get(page, page)
        return self.pages.get(page, page) + mark + anchor


def find_moves(bank: Bank) -> Moves:
    """Find what has moved. A page that is gone leads to where most of its items are, or to its collection."""
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
