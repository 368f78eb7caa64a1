"""Damaged Anki files: collections and packages changed at random, for tests that read them."""

from __future__ import annotations

import io
import random
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import suppress

_VALUES = (None, -1, 0, 2**63 - 1, -(2**63), 1.5, "x", "999", b"\xff\xfe", "a" * 5000, "espejo/en/q-01-01")
_COLUMNS = {
    "col": ("ver", "conf", "crt"),
    "notes": ("id", "guid", "flds"),
    "cards": ("id", "nid"),
    "revlog": ("id", "cid", "ease", "time", "type"),
}
_STATEMENTS = (
    "drop table {table}",
    "create view other as select * from {table}",
    "alter table {table} rename to old; create view {table} as select * from old",
    "alter table {table} rename to old; create view {table} as "
    "with recursive r(id) as (select 1 union all select id + 1 from r) "
    "select id, id guid, id nid, id cid from r",
    "alter table {table} rename to old; create virtual table {table} using fts5(id, guid, nid, cid)",
    "alter table {table} add column more generated always as (id * 2)",
    "insert into {table} select * from {table} limit 1",
    "delete from {table}",
    "create trigger more after insert on {table} begin delete from notes; end",
    "pragma writable_schema = on; update sqlite_schema set rootpage = 2 where name = '{table}'",
    "pragma writable_schema = on; update sqlite_schema set sql = 'create table ' where name = '{table}'",
)


def damage_database(data: bytes, dice: random.Random) -> bytes:
    """A collection with values, tables, or bytes that Anki never writes."""
    if dice.random() < 0.5:
        return damage_bytes(data, dice)
    database = sqlite3.connect(":memory:")
    database.deserialize(data)
    for _ in range(dice.randint(1, 4)):
        with suppress(sqlite3.Error):
            _damage_rows(database, dice)
    with suppress(sqlite3.Error):
        database.commit()
        return database.serialize()
    return data


def _damage_rows(database: sqlite3.Connection, dice: random.Random) -> None:
    table = dice.choice(list(_COLUMNS))
    if dice.random() < 0.4:
        database.executescript(dice.choice(_STATEMENTS).format(table=table))
        return
    column, value = dice.choice(_COLUMNS[table]), dice.choice(_VALUES)
    change = f"update {table} set {column} = ? where rowid in (select rowid from {table} limit 3)"  # noqa: S608
    database.execute(change, (value,))


def damage_bytes(data: bytes, dice: random.Random) -> bytes:
    """The bytes with some of them changed, removed, repeated, or truncated."""
    for _ in range(dice.randint(1, 8)):
        start = dice.randrange(len(data) or 1)
        end = start + dice.choice((1, 1, 2, 4, 100))
        middle: Callable[[], bytes] = dice.choice(
            (
                lambda length=end - start: dice.randbytes(length),
                lambda: bytes([dice.choice((0, 1, 0x7F, 0x80, 0xFF))]),
                lambda: b"",
                lambda part=data[start:end]: part * 2,
            )
        )
        data = data[:start] + middle() + data[end:]
    return data[: dice.randrange(len(data) + 1)] if dice.random() < 0.1 else data


def damage_package(package: bytes, dice: random.Random) -> bytes:
    """A package with wrong bytes, or with a damaged file in it."""
    if dice.random() < 0.5:
        return damage_bytes(package, dice)
    output = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as old, zipfile.ZipFile(output, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            damage = damage_database if content.startswith(b"SQLite") else damage_bytes
            new.writestr(name, damage(content, dice) if dice.random() < 0.7 else content)
    return output.getvalue()


def damage(data: bytes, dice: random.Random) -> bytes:
    """A damaged copy of a collection or package."""
    return (damage_database if data.startswith(b"SQLite") else damage_package)(data, dice)
