"""Quiz in the terminal: asks items with feedback, shows the score, then repeats missed ones."""

from __future__ import annotations

from collections.abc import Sequence

from espejo.messages.message import Message, message
from espejo.study.event import LogEvent
from espejo.study.terminal.asking import Asker
from espejo.study.terminal.quiz_bank import Asked
from espejo.study.terminal.rich_text import write_rows
from espejo.study.terminal.words import word


class QuizRun:
    """One pass through some items. Its results are derived from the answers recorded since."""

    def __init__(self, asker: Asker, items: Sequence[Asked]) -> None:
        self.asker = asker
        self.screen = asker.screen
        self.items = items
        self._begun = len(asker.recorder.log.own)

    def run(self) -> None:
        """Ask all items, show the score even if the reader quits early, and offer to repeat missed items."""
        try:
            for number, asked in enumerate(self.items, 1):
                self.asker.ask(asked, say_place(number, len(self.items)))
        finally:
            if first := self.first:
                self.show_score("end_score", right=sum(first.values()), count=len(first))
        self.offer_missed()

    def _list_answers(self) -> list[LogEvent]:
        return self.asker.recorder.log.own[self._begun :]

    @property
    def first(self) -> dict[str, bool]:
        """Whether each answered item was right the first time, by id."""
        return {event.id: event.right for event in reversed(self._list_answers())}

    @property
    def missed(self) -> list[Asked]:
        """Items whose last answer was wrong."""
        last = {event.id: event.right for event in self._list_answers()}
        return [asked for asked in self.items if not last.get(asked.item.id, True)]

    def show_score(self, name: str, note: str = "", *, right: int, count: int) -> None:
        """Show how many were right, and which were wrong in the end."""
        self.screen.head(f"{word(name, right=right, count=count)}.")
        if note:
            self.screen.say(note)
        if missed := self.missed:
            self.screen.say(word("end_missed"))
            self.screen.show(write_rows(("-", self.asker.view.line(one.item.heading)) for one in missed))

    def offer_missed(self) -> None:
        """Repeat missed items with shuffled choices until each was right once."""
        about = message("Press Enter to be asked these again, or type :q to stop.")
        while missed := self.missed:
            self.screen.gap()
            prompt = message("Enter asks what you missed again ({count}), :q stops:", count=len(missed))
            self.screen.ask(prompt, about)
            for number, asked in enumerate(missed, 1):
                self.asker.ask(asked, say_place(number, len(missed)), shuffled=True)


def say_place(number: int, count: int) -> Message:
    return message("{number} of {count}", number=number, count=count)
