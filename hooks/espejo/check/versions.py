"""Two versions of a bank: matches their records, even if renamed or moved."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Mapping
from functools import cached_property
from typing import NamedTuple, TypeVar

from espejo.model.bank import Bank, Provable
from espejo.model.collection import Placed

Key = TypeVar("Key")

SAME_RECORD = 0.7
"""Minimum share of unchanged text, in characters of whole passages, for records to be the same."""

_MAX_SHARED = 20  # passages that more records share are ignored


class Pair(NamedTuple):
    """A question or card before and after an edit."""

    before: Placed
    after: Placed


class Versions:
    """A bank and an earlier version, `base`. Records in `unread` files are ignored."""

    def __init__(self, base: Bank, bank: Bank, unread: Container[str] = ()) -> None:
        self.base, self.bank = base, bank
        self._unread = unread

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Questions and cards in both versions, even with a different id or in a different file."""
        before = self._place_items(self.base)
        old_ids = {new: old for old, new in self.changed_ids.items()}
        after = self._place_items(self.bank)
        found = ((before.get(old_ids.get(id_, id_)), placed) for id_, placed in after.items())
        return tuple(Pair(old, new) for old, new in found if old)

    @cached_property
    def changed_ids(self) -> Mapping[str, str]:
        """The new id of each record whose id changed while its text stayed nearly the same."""
        before, after = self._index_records(self.base), self._index_records(self.bank)
        gone = {id_: measure_passages(record) for id_, record in before.items() if id_ not in after}
        if not gone:
            return {}
        new = {id_: measure_passages(record) for id_, record in after.items() if id_ not in before}
        return match_records(gone, new)

    @cached_property
    def renamed_units(self) -> Mapping[str, str]:
        """The new path of each renamed quiz or deck: all its remaining items are in one new file."""
        old_paths, new_paths = self._list_paths(self.base), self._list_paths(self.bank)
        homes: defaultdict[str, set[str]] = defaultdict(set)
        for before, after in self.pairs:
            if before.path not in new_paths:
                homes[before.path].add(after.path)
        renamed: dict[str, str] = {}
        for old in (path for path in old_paths if len(homes[path]) == 1):
            (new,) = homes[old]
            if new not in old_paths and new not in renamed.values():
                renamed[old] = new
        return renamed

    @cached_property
    def moved(self) -> tuple[Pair, ...]:
        """Questions and cards moved to another quiz or deck; renaming a file doesn't count."""
        return tuple(
            pair
            for pair in self.pairs
            if self.renamed_units.get(pair.before.path, pair.before.path) != pair.after.path
        )

    def _place_items(self, bank: Bank) -> dict[str, Placed]:
        return {
            placed.item.id: placed
            for placed in bank.items()
            if placed.item.id and placed.item.place.file not in self._unread
        }

    def _index_records(self, bank: Bank) -> dict[str, Provable]:
        return {
            record.id: record
            for record in bank.provable()
            if record.id and record.place.file not in self._unread
        }

    def _list_paths(self, bank: Bank) -> list[str]:
        units = (
            f"{collection.folder}/{slug}"
            for collection, slug, unit in bank.units()
            if unit.place.file not in self._unread
        )
        return list(units)


def measure_passages(record: Provable) -> Counter[str]:
    """The length of each passage of a record in every language, ignoring line breaks."""
    passages = {" ".join(one.split()) for text in record.texts() for one in text.passages.values()}
    return Counter({one: len(one) for one in passages})


def match_records(gone: Mapping[Key, Counter[str]], new: Mapping[Key, Counter[str]]) -> dict[Key, Key]:
    """Match deleted records with new ones that share most of their text, in linear time.

    Records are the same if at least `SAME_RECORD` of their characters are in shared passages.
    """
    owners: defaultdict[str, list[Key]] = defaultdict(list)
    for key, passages in new.items():
        for passage in passages:
            owners[passage].append(key)
    matched: dict[Key, Key] = {}
    taken: set[Key] = set()
    for old, passages in gone.items():
        shared = Counter[Key]()
        for passage, size in passages.items():
            if len(owners.get(passage, ())) <= _MAX_SHARED:
                shared.update(dict.fromkeys(owners.get(passage, ()), size))
        for key, size in shared.most_common():
            whole = max(passages.total(), new[key].total())
            if key not in taken and size >= SAME_RECORD * whole:
                matched[old] = key
                taken.add(key)
                break
    return matched
