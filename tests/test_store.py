"""Store of what was made: values survive, damage is noticed, and processes share it and may be killed."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from espejo.cache.digest import take_digest
from espejo.cache.store import Store
from project import ROOT

VALUES = {take_digest(number): bytes([number]) * 5000 for number in range(20)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / ".cache" / "made.sqlite"


def fill(path: Path) -> None:
    """Keeps all values, as a build would that is now over."""
    store = Store(path)
    for key, value in VALUES.items():
        store.put(key, value)
    store.close()


def read(path: Path) -> dict[bytes, bytes]:
    """The values that a new build finds."""
    store = Store(path)
    found = {key: store.get(key) for key in VALUES}
    store.close()
    return {key: value for key, value in found.items() if value is not None}


def test_a_value_is_made_once_and_then_found(path: Path) -> None:
    made: list[int] = []

    def make() -> bytes:
        made.append(1)
        return b"value"

    for _ in range(3):
        store = Store(path)
        assert store.get_or_make(b"key", make) == b"value"
        store.close()
    assert len(made) == 1
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    assert Store(path).get(b"another key") is None


def test_values_survive(path: Path) -> None:
    fill(path)
    assert read(path) == VALUES


_DAMAGE = {
    "value": ("UPDATE kept SET value = x'00ff' WHERE key = :first",),
    "checksum": ("UPDATE kept SET checksum = x'00ff' WHERE key = :first",),
    "key": ("DELETE FROM kept WHERE key = :second", "UPDATE kept SET key = :second WHERE key = :first"),
}


@pytest.mark.parametrize("column", _DAMAGE)
def test_a_damaged_value_is_made_anew(path: Path, column: str) -> None:
    """Nothing that was changed in the file is ever given out, not even under the key of another value."""
    fill(path)
    first, second = list(VALUES)[:2]
    with sqlite3.connect(path) as database:
        for command in _DAMAGE[column]:
            database.execute(command, {"first": first, "second": second})
    store = Store(path)
    assert store.get(first) is None
    assert store.get_or_make(first, lambda: b"made anew") == b"made anew"
    assert store.get(second) == (None if column == "key" else VALUES[second])
    assert store.get(first) == b"made anew"


@pytest.mark.parametrize("start", range(0, 60_000, 3001))
@pytest.mark.parametrize("is_cut", [False, True], ids=["overwritten", "cut off"])
def test_a_damaged_file_gives_only_what_was_kept(path: Path, start: int, is_cut: bool) -> None:
    """Wherever the damage is, a value that is found is right, and new ones are kept sooner or later."""
    fill(path)
    content = bytearray(path.read_bytes())
    if is_cut:
        del content[start:]
    else:
        content[start : start + 4096] = b"\x5a" * 4096
    path.write_bytes(content)
    assert read(path).items() <= VALUES.items()
    fill(path)  # which finds out what the first may not have touched
    fill(path)
    assert read(path) == VALUES


@pytest.mark.parametrize("foreign", [b"", b"no database", b"SQLite format 3\0" + bytes(4000)])
def test_another_file_in_its_place_is_replaced(path: Path, foreign: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(foreign)
    assert read(path) == {}
    fill(path)
    assert read(path) == VALUES


def test_a_database_of_another_program_changes_nothing(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE kept (something TEXT)")
    fill(path)
    assert read(path).items() <= VALUES.items()


def test_a_link_is_not_followed(path: Path, tmp_path: Path) -> None:
    """What it leads to stays as it is, and everything is made anew each time."""
    elsewhere = tmp_path / "elsewhere"
    fill(elsewhere)
    before = elsewhere.read_bytes()
    path.parent.mkdir()
    path.symlink_to(elsewhere)
    store = Store(path)
    assert store.get_or_make(next(iter(VALUES)), lambda: b"made") == b"made"
    store.close()
    assert read(path) == {}
    assert elsewhere.read_bytes() == before


@pytest.mark.parametrize("place", ["a folder", "a file above", "read-only"])
def test_without_a_file_that_can_be_used_values_are_made_each_time(path: Path, place: str) -> None:
    if place == "a folder":
        path.mkdir(parents=True)
    elif place == "a file above":
        path.parent.write_bytes(b"")
    else:
        path.parent.mkdir(mode=0o555)
    store = Store(path)
    assert store.get_or_make(b"key", lambda: b"value") == b"value"
    assert store.get_or_make(b"key", lambda: b"value") == b"value"
    store.close()


_WRITER = """
import sys
from pathlib import Path
from espejo.cache.digest import take_digest
from espejo.cache.store import Store
store = Store(Path(sys.argv[1]))
print("begun", flush=True)
while True:
    for number in range(20):
        store.put(take_digest(number), bytes([number]) * 5000)
    store.flush()
    print("round", flush=True)
    if sys.argv[2] == "once":
        break
store.close()
"""


def start_writer(path: Path, how: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(path), how],
        env={**os.environ, "PYTHONPATH": str(ROOT / "hooks")},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_two_processes_write_at_once(path: Path) -> None:
    writers = [start_writer(path, "once") for _ in range(2)]
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    assert read(path) == VALUES


def test_a_process_that_is_killed_while_it_writes_leaves_whole_values(path: Path) -> None:
    """Again and again at the same file."""
    for _ in range(3):
        with start_writer(path, "on and on") as writer:
            assert writer.stdout
            assert writer.stdout.readline() == "begun\n"
            writer.stdout.readline()
            writer.send_signal(signal.SIGKILL)
        assert read(path) == VALUES


def test_a_connection_is_never_taken_into_a_forked_process(path: Path) -> None:
    """SQLite's locks would not hold there. Both processes open the file again when they need it."""
    store = Store(path)
    store.put(b"before", b"1")
    if not (child := os.fork()):
        is_closed = not hasattr(store._open, "connection")
        store.put(b"in the child", b"2")
        store.flush()
        os._exit(0 if is_closed and store.get(b"before") == b"1" else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert store.get(b"in the child") == b"2"


def test_what_was_used_longest_ago_is_dropped_first(path: Path) -> None:
    """Three builds put one value each; the third has used that of the first again."""
    for number in range(3):
        store = Store(path, limit=2500)
        store.put(bytes([number]), bytes(1000))
        if number == 2:
            assert store.get(b"\0")
        store.close()
    store = Store(path, limit=2500)
    assert [store.get(bytes([number])) is not None for number in range(3)] == [True, False, True]


def test_the_file_stays_within_its_limit(path: Path) -> None:
    """A build may need more than the limit; what the ones before have kept goes."""
    for number in range(40):
        store = Store(path, limit=100_000)
        for part in range(10):
            store.put(take_digest(number, part), os.urandom(10_000))
        store.close()
    assert path.stat().st_size < 400_000
