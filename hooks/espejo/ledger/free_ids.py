"""Id allocator: the next free id for a question, card, or reference record; never reuses one."""

from __future__ import annotations

from espejo.model.bank import Bank
from espejo.model.collection import Collection
from espejo.model.grammar import ITEM_ID, NUMBERED_FILE, REFERENCE_ID

LAST_NUMBER = 9999


class FreeIds:
    """Allocates ids after the highest one ever used with the same stem."""

    def __init__(self, bank: Bank) -> None:
        used = {record.id for record in bank.provable()} | {entry.id for entry in bank.ledger.entries}
        self._last: dict[str, int] = {}
        for id_ in used.union(bank.ledger.retired):
            if ITEM_ID.fullmatch(id_) or REFERENCE_ID.fullmatch(id_):
                stem, dash, number = id_.rpartition("-")
                self._last[stem + dash] = max(self._last.get(stem + dash, 0), int(number))

    def take(self, stem: str) -> str:
        """Take the next free id with a stem such as `q-07-`; empty if none is left."""
        number = self._last.get(stem, 0) + 1
        self._last[stem] = number
        return f"{stem}{number:02}" if number <= LAST_NUMBER else ""


def find_stem(collection: Collection, slug: str) -> str:
    """The prefix of new ids in a file: `q-07-`, or `q-` if the file name has no number."""
    name = NUMBERED_FILE.fullmatch(slug)
    return f"{collection.prefix}-{name[1]}-" if name else f"{collection.prefix}-"
