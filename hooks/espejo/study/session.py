"""Review session: the order of items in one sitting. Missed items come back until they are known.

`site/js/study/review/session.js` does the same in the browser, where the last step can also be undone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from espejo.study.queue import QueueItem

SOON, LATER = 3, 8
"""Items until a missed one comes back: soon after a confident wrong answer, later after any other."""


class Session:
    """Items left to ask, the number asked, and the number known the first time."""

    def __init__(self, queue: Iterable[QueueItem]) -> None:
        self.queue = list(queue)
        self.asked = self.known = 0
        self._missed: set[str] = set()

    @property
    def current(self) -> QueueItem | None:
        """The current item; None at the end."""
        return self.queue[0] if self.queue else None

    def answer(self, *, is_known: bool, sure: bool) -> None:
        """Advance to the next item; this one comes back if it wasn't known."""
        item = self.queue.pop(0)
        if item.id not in self._missed:
            self.asked += 1
            self.known += is_known
        if not is_known:
            self._missed.add(item.id)
            self.queue.insert(SOON if sure else LATER, replace(item, fresh=False, missed=True))

    def skip(self) -> None:
        """Skip the current item."""
        self.queue.pop(0)
