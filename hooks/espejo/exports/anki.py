"""Anki package writer (.apkg): a zip with a SQLite database of notes, and media files.

We don't use a library: each note needs its own modification time, and the output must be reproducible.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from hashlib import blake2s, sha1
from html import unescape
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from espejo.exports.anki_escape import join_deck, join_tags
from espejo.exports.notes import Note
from espejo.ledger.deck_names import name_root
from espejo.model.bank import ESPEJO, Bank
from espejo.rendering.environment import TEMPLATES

FIELDS = ("Front", "Back")
FRONT = "{{Front}}"
BACK = '{{FrontSide}}\n<hr id="answer">\n{{Back}}'
LOOKS_CHANGED = 1_794_873_600
"""Last change of the card templates or styles. Anki updates them only if this is newer."""

_EPOCH = 1_794_787_200
_FIRST_TYPE = _EPOCH * 1000 + 1  # of the namespace `espejo`; learners already have it
_SEPARATOR = "\x1f"
_SCHEMA = """
CREATE TABLE col (id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL, scm integer NOT NULL,
  ver integer NOT NULL, dty integer NOT NULL, usn integer NOT NULL, ls integer NOT NULL, conf text NOT NULL,
  models text NOT NULL, decks text NOT NULL, dconf text NOT NULL, tags text NOT NULL);
CREATE TABLE notes (id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL, mod integer NOT NULL,
  usn integer NOT NULL, tags text NOT NULL, flds text NOT NULL, sfld integer NOT NULL, csum integer NOT NULL,
  flags integer NOT NULL, data text NOT NULL);
CREATE TABLE cards (id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL, ord integer NOT NULL,
  mod integer NOT NULL, usn integer NOT NULL, type integer NOT NULL, queue integer NOT NULL,
  due integer NOT NULL, ivl integer NOT NULL, factor integer NOT NULL, reps integer NOT NULL,
  lapses integer NOT NULL, left integer NOT NULL, odue integer NOT NULL, odid integer NOT NULL,
  flags integer NOT NULL, data text NOT NULL);
CREATE TABLE revlog (id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL,
  ease integer NOT NULL, ivl integer NOT NULL, lastIvl integer NOT NULL, factor integer NOT NULL,
  time integer NOT NULL, type integer NOT NULL);
