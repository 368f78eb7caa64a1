"""Reviews in an Anki collection: the rows of its review log that belong to the notes of a bank.

The database may be hostile: nothing in it is run, only the columns that are needed are read, and what is not
as Anki writes it is left out.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from espejo.messages.message import message
from espejo.model.grammar import ITEM_ID, LOCALE, SLUG
from espejo.study.anki_file import AnkiError, copy_collection, damaged, not_anki, too_new
from espejo.study.anki_numbers import number_card
from espejo.study.log_file import MAX_EVENTS

Row = TypeVar("Row")

_OLDEST, _NEWEST = 11, 18
"""The versions of the tables, from Anki 2.0 on; those that are read here are the same in all of them."""

_ANSWERS = range(4)
"""The types of rows that are answers: learned, reviewed, relearned, and studied in a filtered deck."""

_LEARNING = (0, 2)
"""Of these, the first scheduler of Anki had only three answers: 1 again, 2 good, 3 easy."""

_CHANGES = (4, 5)
"""The types of rows that say that a due date was changed, by hand or by new settings."""

LAST_TIME = 253_402_300_799_999
"""The end of the year 9999, in milliseconds since 1970."""

_TABLES = frozenset(["col", "notes", "cards", "revlog"])
_READABLE = _TABLES | {"sqlite_master", "config"}
_CONFIG_TABLE = 14
"""The version from which on the settings are in a table of their own."""

_MAX_VALUE = 100 * 1024**2
_MAX_GUID = 500
"""The longest name of a note, in bytes. To match a much longer one takes gigabytes."""

_STEPS = 1_000_000
_STEPS_PER_BYTE = 4
"""How much SQLite may compute: for a row of a sound collection it needs less than a step per byte."""


class AnkiReview(NamedTuple):
    """One answer in Anki. `language` is that of the question."""

    item: str
    variant: str
    language: str
    is_ours: bool  # whether its card came from a package with a history
    number: int  # when, in milliseconds since 1970
    ease: int  # 1 again, 2 hard, 3 good, 4 easy
    ms: int  # how long it took, as Anki says


class AnkiReviews(NamedTuple):
    """The reviews of a bank's notes in a file, and how many rows about these notes make no sense."""

    reviews: tuple[AnkiReview, ...]
    unreadable: int


class _Note(NamedTuple):
    guid: str
    item: str
    variant: str
    language: str


def read_reviews(file: Path, namespace: str) -> AnkiReviews:
    """The reviews of the notes of a bank with this namespace. Raise `AnkiError` if there cannot be any."""
    with copy_collection(file) as copy:
        size = sum(path.stat().st_size for path in copy.parent.iterdir())
        try:
            with closing(_connect(copy)) as database:
                database.set_progress_handler(_Budget(_STEPS_PER_BYTE * size), _STEPS)
                version = _check_tables(file, database)
                reader = _Reader(database, namespace, first=_has_first_scheduler(database, version))
                return reader.read(file)
        except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite's own message may be in no encoding
            raise damaged(file) from error


class _Budget:
    """Stops SQLite, which asks after so many steps whether to stop, when it has taken too many of them."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def __call__(self) -> bool:
        self._left -= _STEPS
        return self._left < 0


def _connect(copy: Path) -> sqlite3.Connection:
    """A connection that reads the tables that we name, and calls no function."""
    database = sqlite3.connect(copy)
    database.text_factory = bytes  # text may be in no encoding at all
    for setting in ("trusted_schema=OFF", "query_only=ON", "cell_size_check=ON", "mmap_size=0"):
        database.execute(f"PRAGMA {setting}")
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_VALUE)
    database.set_authorizer(_authorize)
    return database


def _authorize(action: int, table: str | None, *_: str | None) -> int:
    is_read = action == sqlite3.SQLITE_READ and table in _READABLE
    return sqlite3.SQLITE_OK if is_read or action == sqlite3.SQLITE_SELECT else sqlite3.SQLITE_DENY


def _check_tables(file: Path, database: sqlite3.Connection) -> int:
    """The version of a collection, after a check that we know it, and that its tables run no code."""
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
        raise AnkiError(
            message(
                "{file} comes from a version of Anki that is too old. Open it in a current Anki, close Anki, "
                "and try again.",
                file=str(file),
            )
        )
    return version


def _has_first_scheduler(database: sqlite3.Connection, version: int) -> bool:
    """Whether the first scheduler of Anki is in use, as it is if the settings name none."""
    if version >= _CONFIG_TABLE:
        found = database.execute("SELECT val FROM config WHERE key = 'schedVer'").fetchone()
        return not found or found[0] == b"1"
    try:
        settings = json.loads(database.execute("SELECT conf FROM col").fetchone()[0])
    except (TypeError, ValueError, RecursionError):
        return False
    return isinstance(settings, dict) and settings.get("schedVer", 1) == 1


class _Reader:
    """Reads the tables one after the other, each once: whatever is in them, it takes linear time."""

    def __init__(self, database: sqlite3.Connection, namespace: str, *, first: bool) -> None:
        self._database = database
        self._namespace = namespace
        self._has_first_scheduler = first

    def read(self, file: Path) -> AnkiReviews:
        notes = dict(_limit(file, self._notes()))
        if not notes:
            raise AnkiError(
                message(
                    "{file} has no notes of this bank (their ids begin with {start}). "
                    "Check that it is the right deck or profile.",
                    file=str(file),
                    start=f"{self._namespace}/",
                )
            )
        cards = dict(_limit(file, self._cards(notes)))
        rows = self._database.execute("SELECT cid, id, ease, time, type FROM revlog")
        first = self._has_first_scheduler
        own = (_read_row(card, cards[card], first, *values) for card, *values in rows if card in cards)
        found = list(_limit(file, (review for review in own if review is not False)))
        reviews = tuple(review for review in found if review)
        return AnkiReviews(reviews, len(found) - len(reviews))

    def _cards(self, notes: Mapping[int, _Note]) -> Iterator[tuple[int, _Note]]:
        for card, note in self._database.execute("SELECT id, nid FROM cards"):
            if note in notes:
                yield card, notes[note]

    def _notes(self) -> Iterator[tuple[int, _Note]]:
        """The notes of the bank by their ids, known by how `exports/notes.py` names them."""
        pattern = re.compile(
            rf"{re.escape(self._namespace)}/(({LOCALE.pattern})(?:-{LOCALE.pattern})*)"
            rf"/({ITEM_ID.pattern}|(?:term|meaning)/{SLUG.pattern})".encode()
        )
        for number, text in self._database.execute("SELECT id, guid FROM notes"):
            match = pattern.fullmatch(text) if isinstance(text, bytes) and len(text) <= _MAX_GUID else None
            if match:
                guid, variant, language, item = (match[group].decode() for group in range(4))
                yield number, _Note(guid, item, variant, language)


def _limit(file: Path, rows: Iterable[Row]) -> Iterator[Row]:
    """As many rows as a log can have events, and an error if there are more."""
    for number, row in enumerate(rows):
        if number == MAX_EVENTS:
            raise AnkiError(
                message(
                    "{file} has more notes, cards or reviews of this bank than the {limit} events that a log "
                    "can have.",
                    file=str(file),
                    limit=MAX_EVENTS,
                )
            )
        yield row


def _read_row(card: int, note: _Note, first: bool, *values: Any) -> AnkiReview | Literal[False] | None:
    """A review; False if the row is about something else than an answer, and None if it makes no sense."""
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
