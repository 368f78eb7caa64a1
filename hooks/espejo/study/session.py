"""Review session: the order of what is asked in one sitting. What was missed comes back until it was known.

`site/js/study/review/session.js` is the same in the browser, where the last step can also be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from espejo.study.queue import QueueItem

SOON, LATER = 3, 8
"""A wrong answer that was given surely comes back after so many others, and any other after more."""


class Session:
    """What is left to ask, how many were asked, and how many of them were known the first time."""

    def __init__(self, queue: Iterable[QueueItem]) -> None:
        self.queue = list(queue)
        self.asked = self.known = 0
        self._missed: set[str] = set()

    @property
    def current(self) -> QueueItem | None:
        """What is asked now; None at the end."""
        return self.queue[0] if self.queue else None

    def answer(self, *, is_known: bool, sure: bool) -> None:
        """Go on to the next item; this one comes back if it was not known."""
        item = self.queue.pop(0)
        if item.id not in self._missed:
            self.asked += 1
            self.known += is_known
        if not is_known:
            self._missed.add(item.id)
            self.queue.insert(SOON if sure else LATER, replace(item, fresh=False, missed=True))

    def skip(self) -> None:
        """Leave out what is asked now."""
        self.queue.pop(0)
