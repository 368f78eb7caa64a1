"""Cache keys of a bank: digests of all that the notes, records and pages of a quiz or deck are made of.

What nearly every page shows (words, terms, titles of collections, settings of the site) is in one digest, so
an edit of it makes everything anew. A question is in the key of its own quiz, and of those that refer to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from espejo.cache.digest import code_version, take_digest
from espejo.model.addresses import unit_path
from espejo.model.bank import Bank
from espejo.model.collection import Placed
from espejo.model.figure import FIGURES
from espejo.model.ledger import Entry
from espejo.model.quiz import Unit
from espejo.model.text import Text

_LEDGER = "data/ledger.yaml"

StalePassages = Mapping[str, list[tuple[str, ...]]]
"""The stale passages by id: where each is, its language, and the one that was edited since."""


class BankKeys:
    """The keys of one bank. `digests` are those of the content of its data files, by their names."""

    def __init__(
        self,
        bank: Bank,
        digests: Mapping[str, bytes],
        *,
        stale: StalePassages,
        settings: Iterable[str],
    ) -> None:
        """`settings` are what everything is made with and no data file says."""
        self._bank = bank
        self._digests = digests
        self._stale = stale
        self._settings = tuple(settings)

    @property
    def code(self) -> bytes:
        """The code alone, for what is made of nothing that a file says."""
        return code_version()

    @cached_property
    def shared(self) -> bytes:
        """What everything is made with: code, settings, and all files but quizzes, decks and figures."""
        units = {unit.place.file for _, _, unit in self._bank.units()}
        apart = (f"data/{FIGURES}/", _LEDGER)
        files = [name for name in sorted(self._digests) if name not in units and not name.startswith(apart)]
        locales = repr(list(self._bank.locales))
        return take_digest(code_version(), *self._settings, locales, *self._list_files(files))

    @cached_property
    def units(self) -> Mapping[str, bytes]:
        """The key of each quiz or deck by its path: its file, its figures, what it refers to, the ledger."""
        return {
            unit_path(collection.folder, slug): self._make_unit_key(unit)
            for collection, slug, unit in self._bank.units()
        }

    @cached_property
    def bank(self) -> bytes:
        """The whole bank."""
        return take_digest(self.shared, *self._list_files(sorted(self._digests)), repr(self._stale))

    def _make_unit_key(self, unit: Unit) -> bytes:
        ids = [item.id for item in unit.items]
        figures = {f"data/{FIGURES}/{item.figure}.yaml" for item in unit.items if item.figure}
        entries = self._bank.ledger.by_id
        referred = dict.fromkeys(id_ for item in unit.items for id_ in item.see)
        return take_digest(
            self.shared,
            *self._list_files([unit.place.file, *sorted(figures)]),
            *(_describe_entry(entries[id_]) for id_ in ids if id_ in entries),
            *(repr(one) for id_ in ids for one in self._stale.get(id_, ())),
            *map(self._describe_item, referred),
        )

    def _describe_item(self, id_: str) -> str:
        """What others show of a question or card; a reference record is in the shared digest."""
        placed = self._placed.get(id_)
        return repr((id_, placed.path, describe_text(placed.item.heading)) if placed else id_)

    @cached_property
    def _placed(self) -> Mapping[str, Placed]:
        return {placed.item.id: placed for placed in self._bank.items()}

    def _list_files(self, names: Iterable[str]) -> Iterable[bytes | str]:
        for name in names:
            yield name
            yield self._digests.get(name, b"")


def describe_text(text: Text) -> Any:
    """A text without its place, which changes with every line above it."""
    return sorted(text.passages.items())


def _describe_entry(entry: Entry) -> str:
    """An entry of the ledger without its place."""
    maps = [sorted(one.items()) if one else None for one in (entry.seen, entry.agreed)]
    return repr((entry.id, entry.pages, maps, entry.proven, entry.right, entry.values))
