"""Answer recorder: turns answers into log events, and writes each one immediately."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic, time
from typing import Any

from espejo.messages.message import Message, MessageError, message, plural, sentences
from espejo.model.kinds.fingerprint import name_kind
from espejo.study.event import MAX_MS, Answer, LogEvent, write_time
from espejo.study.log_writer import LogWriter
from espejo.study.terminal.quiz_bank import Asked
from espejo.study.terminal.screen import Screen


def count_ms(start: float) -> int:
    """Count the milliseconds since a time of `monotonic`, which changes of the clock don't affect."""
    return round((monotonic() - start) * 1000)


class Recorder:
    """Adds answers in one language to a log. If writing fails, it's retried with the next answer."""

    def __init__(self, log: LogWriter, screen: Screen, language: str) -> None:
        self.log = log
        self._screen = screen
        self._language = language
        self._trouble = ""

    def make_event(self, asked: Asked, where: str, answer: Answer, *, ms: int, **given: Any) -> LogEvent:
        """Make the event for an answer, with the current time."""
        given.setdefault("guess", False)
        return LogEvent(
            id=asked.item.id,
            at=write_time(int(time() * 1000)),
            device=self.log.device,
            n=len(self.log.own) + 1,
            kind=name_kind(asked.item),
            answer=answer,
            ms=min(max(ms, 0), MAX_MS),
            lang=self._language,
            where=where,
            key=asked.key,
            **given,
        )

    def record(self, event: LogEvent) -> LogEvent:
        """Add an answer, and write it to the file."""
        self.log.add(event)
        self.save()
        return event

    def regrade(self, grade: str) -> None:
        """Change the grade of the last answer."""
        self.log.replace_last(replace(self.log.own[-1], grade=grade))
        self.save()

    def save(self) -> bool:
        """Write unsaved answers to the file; if that fails, report it once."""
        try:
            self.log.save()
        except (OSError, MessageError) as error:
            reason = error.text if isinstance(error, MessageError) else (error.strerror or str(error))
            if str(reason) != self._trouble:
                said = self._screen.tell(reason).rstrip(".")
                trouble = message(
                    "The log cannot be written: {reason}. Your answers are kept until the end, and it is "
                    "tried again with each one.",
                    reason=said,
                )
                self._screen.say(trouble)
            self._trouble = str(reason)
            return False
        self._trouble = ""
        return True

    def summarize(self) -> Message:
        """Describe how many answers were given, and where they are saved."""
        count = len(self.log.own)
        if not count:
            return message("Nothing was answered.")
        return sentences(plural("{count} answer.", "{count} answers.", count), self._say_where())

    def _say_where(self) -> Message:
        if not self.log.path:
            return message("Nothing is kept: to keep your answers, use --log FILE (with make: LOG=FILE).")
        if self.log.unsaved:
            return plural(
                "{count} of them could not be written and is lost.",
                "{count} of them could not be written and are lost.",
                self.log.unsaved,
            )
        return message("It is all in {file}.", file=str(self.log.path))
