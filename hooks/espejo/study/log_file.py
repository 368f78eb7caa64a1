"""Log file: reads and writes a learner's log in the format the site downloads.

Files are untrusted. `site/js/study/log/log_file.js` does the same in the browser.
"""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Never

from espejo.load.data_files import decode_text
from espejo.messages.message import Message, MessageError, fail, message
from espejo.study.event import ANKI_DEVICE, UNKNOWN_KEY, LogEvent, read_event, write_event

VERSION = 2
MAX_EVENTS = 1_000_000
MAX_SIZE = 384 * 1024 * 1024
"""Most bytes in a file: room for the maximum number of events."""

SAME_REVIEW = 1000
"""Most milliseconds between an answer and the same answer imported from Anki."""


def load_log(path: Path, bank: str) -> list[LogEvent]:
    """Load the events of a file. Raise `MessageError` if it isn't a log of the bank with this namespace."""
    return read_log(read_log_bytes(path), bank, str(path))


def read_log_bytes(path: Path) -> bytes:
    """Read a file, up to one byte over the size limit."""
    with suppress(OSError):  # opening it explains why
        if path.is_dir():
            fail("{file} is a folder, not the file of a log.", file=str(path))
    with open_file(path, str(path)) as stream:
        return stream.read(MAX_SIZE + 1)


def open_file(path: Path, name: str) -> BinaryIO:
    """Open a file to read. Raise `MessageError` if that fails."""
    try:
        return path.open("rb")
    except FileNotFoundError:
        raise MessageError(message("there is no file {file}.", file=name)) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise MessageError(message("{file} cannot be read: {reason}.", file=name, reason=reason)) from None


def describe_file(path: Path) -> tuple[int, ...]:
    """Return values that change when a file is written; empty if it doesn't exist."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


def read_log(content: bytes, bank: str, name: str) -> list[LogEvent]:
    """Parse the events in the bytes of a file with this name.

    If one event is malformed, the whole file is rejected: loading only a part would silently lose the rest.
    Of events with the same identity, the first counts.
    """
    if len(content) > MAX_SIZE:
        raise MessageError(_too_large(name))
    try:  # parse all numbers as browsers do
        file = json.loads(decode_text(content), parse_int=float, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise MessageError(_damaged(name)) from None
    _check_head(file, bank, name)
    events = [read_event(value) for value in file["events"]]
    read = [event for event in events if event]
    if len(read) < len(events):
        raise MessageError(_damaged(name))
    return unite(read)


def _refuse_constant(name: str) -> Never:
    raise ValueError(name)  # NaN and Infinity, which Python accepts but JSON doesn't have


def _check_head(file: Any, bank: str, name: str) -> None:
    if not isinstance(file, dict) or "espejo_log" not in file:
        fail(
            "{file} is not an Espejo log. Download yours on the page “Your practice” of the site.", file=name
        )
    version, found = file["espejo_log"], file.get("bank")
    is_version = isinstance(version, float) and version.is_integer() and version >= 1
    if is_version and version > VERSION:
        fail(
            "{file} was written by a newer version of Espejo. Update your copy of the repository and try "
            "again.",
            file=name,
        )
    if not is_version or not isinstance(found, str):
        raise MessageError(_damaged(name))
    if found != bank:
        other = message(
            "{file} is the log of another bank, {found}, not of {bank}.", file=name, found=found, bank=bank
        )
        raise MessageError(other)
    if not isinstance(file.get("events"), list):
        raise MessageError(_damaged(name))
    if len(file["events"]) > MAX_EVENTS:
        raise MessageError(_too_large(name))


def _damaged(name: str) -> Message:
    return message("{file} is damaged and cannot be read as a log. Download it again.", file=name)


def _too_large(name: str) -> Message:
    return message(
        "{file} is too large: a log may have at most {bytes} bytes and {events} events.",
        file=name,
        bytes=MAX_SIZE,
        events=MAX_EVENTS,
    )


TAIL = b"\n]}\n"
"""End of a file."""


def write_log(events: Iterable[LogEvent], bank: str) -> bytes:
    """Serialize these events, byte for byte as a browser does."""
    return write_head(bank) + write_events(events) + TAIL


def write_head(bank: str) -> bytes:
    """Serialize what comes before the events."""
    return (
        f'{{"espejo_log": {VERSION}, "bank": {json.dumps(bank, ensure_ascii=False)}, "events": [\n'.encode()
    )


def write_events(events: Iterable[LogEvent]) -> bytes:
    return ",\n".join(map(write_event, events)).encode()


def unite(known: Sequence[LogEvent], added: Iterable[LogEvent] = ()) -> list[LogEvent]:
    """Merge events without duplicates: known events first, then new ones.

    Of events with the same identity, the first counts, unless it is a review of an item that was unknown then
    and is known now. A review imported from Anki is left out if there is an answer to the same item within a
    second: it's that answer, exported to Anki before. Each answer matches only one review, so that two quick
    reviews in Anki stay two.
    """
    united: dict[tuple[str, int], LogEvent] = {}
    for event in known:
        united.setdefault(event.identity, event)
    again, reviews = set(), []
    for event in added:
        if event.identity in united:
            again.add(event.identity)
            if united[event.identity].key == UNKNOWN_KEY:
                united[event.identity] = event
        elif event.device == ANKI_DEVICE:
            reviews.append(event)
        else:
            united[event.identity] = event
    answers = [event for event in united.values() if event.identity not in again]
    for event in _leave_out_same(reviews, answers):
        united.setdefault(event.identity, event)
    return list(united.values())


def _leave_out_same(reviews: Iterable[LogEvent], answers: Iterable[LogEvent]) -> Iterator[LogEvent]:
    """Yield the reviews by time, without those that duplicate an answer."""
    times: dict[str, deque[int]] = defaultdict(deque)
    for answer in sorted(answers, key=lambda event: event.order):
        times[answer.id].append(answer.milliseconds)
    for review in sorted(reviews, key=lambda event: event.order):
        at, waiting = review.milliseconds, times[review.id]
        while waiting and waiting[0] < at - SAME_REVIEW:
            waiting.popleft()
        if waiting and waiting[0] <= at + SAME_REVIEW:
            waiting.popleft()
        else:
            yield review