CREATE TABLE graves (usn integer NOT NULL, oid integer NOT NULL, type integer NOT NULL);
CREATE INDEX ix_notes_usn ON notes (usn);
CREATE INDEX ix_cards_usn ON cards (usn);
CREATE INDEX ix_revlog_usn ON revlog (usn);
CREATE INDEX ix_cards_nid ON cards (nid);
CREATE INDEX ix_cards_sched ON cards (did, queue, due);
CREATE INDEX ix_revlog_cid ON revlog (cid);
CREATE INDEX ix_notes_csum ON notes (csum);
"""
_STYLES = (TEMPLATES / "notes" / "note.css").read_text(encoding="utf-8")
_TAG = re.compile(r"<[^>]*>")
_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)


class NoteType(NamedTuple):
    """The note type of a bank. Its id is derived from the namespace, so that no two banks share one."""

    name: str
    namespace: str

    @property
    def id(self) -> int:
        if self.namespace == ESPEJO.namespace:
            return _FIRST_TYPE
        return _FIRST_TYPE + 1 + _hash(self.namespace)


def name_note_type(bank: Bank) -> NoteType:
    return NoteType(bank.identity.note_type or name_root(bank), bank.identity.namespace)


RevlogRow = tuple[int, int, int, int, int, int, int, int, int]


class CardRows(NamedTuple):
    """The card of a note: its id (same as the note's), the columns `type` to `lapses`, and its reviews."""

    number: int
    columns: tuple[int, int, int, int, int, int, int]
    data: str = ""
    reviews: Sequence[RevlogRow] = ()


class Learning(NamedTuple):
    """A learner's history: gives each note its card, by index. `due` counts days since `created`."""

    card: Callable[[Note, int], CardRows]
    created: int = _EPOCH
    settings: Mapping[str, Any] = {}


def new_card(_: Note, index: int) -> CardRows:
    """A new card, to be learned in the order of the notes."""
    return CardRows(_EPOCH * 1000 + index, (0, 0, index + 1, 0, 0, 0, 0))


NOTHING_LEARNED = Learning(new_card)


def write_package(
    notes: Iterable[Note],
    note_type: NoteType,
    media: Mapping[str, bytes],
    learning: Learning = NOTHING_LEARNED,
) -> bytes:
    """Write a package with these notes, media files, and learning history, and return its bytes.

    The database goes to disk first, because in memory a large bank would need several times its size.
    """
    output = BytesIO()
    with TemporaryDirectory(prefix="espejo-") as folder, zipfile.ZipFile(output, "w") as package:
        database = Path(folder, "collection.anki2")
        _write_collection(database, notes, note_type, learning)
        with database.open("rb") as source, package.open(_entry("collection.anki2"), "w") as entry:
            shutil.copyfileobj(source, entry, 1 << 20)
        named = json.dumps({str(index): name for index, name in enumerate(media)})
        package.writestr(_entry("media"), named.encode())
        for index, content in enumerate(media.values()):
            package.writestr(_entry(str(index)), content)
    return output.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _ZIP_EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _write_collection(path: Path, notes: Iterable[Note], note_type: NoteType, learning: Learning) -> None:
    decks: dict[str, int] = {}
    cards, reviews = [], list[RevlogRow]()

    def list_rows() -> Iterator[tuple[object, ...]]:
        for index, note in enumerate(notes):
            name = join_deck(note.deck)
            deck = decks.setdefault(name, _deck_id(name))
            card, changed = learning.card(note, index), note.changed or _EPOCH
            fields = _SEPARATOR.join(side.replace(_SEPARATOR, " ") for side in (note.front, note.back))
            sort_field = unescape(_TAG.sub("", note.front)).strip()
            checksum = int(sha1(sort_field.encode(), usedforsecurity=False).hexdigest()[:8], 16)
            number, tags = card.number, f" {join_tags(note.tags)} "
            yield number, note.guid, note_type.id, changed, -1, tags, fields, sort_field, checksum, 0, ""
            cards.append((number, number, deck, 0, changed, -1, *card.columns, 0, 0, 0, 0, card.data))
            reviews.extend(card.reviews)

    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {_SCHEMA}")
        database.executemany("INSERT INTO notes VALUES (?,?,?,?,?,?,?,?,?,?,?)", list_rows())
        database.execute(
            "INSERT INTO col VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)", _collection_row(decks, note_type, learning)
        )
        database.executemany("INSERT INTO cards VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", cards)
        database.executemany("INSERT INTO revlog VALUES (?,?,?,?,?,?,?,?,?)", reviews)


def _deck_id(name: str) -> int:
    """Derive a deck's id from its name, which is all Anki uses to tell decks apart."""
    return _EPOCH * 1000 + _hash(name)


def _hash(text: str) -> int:
    return int.from_bytes(blake2s(text.encode(), digest_size=4).digest())


def _collection_row(decks: Mapping[str, int], note_type: NoteType, learning: Learning) -> tuple[Any, ...]:
    described = {"1": _deck("Default", 1)} | {str(id_): _deck(name, id_) for name, id_ in decks.items()}
    columns: tuple[dict[str, Any], ...] = (
        {"nextPos": 1, "activeDecks": [1], "curDeck": 1, **learning.settings},
        {str(note_type.id): _describe_type(note_type)},
        described,
        {},
        {},
    )
    described_columns = (json.dumps(column) for column in columns)
    return (1, learning.created, _EPOCH * 1000, _EPOCH * 1000, 11, 0, 0, 0, *described_columns)


def _deck(name: str, id_: int) -> dict[str, Any]:
    today = {count: [0, 0] for count in ("lrnToday", "revToday", "newToday", "timeToday")}
    collapsed = {"collapsed": False, "browserCollapsed": False}
    settings = {"conf": 1, "dyn": 0, "extendNew": 0, "extendRev": 0, **collapsed, **today}
    return {"id": id_, "name": name, "desc": "", "mod": _EPOCH, "usn": -1, **settings}


def _describe_type(note_type: NoteType) -> dict[str, Any]:
    fields = [
        {"name": name, "ord": index, "font": "Arial", "size": 20, "rtl": False, "sticky": False, "media": []}
        for index, name in enumerate(FIELDS)
    ]
    card = {"name": "Card", "ord": 0, "qfmt": FRONT, "afmt": BACK, "bqfmt": "", "bafmt": "", "did": None}
    return {
        "id": note_type.id,
        "name": note_type.name,
        "type": 0,
        "mod": LOOKS_CHANGED,
        "usn": -1,
        "sortf": 0,
        "did": 1,
        "flds": fields,
        "tmpls": [card],
        "css": _STYLES,
        "latexPre": "",
        "latexPost": "",
        "req": [[0, "any", [0]]],
        "tags": [],
        "vers": [],
    }
