"""Anki collection reader: reads the reviews of a bank's notes from the review log (revlog).

The database may be malicious: none of its code is run, only the necessary columns are read, and anything not
written like Anki does is left out.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from espejo.messages.message import fail
from espejo.model.grammar import ITEM_ID, LOCALE, SLUG
from espejo.study.anki_file import copy_collection, damaged, not_anki, too_new
from espejo.study.anki_numbers import number_card
from espejo.study.log_file import MAX_EVENTS

Row = TypeVar("Row")

_OLDEST, _NEWEST = 11, 18
"""Schema versions since Anki 2.0; the tables read here are the same in all of them."""

_ANSWERS = range(4)
"""Row types of answers: learn, review, relearn, and filtered deck."""

_LEARNING = (0, 2)
"""For these, Anki's first scheduler had only three answers: 1 again, 2 good, 3 easy."""

_CHANGES = (4, 5)
"""Row types of changes to a due date, manual or by new settings."""

LAST_TIME = 253_402_300_799_999
"""End of the year 9999, in milliseconds since 1970."""

_TABLES = frozenset(["col", "notes", "cards", "revlog"])
_READABLE = _TABLES | {"sqlite_master", "config"}
_CONFIG_TABLE = 14
"""First schema version with settings in a separate table."""

_MAX_VALUE = 100 * 1024**2
_MAX_GUID = 500
"""Longest guid of a note, in bytes. Matching a much longer one takes gigabytes."""

_STEPS = 1_000_000
_STEPS_PER_BYTE = 4
"""Computation limit for SQLite: rows of a valid collection take less than one step per byte."""


class AnkiReview(NamedTuple):
    """One answer in Anki; `language` is the question's."""

    item: str
    variant: str
    language: str
    is_ours: bool  # whether the card came from a package with a history
    number: int  # its time, in milliseconds since 1970
    ease: int  # 1 again, 2 hard, 3 good, 4 easy
    ms: int  # time taken, according to Anki


class AnkiReviews(NamedTuple):
    """Reviews of a bank's notes in a file, and the number of invalid rows for these notes."""

    reviews: tuple[AnkiReview, ...]
    unreadable: int


class _Note(NamedTuple):
    guid: str
    item: str
    variant: str
    language: str


