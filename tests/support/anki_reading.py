"""Real Anki for the history tests: imports a package with scheduling, and returns the resulting cards.

It runs as a program to use another time zone, because a process has only one: package in, JSON out.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import anki.lang
from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest

from espejo.study.schedule import learner_day


class Row(NamedTuple):
    """A review in Anki."""

    id: int
    ease: int
    interval: int
    before: int
    ms: int
    type: int


class Seen(NamedTuple):
    """A card in Anki: its columns, due date, memory, and reviews."""

    type: int
    queue: int
    day: int
    interval: int
    reps: int
    lapses: int
    stability: float
    difficulty: float
    retention: float
    rows: tuple[Row, ...]


def open_collection(folder: Path, *, fsrs: bool = False) -> Collection:
    anki.lang.set_lang("en")
    collection = Collection(str(folder / "learner.anki2"))
    collection.set_config("fsrs", fsrs)
    return collection


def import_learned(collection: Collection, package: bytes, *, progress: bool = True) -> Any:
    """Imports a package as with the dialog's option for learning progress."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "deck.apkg"
        path.write_bytes(package)
        options = ImportAnkiPackageOptions(with_scheduling=progress)
        request = ImportAnkiPackageRequest(package_path=str(path), options=options)
        return collection.import_anki_package(request).log


def query(collection: Collection, sql: str, *values: Any) -> list[Any]:
    assert collection.db
    return list(collection.db.all(sql, *values))


def read_collection(collection: Collection) -> dict[str, Seen]:
    """Every card by its note's guid. Days are counted from the collection's creation."""
    first = learner_day(collection.crt * 1000)
    rows: dict[int, list[Row]] = {}
    for card, *row in query(
        collection, "select cid, id, ease, ivl, lastIvl, time, type from revlog order by id"
    ):
        rows.setdefault(card, []).append(Row(*row))
    found = {}
    for number, guid in query(collection, "select c.id, n.guid from cards c join notes n on n.id = c.nid"):
        card = collection.get_card(number)
        memory = card.memory_state
        found[guid] = Seen(
            *(card.type, card.queue, first + card.due, card.ivl, card.reps, card.lapses),
            *((memory.stability, memory.difficulty) if memory else (0.0, 0.0)),
            card.desired_retention or 0.0,
            tuple(rows.get(number, ())),
        )
    return found


def read_elsewhere(package: bytes, zone: str) -> dict[str, Seen]:
    """The cards after an import into an Anki in another time zone."""
    done = subprocess.run(
        [sys.executable, __file__],
        input=package,
        capture_output=True,
        check=True,
        env=os.environ | {"TZ": zone, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    found = json.loads(done.stdout)
    return {guid: _read_seen(*values) for guid, values in found.items()}


def _read_seen(*values: Any) -> Seen:
    seen = Seen(*values)
    return seen._replace(rows=tuple(Row(*row) for row in seen.rows))


def main() -> None:
    with TemporaryDirectory() as folder:
        collection = open_collection(Path(folder))
        import_learned(collection, sys.stdin.buffer.read())
        found = read_collection(collection)
        collection.close()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
