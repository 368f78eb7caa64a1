"""Log writer: appends answers to a log file one at a time, without losing any.

The whole file is replaced after each answer, under a lock on its folder. The bytes of existing events don't
change. If another program has written the file since, it is read again first.
"""

from __future__ import annotations

import secrets
import string
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from espejo.files import lock_folder, replace_file
from espejo.messages.message import fail
from espejo.study.event import LogEvent
from espejo.study.log_file import (
    MAX_EVENTS,
    MAX_SIZE,
    TAIL,
    describe_file,
    read_log,
    read_log_bytes,
    write_events,
    write_head,
)

_NAME = string.ascii_lowercase + string.digits


def make_device() -> str:
    """Make a random device id, as browsers do."""
    return "".join(secrets.choice(_NAME) for _ in range(12))


class LogWriter:
    """A log file, open for answers of this run. Without a path, answers stay in memory."""

    def __init__(self, path: Path | None, bank: str) -> None:
        """Raise `MessageError` if the file exists and isn't a log of this bank."""
        self.path = path
        self.device = make_device()
        self.events: list[LogEvent] = []  # in the file, without those of this run
        self.own: list[LogEvent] = []
        self.unsaved = 0  # number of last events that aren't in the file
        self._bank = bank
        self._body = b""
        self._stamp: tuple[int, ...] = ()
        if path:
            self._open(path)

    def add(self, event: LogEvent) -> None:
        """Add an answer, without saving the file."""
        self.own.append(event)
        self.unsaved += 1

    def replace_last(self, event: LogEvent) -> None:
        """Replace the last event, for example to change the grade, without saving the file."""
        self.own[-1] = event
        self.unsaved = max(self.unsaved, 1)

    def save(self) -> None:
        """Write unsaved events to the file. Raise `MessageError` or `OSError` if that fails."""
        if not self.path or not self.unsaved:
            return
        with _lock(self.path.resolve().parent):
            if describe_file(self.path) not in (self._stamp, ()):
                self._read(self.path)
            replace_file(self.path, self._content(str(self.path)))
            self._stamp = describe_file(self.path)
        self.unsaved = 0

    def _open(self, path: Path) -> None:
        if path.exists() and not path.is_file() and not path.is_dir():
            fail("{file} is not a file. Choose another one for the log.", file=str(path))
        if not path.absolute().parent.is_dir():
            folder = str(path.parent)
            fail("there is no folder {folder} for the log. Make it first.", folder=folder)
        if path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        """Load what is in the file now, as bytes if our own software wrote it."""
        stamp, content = describe_file(path), read_log_bytes(path)
        events = read_log(content, self._bank, str(path))
        others = [event for event in events if event.device != self.device]
        head = write_head(self._bank)
        if len(others) == len(events) and content.startswith(head) and content.endswith(TAIL):
            self._body = content[len(head) : -len(TAIL)]
        else:
            self._body = write_events(others)
        self.events, self._stamp = others, stamp

    def _content(self, name: str) -> bytes:
        parts = [part for part in (self._body, write_events(self.own)) if part.strip()]
        content = write_head(self._bank) + b",\n".join(parts) + TAIL
        if len(self.events) + len(self.own) > MAX_EVENTS or len(content) > MAX_SIZE:
            fail("{file} is full: a log may have at most {events} events.", file=name, events=MAX_EVENTS)
        return content


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Lock a folder, if the file system can, because two terminals may write to the same log."""
    with ExitStack() as stack:
        with suppress(OSError):
            stack.enter_context(lock_folder(folder))
        yield