def read_reviews(file: Path, namespace: str) -> AnkiReviews:
    """Read the reviews of the notes with this namespace. Raise `MessageError` if the file can't be read."""
    with copy_collection(file) as copy:
        size = sum(path.stat().st_size for path in copy.parent.iterdir())
        try:
            with closing(_connect(copy)) as database:
                left = iter(range(_STEPS_PER_BYTE * size // _STEPS))
                database.set_progress_handler(lambda: next(left, None) is None, _STEPS)
                version = _check_tables(file, database)
                return _read(file, database, namespace, first=_has_first_scheduler(database, version))
        except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite's own message may not be decodable
            raise damaged(file) from error


def _connect(copy: Path) -> sqlite3.Connection:
    """Open a connection that can only read tables we allow, and can't call functions."""
    database = sqlite3.connect(copy)
    database.text_factory = bytes  # text may not be decodable
    for setting in ("trusted_schema=OFF", "query_only=ON", "cell_size_check=ON", "mmap_size=0"):
        database.execute(f"PRAGMA {setting}")
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE)
    database.set_authorizer(_authorize)
    return database


def _authorize(action: int, table: str | None, *_: str | None) -> int:
    is_read = action == sqlite3.SQLITE_READ and table in _READABLE
    return sqlite3.SQLITE_OK if is_read or action == sqlite3.SQLITE_SELECT else sqlite3.SQLITE_DENY


def _check_tables(file: Path, database: sqlite3.Connection) -> int:
    """Return the schema version, after checking that it's known and that no table runs code."""
    schema = dict(database.execute("SELECT name, sql FROM sqlite_master"))
    if not {name.encode() for name in _TABLES} <= schema.keys():
        raise not_anki(file)
    if any(re.search(rb"(?i)\bvirtual\b", sql) for sql in schema.values() if isinstance(sql, bytes)):
        raise damaged(file)
    version = next(iter(database.execute("SELECT ver FROM col")), (None,))[0]
    if not isinstance(version, int):
        raise damaged(file)
    if version > _NEWEST:
        raise too_new(file)
    if version < _OLDEST:
        fail(
            "{file} comes from a version of Anki that is too old. Open it in a current Anki, close Anki, "
            "and try again.",
            file=str(file),
        )
    return version


def _has_first_scheduler(database: sqlite3.Connection, version: int) -> bool:
    """Whether the collection uses Anki's first scheduler, which is the default in the settings."""
    if version >= _CONFIG_TABLE:
        found = database.execute("SELECT val FROM config WHERE key = 'schedVer'").fetchone()
        return not found or found[0] == b"1"
    try:
        settings = json.loads(database.execute("SELECT conf FROM col").fetchone()[0])
    except (TypeError, ValueError, RecursionError):
        return False
    return isinstance(settings, dict) and settings.get("schedVer", 1) == 1


def _read(file: Path, database: sqlite3.Connection, namespace: str, *, first: bool) -> AnkiReviews:
    """Read each table once, so that the time is linear whatever they contain."""
    notes = dict(_limit(file, _read_notes(database, namespace)))
    if not notes:
        fail(
            "{file} has no notes of this bank (their ids begin with {start}). "
            "Check that it is the right deck or profile.",
            file=str(file),
            start=f"{namespace}/",
        )
    rows = database.execute("SELECT id, nid FROM cards")
    cards = dict(_limit(file, ((card, notes[note]) for card, note in rows if note in notes)))
    rows = database.execute("SELECT cid, id, ease, time, type FROM revlog")
    own = (_read_row(card, cards[card], first, *values) for card, *values in rows if card in cards)
    found = list(_limit(file, (review for review in own if review is not False)))
    reviews = tuple(review for review in found if review)
    return AnkiReviews(reviews, len(found) - len(reviews))


def _read_notes(database: sqlite3.Connection, namespace: str) -> Iterator[tuple[int, _Note]]:
    """Yield the bank's notes by id, recognized by their guids from `exports/notes.py`."""
    pattern = re.compile(
        rf"{re.escape(namespace)}/(({LOCALE.pattern})(?:-{LOCALE.pattern})*)"
        rf"/({ITEM_ID.pattern}|(?:term|meaning)/{SLUG.pattern})".encode()
    )
    for number, text in database.execute("SELECT id, guid FROM notes"):
        match = pattern.fullmatch(text) if isinstance(text, bytes) and len(text) <= _MAX_GUID else None
        if match:
            guid, variant, language, item = (match[group].decode() for group in range(4))
            yield number, _Note(guid, item, variant, language)


def _limit(file: Path, rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the rows, or raise an error if there are more than a log can have events."""
    for number, row in enumerate(rows):
        if number == MAX_EVENTS:
            fail(
                "{file} has more notes, cards or reviews of this bank than the {limit} events that a log "
                "can have.",
                file=str(file),
                limit=MAX_EVENTS,
            )
        yield row


def _read_row(card: int, note: _Note, first: bool, *values: Any) -> AnkiReview | Literal[False] | None:
    """Read a row as a review; False if it isn't an answer, None if it's invalid."""
    if not all(isinstance(value, int) for value in values):
        return None
    number, ease, ms, type_ = values
    if type_ in _CHANGES or (type_ in _ANSWERS and ease == 0):
        return False
    if type_ not in _ANSWERS or not 1 <= ease <= 4 or not 1 <= number <= LAST_TIME:
        return None
    if first and type_ in _LEARNING and ease in (2, 3):
        ease += 1
    is_ours = card == number_card(note.guid)
    return AnkiReview(note.item, note.variant, note.language, is_ours, number, ease, ms)
